-- Where the platform was told to send updates; null: nowhere, or unknown. Differs after PARLEY_BASE_URL has changed.
alter table channel_connection add column webhook_url text;
