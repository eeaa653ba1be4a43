-- What waits for a webhook that is switched off, unsubscribed or deleted is cancelled after the change, in batches: a backlog
-- of 100,000 takes seconds, in which neither the webhook's row may be held nor anything of it be sent.

-- Grows with each change that cancels. What waits carries the one in which it was queued.
alter table webhook add column era integer not null default 0;
alter table delivery_queue add column era integer not null default 0;

-- Being sent when its webhook's change was committed: its attempt ends, and no other follows.
alter table delivery_queue add column revoked boolean not null default false;

-- Still to be cancelled: what was queued for the webhook before this era. While it is here, nothing of the webhook is claimed.
create table webhook_cancellation (
  webhook_id uuid not null,
  era integer not null,
  -- The events that it receives no more; null: nothing at all.
  types text[],
  primary key (webhook_id, era)
);
