-- Webhooks (spec 2.6, 4.4, 8): an endpoint, one delivery for each public event it subscribes to, one attempt a POST.
create table webhook (
  id uuid primary key,
  organization_id uuid not null references organization,
  url text not null,
  events text[] not null,
  active boolean not null,
  -- Sealed with PARLEY_SECRET: `whsec_` and base64 (spec 5.5).
  secret text not null,
  created_at timestamptz(3) not null,
  -- A deleted one is kept for its log.
  deleted_at timestamptz(3)
);
create index webhook_of_organization on webhook (organization_id, created_at, id);

-- How an endpoint does; no row before its first attempt ended. Not in its webhook's row: whoever makes a delivery holds
-- that row's lock in share mode (features/webhooks/outbox.ts), and the end of an attempt must not wait for them, nor
-- they for it.
create table webhook_trouble (
  webhook_id uuid primary key,
  -- Failed attempts since the last one that was delivered; 0: all is well.
  failures integer not null,
  since timestamptz(3) not null,
  last_status integer,
  last_error text
) with (fillfactor = 50);

-- An event as it was when it happened, once for all webhooks. As json, not jsonb: what is sent keeps its order.
create table webhook_event (
  id uuid primary key,
  organization_id uuid not null,
  type text not null,
  occurred_at timestamptz(3) not null,
  data json not null
);

-- The log. What is still to be sent of it has a row in delivery_queue as well: the many columns and indexes here are
-- written when a delivery is made and when it is over, not at every step in between.
-- Half of a page stays free: neighbours end together, in one statement, and each needs room for its second version there.
create table delivery (
  id uuid primary key,
  organization_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  type text not null,
  -- open: waiting or sending, as its row in delivery_queue says.
  state text not null check (state in ('open', 'delivered', 'failed', 'cancelled')),
  -- No index holds a column that changes when all goes well, so that the end of a delivery stays on its page (HOT).
  undelivered boolean not null generated always as (state in ('failed', 'cancelled')) stored,
  -- Attempts that ended with a result.
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  -- When the event happened.
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
create index delivery_log on delivery (organization_id, created_at desc, id desc);
create index delivery_log_of_webhook on delivery (webhook_id, created_at desc, id desc);
-- The failed among a million delivered ones.
create index delivery_undelivered on delivery (organization_id, created_at desc, id desc) where undelivered;
create unique index delivery_of_event on delivery (event_id, webhook_id);

-- The queue. A row without a lease waits until it is due; one with a lease is being sent.
create table delivery_queue (
  delivery_id uuid primary key,
  webhook_id uuid not null,
  kind text not null default 'automatic' check (kind in ('automatic', 'manual')),
  -- Automatic attempts that failed, of three (spec 8).
  counted smallint not null default 0,
  -- Leases in a row that ended without a result, because their worker died.
  lost smallint not null default 0,
  due_at timestamptz(3) not null,
  -- The automatic attempt that follows when the manual one fails.
  retry_at timestamptz(3),
  -- What is under way. Also the fence: a result counts only while this is still its attempt.
  attempt_id uuid,
  lease_until timestamptz(3)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
create index delivery_waiting on delivery_queue (webhook_id, due_at, delivery_id) where lease_until is null;
create index delivery_leased on delivery_queue (webhook_id, lease_until) where lease_until is not null;

-- One POST each. Its id says when it began; days are cut by it, so that a row is found by its id in one of them.
create table delivery_attempt (
  id uuid primary key,
  delivery_id uuid not null,
  kind text not null,
  outcome text not null default 'under_way',
  status integer,
  error text,
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  duration_ms integer,
  -- As sent and answered, with signatures and links masked. As json, not jsonb: it is only ever shown.
  request json,
  response json
) partition by range (id);
create index attempt_of_delivery on delivery_attempt (delivery_id);

-- A UUIDv7 of that time, for rows that a statement makes by itself.
create function uuid_v7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from at) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
