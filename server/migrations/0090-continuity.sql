-- Unread messages by e-mail (docs/decisions/continuity.md).

-- One row for each customer of a widget to whom the team wrote while an address was known.
create table continuity (
  customer_id uuid primary key references customer,
  organization_id uuid not null references organization,
  -- When to look next; null: nothing is unread, or nothing can be sent.
  due_at timestamptz(3),
  -- Counts messages of the team, so that the end of a claim does not overlook one.
  version integer not null default 0,
  claimed_until timestamptz(3),
  -- Since when the customer has been offline, as far as known; null: was online.
  offline_since timestamptz(3),
  -- Messages up to here were mailed.
  mailed_seq bigint not null default 0,
  mailed_at timestamptz(3),
  -- The address that was asked to confirm, as a keyed hash.
  asked_key text,
  asked_at timestamptz(3),
  attempts smallint not null default 0
);
create index continuity_due on continuity (due_at) where due_at is not null;

-- Addresses that want no such mail of this organization, as keyed hashes: whoever typed them, for whichever customer.
create table continuity_refusal (
  organization_id uuid not null references organization,
  address_key text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, address_key)
);
