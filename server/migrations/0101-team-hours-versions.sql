-- Facts of a team count in the team's business hours, where it has some.
alter table hours_version
  -- null: the organization's own.
  add column team_id uuid,
  -- The team's hours were removed: the organization's apply from here on.
  add column removed boolean not null default false,
  drop constraint hours_version_pkey;
create unique index hours_version_from on hours_version (organization_id, team_id, from_at) nulls not distinct;
-- What facts may know of business hours, as saved last.
create view saved_hours as
  select organization_id, team_id, updated_at, enabled, time_zone, week, exceptions from business_hours;
