-- Filters of conversations by attributes of the customer (docs/decisions/visitor-context.md).
create index customer_stated on customer_attributes using gin (stated jsonb_path_ops);
create index customer_confirmed on customer_attributes using gin (confirmed jsonb_path_ops);

-- For features that compare attributes without changing them.
create view customer_attribute as select customer_id, organization_id, stated, confirmed from customer_attributes;
