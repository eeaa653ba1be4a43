-- Token buckets of what a contact sends, by the time of the platform: {"bulk": {"tokens": 599, "filledAt": 1760000000000}}. Null: all are full.
alter table channel_contact add column inbound_tokens jsonb;
