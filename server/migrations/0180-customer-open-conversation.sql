-- What other features may join: the open conversation of a customer.
create view customer_open_conversation as
  select customer_id, id as conversation_id from conversation where status = 'open';
