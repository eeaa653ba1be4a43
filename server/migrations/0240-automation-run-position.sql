-- Position of the entry that started the run. Null: a process of an earlier release began it.
alter table automation_run add column entry_seq bigint;
