-- Calendars of holidays of business hours (docs/decisions/business-hours.md). Reading one changes nothing that a person entered.
create table holiday_feed (
  hours_id uuid primary key references business_hours on delete cascade,
  organization_id uuid not null references organization,
  -- Sealed: it may give access to a private calendar.
  url text not null,
  -- [{date, name, periods: []}, ...] by date, as the exceptions of business_hours.
  holidays jsonb not null,
  -- When they became different.
  changed_at timestamptz(3) not null,
  -- The last attempt that succeeded, and the last one that read the whole calendar.
  read_at timestamptz(3) not null,
  content_at timestamptz(3) not null,
  -- Of the last attempt; null: it succeeded.
  problem text,
  -- Failed attempts since then.
  failures integer not null default 0,
  next_at timestamptz(3) not null,
  -- For conditional requests.
  etag text,
  last_modified text
);
create index holiday_feed_due on holiday_feed (next_at);
create index holiday_feed_of_organization on holiday_feed (organization_id);

-- Of two exceptions of a date the later in the list counts: a person's wins over the calendar's.
create or replace view saved_hours as
  select hours.organization_id, hours.team_id,
    greatest(hours.updated_at, feed.changed_at)::timestamptz(3) as updated_at,
    hours.enabled, hours.time_zone, hours.week,
    coalesce(feed.holidays, '[]') || hours.exceptions as exceptions
  from business_hours hours left join holiday_feed feed on feed.hours_id = hours.id;
