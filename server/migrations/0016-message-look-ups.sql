-- The message path asks two things of every message, and each must be one place of an index, whatever the planner believes of
-- tables that were empty, or quiet, when it last looked.

-- Whether it is a repeat: with client_id in front, however long the customer's history is. By (customer_id, ...) it could as
-- well read all messages of the customer through message_place, and did while it knew no better.
create unique index message_client on message (client_id, customer_id, sender);
alter table message drop constraint message_customer_id_sender_client_id_key;

-- The customer's open conversation: open_conversation has it. The inbox's index says "open" in other words, for by the same
-- words it could answer this too, by all open conversations there are.
alter table conversation add constraint conversation_open_or_closed check ((status = 'open') = (closed_at is null));
drop index open_inbox;
create index open_inbox on conversation (organization_id) where closed_at is null;
