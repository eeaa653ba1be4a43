-- Attachments. A row stands only for bytes that arrived whole; an upload under way is known by its ticket alone.
create table media (
  id uuid primary key,
  organization_id uuid not null,
  provider_id uuid not null,
  -- Null while its visitor has not written yet; attaching it fills this.
  customer_id uuid,
  -- Who may attach it: visitor:<provider>:<thumbprint> or agent:<id>.
  owner text not null,
  -- Null until it was sent; what stays null is swept after a day.
  message_id uuid,
  name text not null,
  -- Read from the bytes, never what the uploader said.
  mime text not null,
  size bigint not null check (size > 0),
  -- Pixels as shown (EXIF rotation counted in), for pictures whose header tells them.
  width integer,
  height integer,
  storage_key text not null unique,
  created_at timestamptz(3) not null
);
create index media_unattached on media (created_at) where message_id is null;
