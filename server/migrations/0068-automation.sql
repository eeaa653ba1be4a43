-- Automation rules of an organization (docs/decisions/automation.md), in the order in which they run.
create table automation_rule (
  id uuid primary key,
  organization_id uuid not null references organization,
  name text not null,
  enabled boolean not null,
  trigger jsonb not null,
  conditions jsonb not null,
  actions jsonb not null,
  once boolean not null,
  stop boolean not null,
  position integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index automation_rule_of_organization on automation_rule (organization_id, position);

-- A rule that ran for a log entry. Written before its actions, and again after each: a run that was interrupted continues.
create table automation_run (
  id uuid primary key,
  organization_id uuid not null,
  rule_id uuid not null references automation_rule on delete cascade,
  rule_name text not null,
  -- The entry that started the run, and the first one of its chain, which no rule caused.
  entry_id uuid not null,
  root_id uuid not null,
  depth smallint not null,
  customer_id uuid not null references customer,
  conversation_id uuid not null references conversation,
  -- The opening of the conversation, for rules that run once.
  started_at timestamptz(3) not null,
  trigger text not null,
  -- What is left to do, each with an id of its own for what it creates.
  actions jsonb not null,
  results jsonb not null default '[]',
  outcome text not null check (outcome in ('running', 'done', 'failed', 'limited')),
  replies smallint not null default 0,
  created_at timestamptz(3) not null,
  unique (root_id, rule_id)
);
create index automation_run_of_rule on automation_run (rule_id, created_at desc, id desc);
create index automation_run_of_customer on automation_run (customer_id, created_at);
create index automation_run_age on automation_run (created_at);
