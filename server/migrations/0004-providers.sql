create table provider (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  -- Sealed with PARLEY_SECRET: signs the socket tokens of custom login (spec 5.3).
  secret_key text not null,
  allowed_origins text[] not null default '{}',
  appearance jsonb not null,
  created_at timestamptz(3) not null,
  -- A deleted one is kept for its customers' history; its widget is unknown from then on.
  deleted_at timestamptz(3)
);
create index provider_of_organization on provider (organization_id, created_at) where deleted_at is null;
