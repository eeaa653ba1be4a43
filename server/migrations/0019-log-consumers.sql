-- Durable log consumers (docs/decisions/log-consumers.md).

-- The transaction that wrote the entry, to find what was committed since a snapshot. '0': older than this column.
alter table event_log add column xid xid8 not null default '0';
alter table event_log alter column xid set default pg_current_xact_id();
create index event_log_xid on event_log (xid) where xid <> '0';

-- Live processes that run consumers, with the lease of all their ranges.
create table log_consumer_process (
  id uuid primary key,
  consumers text[] not null,
  lease_until timestamptz not null
);

-- A sixteenth of a consumer's customers: those whose id ends in this digit.
create table log_consumer_range (
  consumer text not null,
  range smallint not null check (range between 0 and 15),
  -- log_consumer_process. Others may claim the range when that process is gone or its lease has expired.
  owner uuid,
  -- Every entry visible in this snapshot is handled, waits for a retry, or is ahead of the walk.
  discovered pg_snapshot not null,
  -- Position of the walk over all logs by customer id. null: no walk is under way.
  walk_after uuid,
  primary key (consumer, range)
);

-- How far a consumer has handled a customer's log. Moves in the transaction of the consumer's own writes.
create table log_cursor (
  consumer text not null,
  customer_id uuid not null,
  seq bigint not null,
  -- Failures of the next entry.
  attempts smallint not null default 0,
  retry_at timestamptz(3),
  last_error text,
  primary key (consumer, customer_id)
) with (fillfactor = 70); -- room for HOT updates

create index log_cursor_retry on log_cursor (consumer, retry_at) where retry_at is not null;

-- Entries that a consumer gave up on. The customer's later entries are handled nevertheless.
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
  -- Set when an operator requeues the entry.
  requeued_at timestamptz(3),
  primary key (consumer, customer_id, seq)
);

create index log_parked_requeued on log_parked (consumer, requeued_at) where requeued_at is not null;
