-- When a team replies (docs/decisions/business-hours.md). Teams may later name a row of their own by its id.
create table business_hours (
  id uuid primary key,
  organization_id uuid not null references organization,
  -- The hours of everyone who has none of their own.
  is_default boolean not null,
  enabled boolean not null,
  -- IANA name.
  time_zone text not null,
  -- [[{from, to}, ...], ...]: Monday to Sunday.
  week jsonb not null,
  -- [{date, name, periods}, ...] by date.
  exceptions jsonb not null,
  updated_at timestamptz(3) not null
);
create unique index default_business_hours on business_hours (organization_id) where is_default;
