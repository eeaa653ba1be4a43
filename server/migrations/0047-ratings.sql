-- What an admin has changed of the survey; the rest is as the code has it (providers/survey-defaults.ts).
alter table provider add column survey jsonb not null default '{}';

-- A customer's rating of a conversation, from its start to its end: a reopened one can be rated again (docs/decisions/satisfaction.md).
create table rating (
  id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  provider_id uuid not null references provider,
  conversation_id uuid not null references conversation,
  -- With the conversation: which opening of it.
  started_at timestamptz(3) not null,
  -- The assignee when it was rated first.
  agent_id uuid,
  score smallint not null check (score between 1 and 5),
  comment text not null,
  changes smallint not null default 0,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3),
  unique (conversation_id, started_at)
);
create index rating_of_organization on rating (organization_id, created_at desc, id desc);
create index rating_of_customer on rating (customer_id, created_at desc, id desc);
