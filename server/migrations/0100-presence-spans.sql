-- When agents were connected to the panel (docs/decisions/reports.md). Cannot be derived later, so it is recorded from now on.
create table presence_span (
  organization_id uuid not null references organization,
  agent_id uuid not null,
  state text not null check (state in ('online', 'away', 'in_call')),
  from_at timestamptz(3) not null,
  -- null: still. Readers end it at the last record, so that it does not grow while no process runs.
  to_at timestamptz(3),
  primary key (agent_id, from_at),
  check (to_at >= from_at)
);
create unique index presence_span_open on presence_span (agent_id) where to_at is null;
create index presence_span_ended on presence_span (organization_id, to_at) where to_at is not null;
create index presence_span_old on presence_span (to_at) where to_at is not null;

-- The last record, by the clock of the database. One row.
create table presence_record (
  id boolean primary key default true check (id),
  seen_at timestamptz(3) not null
);

-- Times in which the agent worked on the episode; null: written before this was recorded.
alter table handling add column active tstzmultirange;
