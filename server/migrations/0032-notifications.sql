-- What agents are notified of (docs/decisions/agent-workspace.md). Without content: notes may be edited and deleted.
create table notification (
  id uuid primary key,
  organization_id uuid not null references organization,
  -- The recipient.
  agent_id uuid not null references agent,
  kind text not null,
  -- The note, the call, or the log entry: what somebody is notified of once.
  subject_id uuid not null,
  -- The agent who caused it.
  actor_id uuid,
  customer_id uuid not null references customer,
  conversation_id uuid references conversation,
  -- The position of the entry in the customer's log.
  seq bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  unique (agent_id, kind, subject_id)
);
create index notification_of_agent on notification (agent_id, created_at desc, id desc);
create index notification_unread on notification (agent_id) where read_at is null;
create index notification_of_subject on notification (subject_id);
create index notification_age on notification (created_at);

-- Only what an agent has changed: other kinds use all transports.
create table notification_setting (
  agent_id uuid not null references agent,
  kind text not null,
  transports text[] not null,
  primary key (agent_id, kind)
);
