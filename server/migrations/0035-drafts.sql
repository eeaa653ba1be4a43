-- Unsent text of an agent, per conversation and kind. Deleted when sent.
create table draft (
  organization_id uuid not null references organization,
  agent_id uuid not null,
  conversation_id uuid not null references conversation,
  kind text not null check (kind in ('reply', 'note')),
  content text not null,
  -- The message being replied to.
  reply_to_id uuid,
  -- Milliseconds of the database's clock, larger with each write: also after a deletion.
  version bigint not null,
  updated_at timestamptz(3) not null,
  primary key (agent_id, conversation_id, kind)
);
create index draft_by_age on draft (updated_at);

-- How an agent writes.
create table composer_setting (
  organization_id uuid not null references organization,
  agent_id uuid primary key,
  -- Holds messages for 5 s, so that sending can be undone.
  undo_send boolean not null
);
