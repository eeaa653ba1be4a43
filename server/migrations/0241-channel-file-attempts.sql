-- Attempts that failed because the storage did not deliver a file. They do not count as attempts without a response of the platform.
alter table channel_outbox add column file_attempts integer not null default 0;
