-- Credentials that were stored while a channel was being disconnected, and pictures of accounts, which were kept.
update channel_connection set credentials = null, picture = null, picture_id = null
where removed_at is not null and (credentials is not null or picture is not null);
