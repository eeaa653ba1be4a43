-- E-mails to be sent (docs/decisions/system-mail.md).
create table mail (
  id uuid primary key,
  -- null: about a person's account.
  organization_id uuid references organization,
  kind text not null,
  -- 0 before 1: a password reset does not wait behind a hundred reports.
  priority smallint not null,
  -- Encrypted: address, headers, texts and attachments. null once settled.
  content text,
  created_at timestamptz(3) not null,
  -- Given up after this.
  expires_at timestamptz(3) not null,
  -- The next attempt; while one is under way, when another process may take over.
  due_at timestamptz(3) not null,
  -- Begun attempts. A result counts only if none began since.
  attempts integer not null default 0,
  settled_at timestamptz(3),
  -- null: sent, or not settled. Reply codes, never texts or addresses.
  failure text,
  check ((content is null) = (settled_at is not null))
);
create index mail_due on mail (priority, due_at) where settled_at is null;
create index mail_settled on mail (settled_at) where settled_at is not null;
