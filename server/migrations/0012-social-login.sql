-- Which social logins a widget offers, and with whose applications (spec 5.4). No row: none, as the first column defaults say.
create table member_login (
  provider_id uuid primary key references provider,
  organization_id uuid not null references organization,
  key_source text not null default 'service' check (key_source in ('service', 'own')),
  session_days integer not null default 30 check (session_days between 1 and 365)
);

create table social_login (
  provider_id uuid not null references provider,
  organization_id uuid not null references organization,
  social text not null check (social in ('google', 'facebook', 'apple', 'github', 'x')),
  enabled boolean not null default false,
  -- The organization's own application.
  client_id text,
  -- Sealed with PARLEY_SECRET: the client secret, or Apple's p8 key.
  secret text,
  team_id text,
  key_id text,
  primary key (provider_id, social)
);

-- One click on a login button, or one test of the panel, until its callback; some minutes at most. Nothing here helps
-- a reader of the table to sign in as somebody: what a browser has to show is kept as a hash.
create table login_transaction (
  id uuid primary key,
  organization_id uuid not null references organization,
  provider_id uuid not null references provider,
  social text not null,
  -- The key that may redeem the code; null: a test of the panel.
  jkt text,
  opener_origin text not null,
  -- Where a popup without an opener leads back to.
  page text,
  language text,
  -- Of the address that the popup opens; null once it was opened.
  ticket_hash text unique,
  state_hash text unique,
  -- Of the cookie of the browser that opened it.
  browser_hash text,
  -- Sealed: an answer that came by POST, and waits for the browser that brings the cookie.
  answer text,
  expires_at timestamptz(3) not null
);
create index login_transaction_expiry on login_transaction (expires_at);
create index login_transaction_of_key on login_transaction (provider_id, jkt) where ticket_hash is not null;

-- What the popup hands to its opener, for two minutes. It becomes a customer's row when it is redeemed, not before.
create table login_code (
  code_hash text primary key,
  organization_id uuid not null references organization,
  provider_id uuid not null references provider,
  jkt text not null,
  -- Sealed: service, profile, language, country.
  login text not null,
  expires_at timestamptz(3) not null
);
create index login_code_expiry on login_code (expires_at);

-- A member who is signed in on one browser: by (provider, key), until signed out or for `session_days`.
create table member_session (
  provider_id uuid not null references provider,
  jkt text not null,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, jkt)
);
create index member_session_of_customer on member_session (customer_id);
create index member_session_expiry on member_session (expires_at);
