-- Whole days of facts as columns, which reports read instead of rows (docs/decisions/reports.md, Days). Derived: may be emptied.
create table fact_day (
  organization_id uuid not null references organization,
  -- As in metric-sources.ts.
  source text not null,
  -- A day of the organization's time zone.
  from_at timestamptz(3) not null,
  to_at timestamptz(3) not null,
  name text not null,
  data bytea not null,
  primary key (organization_id, source, from_at, name)
);
-- Numbers hardly compress.
alter table fact_day alter column data set storage external;

-- Days before `through_at` are stored, or due.
create table fact_day_progress (
  organization_id uuid primary key references organization,
  time_zone text not null,
  -- Identifies the definitions that the columns were written with.
  shape text not null,
  through_at timestamptz(3) not null
);

-- Days to be stored, or to be stored again.
create table fact_day_due (
  organization_id uuid not null references organization,
  source text not null,
  from_at timestamptz(3) not null,
  primary key (organization_id, source, from_at)
);

-- Work of a period, however long ago.
create index handling_active on handling using gist (active);
