create table conversation (
  id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  provider_id uuid not null references provider,
  agent_id uuid,
  status text not null check (status in ('open', 'closed')),
  started_at timestamptz(3) not null,
  closed_at timestamptz(3),
  duration integer,
  -- Seconds from started_at to an agent's first message; null while no agent replied.
  first_response_time integer,
  last_sender_type text,
  last_preview text,
  last_media_count integer not null default 0,
  last_message_at timestamptz(3),
  -- Customer messages that no agent has read.
  unread integer not null default 0,
  waiting_since timestamptz(3),
  updated_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- started and ended events are paired by these two (spec 6, rule 2)
  unique (customer_id, started_at)
) with (fillfactor = 50); -- every message updates this row; free room keeps the updates on the page (HOT)

-- One open conversation per customer (design 5), also when two processes start one at once.
create unique index open_conversation on conversation (customer_id) where status = 'open';
-- The inbox. No index holds a column that a message changes: with one on updated_at, each message wrote into
-- every index of this table. The open conversations of an organization are few enough to be sorted.
create index open_inbox on conversation (organization_id) where status = 'open';
create index closed_inbox on conversation (organization_id, closed_at desc, id desc) where status = 'closed';
create index conversation_of_customer on conversation (customer_id, created_at desc, id desc);
-- The median first response of the last 14 days, shown in the widget's header.
create index conversation_response on conversation (organization_id, started_at) where first_response_time is not null;

create table message (
  id uuid primary key,
  organization_id uuid not null,
  customer_id uuid not null,
  -- No foreign key: the statement that places a message has its conversation locked, and the check costs a look-up a row.
  conversation_id uuid not null,
  seq bigint not null,
  sender_type text not null check (sender_type in ('customer', 'agent', 'ai_agent', 'system')),
  -- 'customer', or the agent's id: whose client_id it is.
  sender text not null,
  -- {id, name, avatar_url} as it was when the message was written.
  sender_agent jsonb,
  client_id uuid not null,
  content text not null,
  reply_to_id uuid,
  media jsonb not null default '[]',
  deleted_by_customer_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- A repeat finds the first one, whatever happened in between (SPEC S2): wider than per conversation,
  -- because a repeat may come after the conversation was closed and another one opened.
  unique (customer_id, sender, client_id)
);
-- History, and the messages of one conversation: those are looked for within their customer.
create unique index message_place on message (customer_id, seq);
-- Search in the inbox. GIN with its pending list: the message path appends, vacuum merges.
create index message_search on message using gin (to_tsvector('simple', content));
