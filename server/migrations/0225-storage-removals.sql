-- Files whose rows were deleted. Written in the transaction that deletes the rows, so that a file is removed even if the storage
-- is unavailable or the process is killed after the commit.
create table storage_removal (
  storage_key text primary key,
  due_at timestamptz(3) not null
);
create index storage_removal_due on storage_removal (due_at);
