alter table conversation
  -- low, normal, high or urgent; null: not set.
  add column priority text,
  -- The position of the conversation.snoozed entry; null: not snoozed. A customer's message after it ends the snooze.
  add column snoozed_seq bigint,
  -- null while snoozed: until the customer replies.
  add column snoozed_until timestamptz(3),
  add column snoozed_by uuid;

-- Due snoozes, and the snoozed conversations of customers who wrote. Both are empty for everyone else.
create index snooze_due on conversation (snoozed_until) where snoozed_until is not null;
create index snoozed_of_customer on conversation (customer_id) where snoozed_seq is not null;
