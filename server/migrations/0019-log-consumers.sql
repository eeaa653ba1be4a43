-- Durable log consumers (docs/decisions/log-consumers.md).

-- The transaction that wrote the entry: finds what has committed since a snapshot, however late. '0': older than this column.
alter table event_log add column xid xid8 not null default '0';
alter table event_log alter column xid set default pg_current_xact_id();
create index event_log_xid on event_log (xid) where xid <> '0';

-- Processes that run consumers.
create table log_consumer_process (
  id uuid primary key,
  consumers text[] not null,
  lease_until timestamptz not null
);

-- A sixteenth of a consumer's customers: those whose id ends in this digit.
create table log_consumer_range (
  consumer text not null,
  range smallint not null check (range between 0 and 15),
  -- log_consumer_process. Anybody may take the range when that process is gone or its lease has expired.
  owner uuid,
  -- Of the entries visible in this snapshot every one is handled, waits for a retry, or is ahead of the walk.
  discovered pg_snapshot not null,
  -- The walk over all logs by customer id has come this far. null: no walk is under way.
  walk_after uuid,
  primary key (consumer, range)
);

-- How far a consumer has handled a customer's log. Moves in the transaction of the consumer's own writes.
create table log_cursor (
  consumer text not null,
  customer_id uuid not null,
  seq bigint not null,
  -- Of the entry behind the cursor, while it fails.
  attempts smallint not null default 0,
  retry_at timestamptz(3),
  last_error text,
  primary key (consumer, customer_id)
) with (fillfactor = 70); -- room for HOT updates

create index log_cursor_retry on log_cursor (consumer, retry_at) where retry_at is not null;

-- Entries that failed too often. The customer's later entries were handled nevertheless.
create table log_parked (
  consumer text not null,
  customer_id uuid not null,
  seq bigint not null,
  organization_id uuid not null,
  entry_id uuid not null,
  type text not null,
  -- Never an entry's content.
  error text not null,
  attempts smallint not null,
  parked_at timestamptz(3) not null,
  -- An operator wants it tried again.
  requeued_at timestamptz(3),
  primary key (consumer, customer_id, seq)
);

create index log_parked_requeued on log_parked (consumer, requeued_at) where requeued_at is not null;
