-- One-time links with which a person sets a new password. Rows stay after use, so that a page can say why a link fails.
create table password_reset (
  id uuid primary key,
  user_id uuid not null references auth_user on delete cascade,
  token_hash text not null unique,
  -- An admin, the person's own mailbox, or the command on the server.
  source text not null check (source in ('admin', 'mail', 'command')),
  -- With 'admin': the link is valid only while this agent may still make it.
  made_by uuid references agent,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- By another link, a change of the password or of the e-mail.
  withdrawn_at timestamptz(3),
  check ((source = 'admin') = (made_by is not null))
);
create index password_reset_of_user on password_reset (user_id) where used_at is null and withdrawn_at is null;

-- A new e-mail that its owner has not confirmed yet.
create table email_change (
  id uuid primary key,
  user_id uuid not null references auth_user on delete cascade,
  token_hash text not null unique,
  email text not null check (email = lower(email)),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index email_change_of_user on email_change (user_id);

-- Audit of accounts. They belong to no single organization, so this is no event log of a customer.
create table account_event (
  id uuid primary key,
  user_id uuid not null references auth_user on delete cascade,
  type text not null check (
    type in ('reset_link_created', 'password_reset', 'password_changed', 'email_changed', 'signed_out_everywhere')
  ),
  source text not null check (source in ('admin', 'mail', 'command', 'invitation', 'person')),
  -- The admin who made the link or the invitation.
  agent_id uuid references agent,
  created_at timestamptz(3) not null
);
create index account_event_of_user on account_event (user_id, created_at);
