-- What was imported from other products, so that repeating an import skips it (docs/decisions/imports.md).
create table import_item (
  organization_id uuid not null references organization,
  -- Where it comes from: 'chatwoot https://chat.example.com/1'.
  source text not null,
  kind text not null,
  -- The id at the source; of a customer also the provider.
  key text not null,
  item_id uuid not null,
  primary key (organization_id, source, kind, key)
);
