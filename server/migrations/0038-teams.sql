-- Teams of agents, and how their conversations are assigned (docs/decisions/teams.md).
create table team (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  strategy text not null check (strategy in ('manual', 'round_robin', 'balanced', 'longest_idle')),
  -- Open conversations per agent; team_member may have another limit.
  capacity integer not null,
  -- null: unanswered conversations stay with their agent.
  reassign_minutes integer,
  created_at timestamptz(3) not null,
  -- Set while its conversations lose it, then the row is deleted.
  deleted_at timestamptz(3)
);
create unique index team_name on team (organization_id, lower(name)) where deleted_at is null;
create index deleted_team on team (deleted_at) where deleted_at is not null;

create table team_member (
  team_id uuid not null references team on delete cascade,
  agent_id uuid not null references agent,
  -- null: the capacity of the team.
  capacity integer,
  -- Grows with each conversation that the team assigns: whoever has the smallest is next in turn. Not a time, because
  -- two conversations can be assigned in the same millisecond.
  turn bigint not null default 0,
  primary key (team_id, agent_id)
);
create index team_of_agent on team_member (agent_id);

-- The team in which new conversations of a widget start.
create table team_widget (
  provider_id uuid primary key references provider,
  team_id uuid not null references team on delete cascade
);
create index widget_of_team on team_widget (team_id);

-- When an agent was last assigned a conversation or closed one, for the strategy longest_idle.
create table agent_work (
  agent_id uuid primary key references agent,
  busy_at timestamptz(3) not null
);

-- Messages change none of these columns, so the updates of conversation stay HOT.
alter table conversation
  add column team_id uuid references team,
  -- When a team assigned it to its agent; null: nobody, a person, or the customer's dedicated agent.
  add column routed_at timestamptz(3);
create index waiting_in_team on conversation (team_id) where status = 'open' and agent_id is null and team_id is not null;
create index routed_conversation on conversation (team_id) where status = 'open' and routed_at is not null;
create index conversation_of_team on conversation (team_id, closed_at desc, id desc) where team_id is not null;
-- Load of agents.
create index open_conversation_of_agent on conversation (agent_id) where status = 'open' and agent_id is not null;
