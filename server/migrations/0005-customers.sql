create table customer (
  id uuid primary key,
  organization_id uuid not null references organization,
  provider_id uuid not null references provider,
  -- Who this is within the provider: 'visitor:<jkt>', 'custom:<uid>', 'google:<subject>' (design 5).
  -- Never joined by e-mail, never joined with the visitor's history.
  identity text not null,
  external_id text not null,
  first_name text,
  last_name text,
  username text,
  email text,
  phone text,
  language text not null,
  country_code text not null,
  auth_provider text,
  avatar_url text,
  is_blocked boolean not null default false,
  deactivated_at timestamptz(3),
  private_agent_id uuid,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (provider_id, identity)
);
create index customer_of_organization on customer (organization_id, created_at desc, id desc);

-- What other features may join: the row of a customer as a list shows it.
create view customer_face as
select id, organization_id, avatar_url, country_code, auth_provider, is_blocked,
  coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), username, email) as name,
  lower(concat_ws(' ', first_name, last_name, username, email, external_id)) as searched
from customer;
