-- What an admin has changed of the settings of calls; the rest is as the code has it (providers/call-defaults.ts).
alter table provider add column calls jsonb not null default '{}';

-- A call from its start to its end (spec 2.4). Every time at which the service acts by itself stands in a column: whichever
-- process looks acts, and one that was killed delays nothing (SPEC C7).
create table call (
  id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  provider_id uuid not null references provider,
  external_id text not null,
  -- Made by the widget: a repeat of call.start finds the call that it began.
  client_id uuid not null,
  phase text not null check (phase in ('pending', 'ringing', 'connecting', 'active', 'over')),
  revision integer not null default 1,
  -- CallSettings as they were when the call began (SPEC C13).
  settings jsonb not null,
  video boolean not null,
  consent text not null check (consent in ('not_required', 'granted', 'declined')),
  recording_state text not null default 'off' check (recording_state in ('off', 'on', 'paused')),
  -- The agent to whom this customer is dedicated, when the call began: has the first offer if they are free.
  dedicated_agent_id uuid,
  -- To whom it was offered last; of an accepted call the one who accepted.
  agent_id uuid,
  customer_peer uuid,
  agent_peer uuid,
  -- Deadlines; null: none in this phase.
  queue_until timestamptz(3),
  connect_until timestamptz(3),
  max_until timestamptz(3),
  customer_until timestamptz(3),
  agent_until timestamptz(3),
  created_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  answered_at timestamptz(3),
  ended_at timestamptz(3),
  status text check (status in ('ended', 'missed', 'rejected', 'failed')),
  reason text,
  ended_by text check (ended_by in ('customer', 'agent', 'system')),
  customer_quality jsonb,
  agent_quality jsonb,
  note text not null default '',
  unique (customer_id, client_id),
  check ((phase = 'over') = (status is not null)),
  check ((phase = 'over') = (ended_at is not null)),
  -- Spec 2.4: a call that ended was answered, every other was not.
  check (phase <> 'over' or (status = 'ended') = (answered_at is not null))
) with (fillfactor = 50); -- both sides say every few seconds that they are there: free room keeps that on the page (HOT)

create unique index live_call_of_customer on call (customer_id) where phase <> 'over';
create unique index live_call_of_agent on call (agent_id) where phase in ('connecting', 'active');
-- The queue, and all that the deadlines are looked for in: live calls are few.
create index live_call on call (organization_id, created_at, id) where phase <> 'over';
create index call_of_organization on call (organization_id, created_at desc, id desc);
create index call_of_customer on call (customer_id, created_at desc, id desc);
create index call_of_agent on call (agent_id, created_at desc, id desc);

-- One ring at one agent.
create table call_offer (
  id uuid primary key,
  call_id uuid not null references call,
  agent_id uuid not null,
  outcome text not null default 'ringing'
    check (outcome in ('ringing', 'accepted', 'declined', 'expired', 'disconnected', 'withdrawn')),
  offered_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((outcome = 'ringing') = (ended_at is null))
);
create unique index ringing_at_agent on call_offer (agent_id) where outcome = 'ringing';
create unique index ringing_for_call on call_offer (call_id) where outcome = 'ringing';
create index offer_of_call on call_offer (call_id, offered_at);

-- What an agent decided about calls, and since when they have been idle. Made when they first open a desk.
create table agent_desk (
  agent_id uuid primary key,
  organization_id uuid not null references organization,
  availability text not null default 'available' check (availability in ('available', 'away')),
  away_because text check (away_because in ('chosen', 'missed_offers')),
  missed_in_a_row integer not null default 0,
  -- Who has been idle longest is rung first. In the future while wrapping up.
  idle_since timestamptz(3) not null,
  wrap_up_since timestamptz(3),
  wrap_up_until timestamptz(3),
  -- When they were last set away or back, opened the first panel or closed the last one.
  changed_at timestamptz(3) not null,
  check ((availability = 'away') = (away_because is not null))
);
create index desk_of_organization on agent_desk (organization_id);
create index desk_wrapping_up on agent_desk (wrap_up_until) where wrap_up_until is not null;

-- The panels of an agent that one process holds. That process moves `seen_until` on, in one statement for all of its
-- agents; where it died the rows lapse. A panel that has just closed (`open` is false) may come back until then.
create table desk_presence (
  agent_id uuid not null,
  process uuid not null,
  open boolean not null,
  microphone boolean not null,
  seen_until timestamptz(3) not null,
  primary key (agent_id, process)
);
create index desk_presence_of_process on desk_presence (process);
