-- Sign-ins of members, for the timeline of a customer: the first one of each day (UTC). With custom login, browsers present a new
-- token every hour, which says nothing about when the person signed in.
create table customer_sign_in (
  id uuid primary key,
  customer_id uuid not null references customer,
  auth_provider text not null,
  day date not null,
  created_at timestamptz(3) not null,
  unique (customer_id, day)
);
create index customer_sign_in_newest on customer_sign_in (customer_id, created_at desc, id desc);
