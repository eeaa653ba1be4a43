-- A name besides the URL; null: none was given.
alter table webhook add column name text;

-- Whom an event is about, for the search of deliveries. Events of earlier versions: as far as their data says.
alter table webhook_event add column customer_id uuid, add column conversation_id uuid;

update webhook_event set
  customer_id = (case when type like 'customer.%' then data ->> 'id' else data ->> 'customer_id' end)::uuid,
  conversation_id = (case when type = 'conversation.ended' then data ->> 'id' end)::uuid
where type <> 'webhook.test';

create index event_of_customer on webhook_event (customer_id) where customer_id is not null;
create index event_of_conversation on webhook_event (conversation_id) where conversation_id is not null;
