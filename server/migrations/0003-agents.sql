-- People, and how they sign in. The auth_ tables belong to better-auth, which is told these names (sign-in.ts).
create table auth_user (
  id uuid primary key,
  name text not null,
  -- Always lower case: the same person cannot be made twice by other spelling.
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table auth_session (
  id uuid primary key,
  user_id uuid not null references auth_user on delete cascade,
  -- Worthless by itself: the cookie also carries its signature with a key from PARLEY_SECRET.
  token text not null unique,
  expires_at timestamptz(3) not null,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index auth_session_of_user on auth_session (user_id);
create index auth_session_expiry on auth_session (expires_at);

-- One row for each way in which a person can sign in; provider_id 'credential' has the password's hash.
create table auth_account (
  id uuid primary key,
  user_id uuid not null references auth_user on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (provider_id, account_id)
);
create index auth_account_of_user on auth_account (user_id);

create table auth_verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index auth_verification_by_identifier on auth_verification (identifier);

-- How often something was tried (sign-in by address, wrong passwords by person). Here and not in memory,
-- because several processes serve one installation.
create table auth_attempt (
  key text primary key,
  count integer not null,
  ends_at timestamptz(3) not null
);
create index auth_attempt_end on auth_attempt (ends_at);

create table agent (
  id uuid primary key,
  organization_id uuid not null references organization,
  user_id uuid not null references auth_user,
  role text not null check (role in ('owner', 'admin', 'agent')),
  -- Only while removed: the name as it was then, for the history that this agent wrote.
  name text,
  avatar_url text,
  created_at timestamptz(3) not null,
  -- A removed agent who is invited again gets this row back, and with it their history.
  removed_at timestamptz(3),
  unique (organization_id, user_id)
);
create index agent_of_user on agent (user_id);

create table invitation (
  id uuid primary key,
  organization_id uuid not null references organization,
  token_hash text not null unique,
  role text not null check (role in ('owner', 'admin', 'agent')),
  -- null: whoever has the link.
  email text,
  invited_by uuid not null references agent,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3)
);
create index invitation_of_organization on invitation (organization_id, created_at)
  where accepted_at is null and withdrawn_at is null;

-- What an agent looks like to everybody, also after being removed.
create view agent_face as
select agent.id, agent.organization_id, coalesce(agent.name, auth_user.name) as name, agent.avatar_url
from agent join auth_user on auth_user.id = agent.user_id;
