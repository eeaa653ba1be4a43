-- Deliveries to one webhook regardless of its subscriptions: also samples of events, whose type is that of subscribed ones.
alter table delivery add direct boolean not null default false;
