-- Identifies the contents of a stored day, so that processes can keep decoded days in memory. null: stored before this migration.
alter table fact_day add column version uuid;
