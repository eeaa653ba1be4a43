-- The agent whom a mail informs, so that it is not sent after the agent was removed. null: other kinds, and mails from before this
-- migration. No foreign key: it would lock the table of agents, and the mail is deleted 30 days after it was settled.
alter table mail add column agent_id uuid;
