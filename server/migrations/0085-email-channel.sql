-- The e-mail channel (docs/decisions/email-channel.md).

alter table provider drop constraint provider_channel_check;
alter table provider add constraint provider_channel_check check (channel in ('widget', 'telegram', 'email'));

alter table channel_connection drop constraint channel_connection_channel_check;
alter table channel_connection add constraint channel_connection_channel_check check (channel in ('telegram', 'email'));
alter table channel_connection drop constraint channel_connection_problem_check;
alter table channel_connection add constraint channel_connection_problem_check check (problem in (
  'credentials_refused', 'webhook_refused', 'other_receiver', 'unreachable',
  'sending_refused', 'sending_unreachable', 'folder_missing', 'host_refused', 'encryption_failed'
));
-- Cursors of different epochs cannot be compared: UIDVALIDITY of a mailbox.
alter table channel_connection add column cursor_epoch bigint;

alter table channel_ref drop constraint channel_ref_kind_check;
alter table channel_ref add constraint channel_ref_kind_check check (kind in ('text', 'caption', 'file', 'whole'));

-- Files that came with an update, until it is handled. The platform is not asked for them again.
create table channel_inbound_file (
  provider_id uuid not null,
  external_id text not null,
  position smallint not null,
  content bytea not null,
  primary key (provider_id, external_id, position)
);

-- What a message was as an e-mail: for agents, and for the threading of replies.
create table channel_mail (
  message_id uuid primary key,
  organization_id uuid not null,
  -- The mailbox.
  provider_id uuid not null,
  -- Whose conversation it is in: not always a contact of the mailbox.
  customer_id uuid not null,
  contact text not null,
  -- Message-ID with angle brackets; null: it had none.
  mail_id text,
  mail_references text[] not null,
  subject text not null,
  from_name text not null,
  recipients text[] not null,
  verification text not null check (verification in ('verified', 'failed', 'unknown')),
  -- Sent by a program, such as an out-of-office reply.
  automatic boolean not null,
  -- The whole text, where the message holds a part; null: the message is the whole text.
  full_text text,
  html text,
  received_at timestamptz(3) not null
);
create index channel_mail_of_customer on channel_mail (customer_id, received_at desc);
create index channel_mail_of_contact on channel_mail (provider_id, contact, received_at desc);
