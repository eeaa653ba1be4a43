-- Entries from before a rule was switched on are passed over.
alter table automation_rule add column enabled_at timestamptz(3) not null default now();
update automation_rule set enabled_at = created_at;
