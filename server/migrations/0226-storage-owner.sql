-- The id of this database, as written into the file storage that it uses. Created at the first start; never part of a backup, so that
-- a restored database has another one (docs/decisions/media-storage.md).
create table storage_owner (
  singleton boolean primary key default true check (singleton),
  id uuid not null
);
