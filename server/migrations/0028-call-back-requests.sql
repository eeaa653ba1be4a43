-- A customer who reached nobody asks to be called back (docs/decisions/call-back.md).
create table call_back_request (
  id uuid primary key,
  organization_id uuid not null references organization,
  customer_id uuid not null references customer,
  provider_id uuid not null references provider,
  state text not null default 'open' check (state in ('open', 'done', 'withdrawn')),
  -- A keyed hash of the customer's network, only while the request is open; never the address itself.
  network text,
  created_at timestamptz(3) not null,
  closed_at timestamptz(3),
  -- Who marked it as done; null: the customer was reached by a call, or withdrew it.
  closed_by uuid,
  check ((state = 'open') = (closed_at is null))
);
create unique index open_call_back_of_customer on call_back_request (customer_id) where state = 'open';
create index open_call_back on call_back_request (organization_id, created_at, id) where state = 'open';
create index call_back_of_customer on call_back_request (customer_id, created_at);
