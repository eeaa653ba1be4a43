-- As in 0220, and in a transaction of its own: nothing else may wait for both tables.
alter table event_log drop constraint event_log_audience_check;
