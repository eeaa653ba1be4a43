-- Keys with which an organization's own programs come, instead of a person's session.
create table api_key (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  scopes text[] not null,
  -- SHA-256 of the key. The key has 256 random bits, so nothing slower is needed, and it is found by an index.
  token_hash text not null unique,
  -- The first characters of the key, for people to tell keys apart.
  hint text not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index api_key_of_organization on api_key (organization_id, created_at);
