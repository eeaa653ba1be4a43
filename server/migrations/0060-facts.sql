-- What reports count (docs/decisions/reports.md). Derived from the log: `parley facts rebuild` writes these five tables again.

-- An opening of a conversation, from conversation.started to conversation.ended.
create table episode (
  organization_id uuid not null references organization,
  customer_id uuid not null,
  -- Position of conversation.started.
  started_seq bigint not null,
  -- The log is accounted for up to here.
  through_seq bigint not null,
  conversation_id uuid not null,
  provider_id uuid not null,
  channel text not null,
  -- At the end, or now.
  team_id uuid,
  label_ids uuid[] not null,
  agent_id uuid,
  reopened boolean not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  customer_messages integer not null,
  agent_messages integer not null,
  ai_messages integer not null,
  first_response_at timestamptz(3),
  first_response_by uuid,
  -- Durations in seconds, each twice: on the clock, and within business hours (`_open`).
  first_response double precision,
  first_response_open double precision,
  ai_first_response_at timestamptz(3),
  ai_first_response_by uuid,
  ai_first_response double precision,
  ai_first_response_open double precision,
  resolution double precision,
  resolution_open double precision,
  score smallint,
  rated_at timestamptz(3),
  primary key (customer_id, started_seq)
);
create index episode_started on episode (organization_id, started_at);
create index episode_ended on episode (organization_id, ended_at) where ended_at is not null;
create index episode_first_response on episode (organization_id, first_response_at) where first_response_at is not null;
create index episode_ai_first_response on episode (organization_id, ai_first_response_at)
  where ai_first_response_at is not null;
create index episode_rated on episode (organization_id, rated_at) where rated_at is not null;
create index episode_open on episode (customer_id, started_seq) where ended_at is null;

-- The time in which an agent was assigned. `to_at` null: still assigned.
create table assignment_span (
  organization_id uuid not null references organization,
  customer_id uuid not null,
  started_seq bigint not null,
  position integer not null,
  conversation_id uuid not null,
  provider_id uuid not null,
  channel text not null,
  team_id uuid,
  label_ids uuid[] not null,
  agent_id uuid not null,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  primary key (customer_id, started_seq, position)
);
create index assignment_span_from on assignment_span (organization_id, from_at);

-- A wait of the customer for a reply. `answered_by` null: not answered. `to_at` null: still waiting.
create table wait_span (
  organization_id uuid not null references organization,
  customer_id uuid not null,
  started_seq bigint not null,
  position integer not null,
  conversation_id uuid not null,
  provider_id uuid not null,
  channel text not null,
  team_id uuid,
  label_ids uuid[] not null,
  agent_id uuid,
  from_at timestamptz(3) not null,
  to_at timestamptz(3),
  answered_by text check (answered_by in ('agent', 'ai_agent')),
  seconds double precision,
  seconds_open double precision,
  primary key (customer_id, started_seq, position)
);
create index wait_span_from on wait_span (organization_id, from_at) where to_at is not null;
create index wait_span_answered on wait_span (organization_id, to_at) where answered_by is not null;

-- The active time of one agent in a closed episode.
create table handling (
  organization_id uuid not null references organization,
  customer_id uuid not null,
  started_seq bigint not null,
  position integer not null,
  conversation_id uuid not null,
  provider_id uuid not null,
  channel text not null,
  team_id uuid,
  label_ids uuid[] not null,
  agent_id uuid not null,
  ended_at timestamptz(3) not null,
  seconds double precision not null,
  seconds_open double precision not null,
  primary key (customer_id, started_seq, position)
);
create index handling_ended on handling (organization_id, ended_at);

-- A call that is over. `started_seq` and `conversation_id` null: it took place outside a conversation.
create table call_fact (
  organization_id uuid not null references organization,
  customer_id uuid not null,
  started_seq bigint,
  call_id uuid primary key,
  conversation_id uuid,
  provider_id uuid not null,
  channel text not null,
  team_id uuid,
  label_ids uuid[] not null,
  agent_id uuid,
  -- `answered`, else the reason, or the status of a call without one.
  outcome text not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  answered_at timestamptz(3),
  wait double precision not null,
  wait_open double precision not null,
  talk double precision,
  talk_open double precision
);
create index call_fact_created on call_fact (organization_id, created_at);
create index call_fact_of_episode on call_fact (customer_id, started_seq);

-- Every version of an organization's business hours: facts of earlier times keep the hours that were in force. Not derived.
create table hours_version (
  organization_id uuid not null references organization,
  from_at timestamptz(3) not null,
  enabled boolean not null,
  time_zone text not null,
  week jsonb not null,
  exceptions jsonb not null,
  primary key (organization_id, from_at)
);
-- What facts may know of business hours: the organization's own, as saved last.
create view organization_hours as
  select organization_id, updated_at, enabled, time_zone, week, exceptions from business_hours where is_default;
