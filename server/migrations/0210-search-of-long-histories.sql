-- Searches of the palette: names by trigrams, which answer `like '%part%'`, and the newest messages with a common word
-- without reading all of them. pg_trgm is part of PostgreSQL, and the owner of a database may add it.
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

-- Messages are stored in the order of time, so ranges of pages have a time: this index is tiny, and costs nearly nothing per message.
create index message_time on message using brin (created_at) with (pages_per_range = 32, autosummarize = on);
