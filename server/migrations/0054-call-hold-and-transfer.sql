-- Hold and transfer of calls (docs/decisions/call-transfer.md).
alter table call
  -- Since when the customer is on hold; null: they are not.
  add column held_since timestamptz(3),
  -- Total length of earlier holds.
  add column held_ms integer not null default 0,
  -- The agent who answered (spec 2.4). agent_id is the one who has the call now.
  add column answered_by uuid;
update call set answered_by = agent_id where answered_at is not null;

-- One attempt to give a call to a colleague.
create table call_transfer (
  id uuid primary key,
  organization_id uuid not null references organization,
  call_id uuid not null references call,
  kind text not null check (kind in ('blind', 'warm')),
  state text not null default 'ringing'
    check (state in ('ringing', 'talking', 'completed', 'declined', 'expired', 'disconnected', 'cancelled', 'withdrawn')),
  from_agent_id uuid not null,
  to_agent_id uuid not null,
  -- RTCPeerConnections of the private talk.
  from_peer uuid,
  to_peer uuid,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check (kind = 'warm' or state <> 'talking'),
  check ((state in ('ringing', 'talking')) = (ended_at is null))
);
create unique index open_transfer_of_call on call_transfer (call_id) where state in ('ringing', 'talking');
create unique index open_transfer_to_agent on call_transfer (to_agent_id) where state in ('ringing', 'talking');
create index transfer_of_call on call_transfer (call_id, created_at);
