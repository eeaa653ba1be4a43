-- Whether a message is a repeat is asked for every message. With client_id in front, the answer is one place of the index however
-- long the customer's history is, and whatever the planner believes of a table that was empty a minute ago: by (customer_id, ...)
-- it read all messages of the customer through message_place while it knew no better.
create unique index message_client on message (client_id, customer_id, sender);
alter table message drop constraint message_customer_id_sender_client_id_key;
