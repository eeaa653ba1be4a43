-- The waiting mails that inform an agent, so that withdrawing them after a note was changed reads no others.
create index mail_of_agent on mail (agent_id) where settled_at is null and agent_id is not null;

-- Why the last continuity mail came back: only some reasons end further ones.
alter table continuity add column returned_reason text;
