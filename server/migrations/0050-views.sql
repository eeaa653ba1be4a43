-- Saved lists of the inbox: a view with further conditions and an order (protocol/src/view.ts).
create table saved_view (
  id uuid primary key,
  organization_id uuid not null references organization,
  -- The author; null once they have left. Never null for personal views, which leave with them.
  agent_id uuid,
  visibility text not null check (visibility in ('organization', 'personal')),
  name text not null,
  view text not null,
  -- Conditions by field, as text.
  filter jsonb not null,
  sort text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index saved_view_of_organization on saved_view (organization_id);
