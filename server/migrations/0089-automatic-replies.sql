-- Greeting and away texts of channels (docs/decisions/automatic-replies.md).

create table automatic_reply_setting (
  provider_id uuid primary key references provider,
  organization_id uuid not null references organization,
  greeting jsonb not null,
  away jsonb not null,
  updated_at timestamptz(3) not null
);
create index automatic_reply_setting_of_organization on automatic_reply_setting (organization_id);

-- When a contact got the texts last, and what is due: one row for each contact, so that repeats are limited by the row itself.
create table automatic_reply (
  customer_id uuid primary key references customer,
  organization_id uuid not null,
  provider_id uuid not null references provider,
  conversation_id uuid not null,
  -- The conversation is new: the greeting is due with its first message.
  greets boolean not null,
  -- The message to respond to.
  due_seq bigint,
  due_at timestamptz(3),
  claimed_until timestamptz(3),
  greeting_at timestamptz(3),
  away_at timestamptz(3)
);
create index automatic_reply_due on automatic_reply (due_at) where due_at is not null;

-- Messages of contacts that no person wrote, such as out-of-office replies, by client_id: stored before the message, so that
-- consumers of the log always find them.
create table channel_automatic_message (
  client_id uuid primary key,
  created_at timestamptz(3) not null
);
create index channel_automatic_message_age on channel_automatic_message (created_at);
