-- An address proves nothing: another organization may have connected it. Two connections of one bot would still take each other's updates;
-- each mailbox has its own cursor.
drop index channel_account;
create unique index channel_account on channel_connection (channel, account_id)
  where removed_at is null and channel <> 'email';
create unique index channel_mailbox on channel_connection (organization_id, account_id)
  where removed_at is null and channel = 'email';
