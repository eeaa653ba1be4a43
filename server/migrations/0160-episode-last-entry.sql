-- Lets a message be added to an open episode without reading the whole episode again. Null: computed by an earlier release.
alter table episode add column last_entry_at timestamptz(3);
