-- Labels of an organization. They are archived, never deleted, because conversations and log entries name them.
create table label (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  colour text not null,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3)
);
create unique index label_name on label (organization_id, lower(name));

-- The labels of a conversation, in the order in which they were added. A column instead of a table: inbox rows need no join.
alter table conversation add column label_ids uuid[] not null default '{}';
create index conversation_labels on conversation using gin (label_ids) where label_ids <> '{}';
