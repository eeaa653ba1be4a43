alter table message add column edited_at timestamptz(3), add column deleted_at timestamptz(3);

-- What a message said before each edit, and before it was deleted. Read by agents only.
create table message_version (
  message_id uuid not null references message,
  version integer not null,
  -- The position of the entry that replaced this content.
  seq bigint not null,
  content text not null,
  media jsonb not null,
  replaced_at timestamptz(3) not null,
  -- {id, name, avatar_url} of the agent; null: the customer.
  replaced_by jsonb,
  primary key (message_id, version)
);
