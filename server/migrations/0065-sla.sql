-- SLA policies and the clocks of open conversations (docs/decisions/sla.md).
create table sla_policy (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  -- Order in which policies are tried; the default policy, without conditions, comes last.
  position integer not null,
  -- Conditions by field, as text, as in saved_view.
  conditions jsonb not null,
  counting text not null check (counting in ('business_hours', 'clock')),
  -- {metric: seconds or null}
  targets jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index sla_policy_of_organization on sla_policy (organization_id, position);
create unique index default_sla_policy on sla_policy (organization_id) where conditions = '{}';

-- One row per conversation of an organization with policies. Not referencing conversation: the key share lock of an insert
-- could deadlock with a batch of messages, which locks several conversations.
create table conversation_sla (
  conversation_id uuid primary key,
  organization_id uuid not null,
  customer_id uuid not null,
  -- Whose business hours are counted since the last change.
  team_id uuid,
  policy_id uuid,
  -- What the clocks have counted (sla-state.ts).
  state jsonb not null,
  -- The deadlines of the running clocks (deadlines.ts).
  deadlines jsonb not null,
  -- Outcomes that are to be written to the log.
  outcomes jsonb not null,
  -- The first of the deadlines.
  due_metric text,
  due_at timestamptz(3),
  warn_at timestamptz(3),
  -- When a worker has something to do: a warning, a breach, or an outcome.
  alarm_at timestamptz(3)
);
create index sla_alarm on conversation_sla (alarm_at) where alarm_at is not null;
create index sla_of_organization on conversation_sla (organization_id, conversation_id);

-- What other features may join.
create view conversation_due as
  select conversation_id, due_metric, due_at, warn_at from conversation_sla where due_at is not null;

-- Organizations whose open conversations are to be matched with changed policies or hours.
create table sla_recalculation (
  organization_id uuid primary key references organization,
  -- Changes when it is requested again, so that a running one does not delete it.
  version bigint not null default 1,
  -- A worker is at it until then, or has died.
  claimed_until timestamptz(3)
);
