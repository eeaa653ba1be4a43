-- The tenant: every row of Parley belongs to one.
create table organization (
  id uuid primary key,
  name text not null,
  -- Made by the first start without configuration, so that it can be found again.
  is_demo boolean not null default false,
  created_at timestamptz(3) not null
);
create unique index organization_demo on organization (is_demo) where is_demo;
