-- Connections that are asked for updates take turns (docs/decisions/channels.md): the one that has waited longest is next, and not before
-- this time. New connections are first.
alter table channel_connection add column poll_at timestamptz(3) not null default '1970-01-01';
create index channel_connection_polling on channel_connection (poll_at) where mode = 'polling' and removed_at is null;
