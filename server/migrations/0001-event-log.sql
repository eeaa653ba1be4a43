-- The event log: one log a customer (design 2). customer_log is its head and the customer's lock.
create table customer_log (
  customer_id uuid primary key,
  organization_id uuid not null,
  provider_id uuid not null,
  last_seq bigint not null default 0,
  -- Messages up to here are gone from the customer's own window (spec 2.3).
  cleared_seq bigint not null default 0,
  -- false: blocked, or account closed. Stands here so that the message path needs no other row to know.
  may_write boolean not null default true,
  -- Receipts: how far the customer got ours, and how far the team got theirs. They only grow.
  customer_delivered bigint not null default 0,
  customer_read bigint not null default 0,
  agents_delivered bigint not null default 0,
  agents_read bigint not null default 0
) with (fillfactor = 70); -- every message updates this row; free room keeps the updates on the page (HOT)

create table event_log (
  customer_id uuid not null,
  seq bigint not null,
  id uuid not null,
  organization_id uuid not null,
  type text not null,
  audience text not null check (audience in ('customer', 'agents', 'both')),
  conversation_id uuid,
  actor jsonb not null,
  data jsonb not null,
  created_at timestamptz(3) not null,
  primary key (customer_id, seq)
);
