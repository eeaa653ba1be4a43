-- Visitor context (docs/decisions/visitor-context.md). An update does not begin to collect data about visitors: widgets that exist
-- keep it off until an admin turns it on.
alter table provider add column visitor_context boolean not null default false;
alter table provider alter column visitor_context set default true;

-- The last visit of each customer. Deleted 30 days after its last page.
create table visit (
  customer_id uuid primary key references customer on delete cascade,
  organization_id uuid not null references organization,
  started_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  referrer text,
  browser text,
  system text,
  device text not null,
  language text,
  -- IANA name.
  time_zone text,
  -- [{url, title, viewed_at}, ...], newest first, at most 50.
  pages jsonb not null
);
create index visit_oldest on visit (last_at);

-- Custom attributes, by who states them: {name: text, number or boolean}.
create table customer_attributes (
  customer_id uuid primary key references customer on delete cascade,
  organization_id uuid not null references organization,
  -- By a script of the page, unverified.
  stated jsonb not null default '{}',
  -- By the organization's server, in a signed socket token, issued at confirmed_at.
  confirmed jsonb not null default '{}',
  confirmed_at timestamptz(3)
);
