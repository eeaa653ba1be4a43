-- Prepared answers of agents. A personal reply belongs to its author.
create table canned_reply (
  id uuid primary key,
  organization_id uuid not null references organization,
  visibility text not null check (visibility in ('organization', 'personal')),
  -- The author; null: created with an API key.
  agent_id uuid,
  shortcut text not null,
  -- The shortcut in lower case, NFC: made by the service, because lower() depends on the locale of the database.
  shortcut_key text not null,
  content text not null,
  actions jsonb not null default '[]',
  media jsonb not null default '[]',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (visibility = 'organization' or agent_id is not null)
);
create unique index canned_reply_shared on canned_reply (organization_id, shortcut_key) where visibility = 'organization';
create unique index canned_reply_personal on canned_reply (agent_id, shortcut_key) where visibility = 'personal';
create index canned_reply_of_organization on canned_reply (organization_id, created_at desc, id desc);

-- Messages sent with a reply, per agent and day. Kept for 30 days.
create table canned_reply_use (
  canned_reply_id uuid not null references canned_reply on delete cascade,
  agent_id uuid not null,
  day date not null,
  uses integer not null,
  primary key (canned_reply_id, agent_id, day)
);
create index canned_reply_use_by_day on canned_reply_use (day);

-- Attachments of canned replies belong to no widget.
alter table media alter column provider_id drop not null;
