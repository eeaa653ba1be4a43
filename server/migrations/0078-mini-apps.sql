-- Mini apps of messaging accounts (docs/decisions/mini-app.md). No row: switched off.
create table mini_app (
  -- The account whose token checks the sign-ins.
  provider_id uuid primary key references channel_connection,
  organization_id uuid not null references organization,
  -- The widget whose chat is shown, and to which the members belong.
  widget_id uuid not null references provider,
  created_at timestamptz(3) not null
);

-- A sign-in by initData: its hash, once, with the key of the browser that presented it first.
create table mini_app_login (
  provider_id uuid not null references channel_connection,
  hash text not null,
  jkt text not null,
  created_at timestamptz(3) not null,
  -- Until then the same browser receives further tokens.
  expires_at timestamptz(3) not null,
  primary key (provider_id, hash)
);
create index mini_app_login_expiry on mini_app_login (expires_at);

-- Members by their account, to find the contacts of the same account.
create table mini_app_member (
  customer_id uuid primary key references customer,
  organization_id uuid not null,
  channel text not null check (channel in ('telegram')),
  account_id text not null
);
create index mini_app_member_account on mini_app_member (organization_id, channel, account_id);
