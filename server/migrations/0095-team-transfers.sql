-- Transfers of a call to a team: one row per member who is rung (docs/decisions/call-transfer.md).
alter table call_transfer
  add column team_id uuid,
  -- When the team's rings end. The rows of one attempt have the same.
  add column team_until timestamptz(3),
  -- Nobody answered this ring: another member is to be rung.
  add column pass_on boolean not null default false,
  add check ((team_id is null) = (team_until is null)),
  add check (not pass_on or team_id is not null);
