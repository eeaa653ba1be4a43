-- Business hours of a team (docs/decisions/business-hours.md). They end with the team.
alter table business_hours
  add column team_id uuid references team on delete cascade,
  add check (is_default = (team_id is null));
create unique index hours_of_team on business_hours (team_id) where team_id is not null;
