-- A call of which something was recorded. What is needed of the call is copied, so that these tables stand alone.
create table recorded_call (
  call_id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null,
  provider_id uuid not null,
  external_id text not null,
  -- When call.recording_ready was written; null: not yet.
  announced_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index recorded_call_unannounced on recorded_call (created_at) where announced_at is null;

-- One file: what one MediaRecorder of the agent's browser made. It arrives in pieces (open), is complete or taken for
-- complete (closed), and becomes one file (ready). lost: the storage had none of its pieces any more.
create table recording (
  id uuid primary key,
  call_id uuid not null references recorded_call,
  organization_id uuid not null references organization,
  state text not null default 'open' check (state in ('open', 'closed', 'ready', 'lost')),
  name text not null,
  mime text not null,
  -- Pieces in a row, from 0, and their bytes together.
  chunks integer not null default 0,
  bytes bigint not null default 0,
  last_chunk_at timestamptz(3) not null,
  -- Of a closed one: joined by nobody before; whoever joins it keeps moving it ahead, so that a killed process is
  -- succeeded by another.
  join_after timestamptz(3),
  join_attempts integer not null default 0,
  -- Of a ready one. Bytes; seconds, null where they are not known.
  storage_key text unique,
  size bigint,
  duration double precision,
  created_at timestamptz(3) not null,
  delete_at timestamptz(3) not null,
  check ((state = 'closed') = (join_after is not null)),
  check ((state = 'ready') = (storage_key is not null)),
  check ((state = 'ready') = (size is not null))
) with (fillfactor = 60); -- an open one changes with every piece
create index recording_of_call on recording (call_id);
create index recording_open on recording (id) where state = 'open';
create index recording_closed on recording (join_after) where state = 'closed';
create index recording_expiry on recording (delete_at);

-- A piece, until its recording is ready.
create table recording_chunk (
  recording_id uuid not null references recording on delete cascade,
  seq integer not null,
  size integer not null,
  -- SHA-256: a repeat of the same bytes is no new piece.
  hash bytea not null,
  storage_key text not null unique,
  primary key (recording_id, seq)
);
