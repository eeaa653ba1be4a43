-- See 0220. A separate migration, so that no transaction locks both tables.
alter table event_log drop constraint event_log_audience_check;
