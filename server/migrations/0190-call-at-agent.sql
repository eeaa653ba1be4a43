-- A desk shows the calls at its agent, among all that the agent ever had.
create index call_at_agent on call (agent_id) where phase in ('ringing', 'connecting', 'active');
