-- When this agent last looked at the calls of the organization: what was missed since then stands as a number beside "Calls".
-- Whoever has a desk already begins with nothing missed.
alter table agent_desk add column calls_seen_at timestamptz(3) not null default now();

create index unanswered_call on call (organization_id, ended_at) where status <> 'ended';
