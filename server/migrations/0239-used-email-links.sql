-- Used links stay until the person's next one, so that a repeat whose first response was lost succeeds as well.
alter table email_change add column used_at timestamptz(3);
