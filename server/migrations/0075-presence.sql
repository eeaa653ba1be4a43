-- Which agents are connected to which process (docs/decisions/presence.md). Unlogged: after a crash of PostgreSQL, each process
-- writes its rows again with its next beat.
create unlogged table presence_process (
  id uuid primary key,
  -- Raised by each change of its agents: others read them only if they missed one.
  version bigint not null,
  -- Renewed every 5 s. By the clock of the database, because those of the machines differ.
  seen_at timestamptz not null
);

create unlogged table agent_presence (
  process_id uuid not null,
  organization_id uuid not null,
  agent_id uuid not null,
  primary key (process_id, organization_id, agent_id)
);
