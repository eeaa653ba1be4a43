-- Accounts at messaging platforms and the queues between their contacts and the log (docs/decisions/channels.md).

-- One account of an organization at a platform, such as a bot. Belongs to exactly one provider.
create table channel_connection (
  provider_id uuid primary key references provider,
  organization_id uuid not null references organization,
  channel text not null check (channel in ('telegram')),
  account_id text not null,
  name text not null,
  username text,
  -- Sealed with PARLEY_SECRET; null once removed.
  credentials text,
  mode text not null check (mode in ('webhook', 'polling')),
  -- null: works as far as known.
  problem text check (problem in ('credentials_refused', 'webhook_refused', 'other_receiver', 'unreachable')),
  problem_at timestamptz(3),
  last_inbound_at timestamptz(3),
  -- Long polling: the last position that was stored, and the process that asks.
  cursor bigint,
  poll_owner uuid,
  poll_until timestamptz(3),
  -- The platform has asked to wait with all messages of this account.
  paused_until timestamptz(3),
  created_at timestamptz(3) not null,
  removed_at timestamptz(3)
);
-- Two connections of one account would take each other's updates.
create unique index channel_account on channel_connection (channel, account_id) where removed_at is null;
create index channel_of_organization on channel_connection (organization_id, created_at) where removed_at is null;

-- A person at a platform, by the id of the chat with them. Both queues of a contact are handled by one worker at a time.
create table channel_contact (
  provider_id uuid not null references channel_connection,
  contact text not null,
  organization_id uuid not null,
  -- null until the first update was handled.
  customer_id uuid,
  -- The name as the platform last told it: only later changes overwrite what agents corrected.
  profile jsonb,
  -- The parameter of the link with which the contact came.
  source text,
  -- Why messages do not arrive; null: they do, as far as known.
  unreachable text check (unreachable in ('blocked', 'contact_gone')),
  -- The versions count insertions, so that the end of a lease does not overlook one.
  inbound_due_at timestamptz(3),
  inbound_version integer not null default 0,
  inbound_lease uuid,
  inbound_until timestamptz(3),
  outbound_due_at timestamptz(3),
  outbound_version integer not null default 0,
  -- Not before this time, whatever arrives: a failed attempt, or the platform's own limit.
  outbound_not_before timestamptz(3),
  outbound_lease uuid,
  outbound_until timestamptz(3),
  primary key (provider_id, contact)
);
create unique index channel_contact_of_customer on channel_contact (customer_id) where customer_id is not null;
create index channel_contact_inbound on channel_contact (inbound_due_at) where inbound_due_at is not null;
create index channel_contact_outbound on channel_contact (outbound_due_at) where outbound_due_at is not null;

-- What a platform sent, stored before it is acknowledged.
create table channel_inbound (
  provider_id uuid not null,
  external_id text not null,
  contact text not null,
  -- The platform's order.
  position bigint not null,
  -- Parts of one message, such as an album.
  group_key text,
  -- null once handled: the messages themselves are kept elsewhere.
  payload jsonb,
  received_at timestamptz(3) not null,
  -- Waits for earlier updates and for the rest of its group until then.
  ready_at timestamptz(3) not null,
  attempts smallint not null default 0,
  done_at timestamptz(3),
  -- Code of the error that ended the last attempt, never a text of the platform.
  error text,
  primary key (provider_id, external_id)
);
create index channel_inbound_pending on channel_inbound (provider_id, contact, position) where done_at is null;
create index channel_inbound_position on channel_inbound (provider_id, position);
create index channel_inbound_age on channel_inbound (received_at) where done_at is not null;

-- Which message a message of the platform is.
create table channel_ref (
  provider_id uuid not null,
  contact text not null,
  external_id text not null,
  customer_id uuid not null,
  message_id uuid not null,
  -- A long message and its files are several messages of the platform.
  part smallint not null,
  kind text not null check (kind in ('text', 'caption', 'file')),
  primary key (provider_id, contact, external_id)
);
create index channel_ref_of_message on channel_ref (message_id, part);

-- What is to be sent, one row for each log entry, written by a log consumer.
create table channel_outbox (
  customer_id uuid not null,
  seq bigint not null,
  provider_id uuid not null,
  organization_id uuid not null,
  contact text not null,
  message_id uuid not null,
  action text not null check (action in ('send', 'edit', 'delete')),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'cancelled')),
  -- Parts that the platform has acknowledged.
  parts smallint not null default 0,
  attempts smallint not null default 0,
  -- Attempts without a response: each may have been sent.
  doubtful smallint not null default 0,
  reason text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (customer_id, seq)
);
create index channel_outbox_pending on channel_outbox (provider_id, contact, seq) where state = 'pending';
create index channel_outbox_of_message on channel_outbox (message_id);
create index channel_outbox_age on channel_outbox (finished_at) where finished_at is not null;
