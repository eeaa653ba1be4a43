-- The deadline that started the run: rules for any target run once for each (docs/decisions/automation.md, Loops).
alter table automation_run add column target text check (target in ('first_response', 'next_response', 'resolution'));
