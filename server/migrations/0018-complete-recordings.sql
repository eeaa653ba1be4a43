-- When the answering agent's browser said of the ended call that it has nothing more of it; null: not yet.
alter table recorded_call add column complete_at timestamptz(3);
