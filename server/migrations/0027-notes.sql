-- Private notes. They have a table of their own, so that no query over messages can hand them to a customer or a program.
create table note (
  id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  conversation_id uuid not null references conversation,
  -- The position of its note.created entry.
  seq bigint not null,
  agent_id uuid not null,
  -- {id, name, avatar_url} as it was when the note was written.
  author jsonb not null,
  client_id uuid not null,
  content text not null,
  mentions jsonb not null default '[]',
  media jsonb not null default '[]',
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  unique (agent_id, client_id)
);
create index note_of_customer on note (customer_id, created_at desc, id desc);

-- What a note said before each edit, and before it was deleted.
create table note_version (
  note_id uuid not null references note,
  version integer not null,
  content text not null,
  mentions jsonb not null,
  media jsonb not null,
  replaced_at timestamptz(3) not null,
  replaced_by jsonb not null,
  primary key (note_id, version)
);
