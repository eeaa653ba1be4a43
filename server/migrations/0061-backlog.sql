-- Open conversations at each hour (docs/decisions/reports.md). Cannot be derived later, so it is recorded from now on.
create table backlog_hour (
  organization_id uuid not null references organization,
  -- null: conversations without a team.
  team_id uuid,
  hour timestamptz(3) not null,
  -- All but `snoozed` without snoozed ones.
  open integer not null,
  unassigned integer not null,
  waiting integer not null,
  snoozed integer not null,
  -- Seconds; null: nobody waited.
  longest_wait double precision,
  unique nulls not distinct (organization_id, hour, team_id)
);
