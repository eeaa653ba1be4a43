-- For the search of the palette: a trigram index for names (`like '%part%'`), and BRIN for the latest messages.
-- pg_trgm is a trusted extension: the owner of the database can create it.
create extension if not exists pg_trgm;

-- concat_ws is not immutable and cannot be indexed.
create function customer_searched(first_name text, last_name text, username text, email text, external_id text) returns text
language sql immutable parallel safe as $$
  select lower(coalesce(first_name || ' ', '') || coalesce(last_name || ' ', '') || coalesce(username || ' ', '') ||
    coalesce(email || ' ', '') || external_id)
$$;

create or replace view customer_face as
select id, organization_id, avatar_url, country_code, auth_provider, is_blocked,
  coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), username, email) as name,
  customer_searched(first_name, last_name, username, email, external_id) as searched
from customer;

create index customer_search on customer
  using gin (customer_searched(first_name, last_name, username, email, external_id) gin_trgm_ops);

-- Messages are stored in the order of time, so BRIN is enough: it is tiny and adds almost no cost to a message.
create index message_time on message using brin (created_at) with (pages_per_range = 32, autosummarize = on);
