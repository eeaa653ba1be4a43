-- Hours for which the backlog was recorded. An hour that is missing is a gap; one without rows in backlog_hour had no open conversations.
create table backlog_recorded (hour timestamptz(3) primary key);
insert into backlog_recorded select distinct hour from backlog_hour;
