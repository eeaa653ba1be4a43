-- The Telegram channel, and how far messages were delivered (docs/decisions/channels.md).

alter table provider drop constraint provider_channel_check;
alter table provider add constraint provider_channel_check check (channel in ('widget', 'telegram'));

-- What other features may join.
create view provider_channel as select id, channel from provider;

-- {state, reason} of the last message.delivery entry; null on channels that report nothing.
alter table message add column delivery jsonb;
