-- The secret key before the newest: as valid, until an admin retires it (spec 5.3). Sealed like the other.
alter table provider
  add column secret_key_made_at timestamptz(3),
  add column previous_secret_key text,
  add column previous_secret_key_made_at timestamptz(3);
update provider set secret_key_made_at = created_at;
alter table provider alter column secret_key_made_at set not null;

alter table customer
  -- Whether the sign-in service vouches for the e-mail; null: nobody has said either.
  add column email_verified boolean,
  -- Whether `language` was said, by the token or in the pre-chat sheet, or is the browser's.
  add column language_chosen boolean not null default false;

-- Socket tokens that were refused, for the organization's admins: never the token itself. A few dozen a provider.
create table login_problem (
  id uuid primary key,
  provider_id uuid not null references provider,
  code text not null,
  -- What the token and the browser claimed; null where they said nothing that can be shown.
  pid text,
  origin text,
  count integer not null default 1,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null
);
create index login_problem_of_provider on login_problem (provider_id, last_at desc, id desc);
