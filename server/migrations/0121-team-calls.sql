-- Calls that ring a team first, or alone (docs/decisions/team-calls.md).
alter table call
  -- The team when the call started; null: the call rings everyone.
  add column team_id uuid,
  -- Until then only members are rung; null with a team: always.
  add column team_until timestamptz(3),
  add check (team_until is null or team_id is not null);
