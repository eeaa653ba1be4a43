-- Features that send e-mails (docs/decisions/system-mail.md).

-- The e-mail with an invitation's link. Without a reference: e-mails are deleted after 30 days.
alter table invitation add column mail_id uuid;

-- Notifications by e-mail.
alter table notification add column mailed_at timestamptz(3);
create index notification_to_mail on notification (agent_id, created_at)
  where read_at is null and mailed_at is null and 'email' = any(transports);

create table notification_mail (
  agent_id uuid primary key references agent,
  organization_id uuid not null references organization,
  -- The panel's when the agent last turned e-mails on.
  language text not null,
  -- When the next one is sent if the agent stays away; null: nothing to send.
  due_at timestamptz(3),
  sent_at timestamptz(3)
);
create index notification_mail_due on notification_mail (due_at) where due_at is not null;

-- What e-mails of an organization may contain.
create table mail_setting (
  organization_id uuid primary key references organization,
  -- Notifications by e-mail quote the start of the note.
  previews boolean not null
);
