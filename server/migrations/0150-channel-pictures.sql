-- The picture that a platform shows of the account. `picture_id` names its content.
alter table channel_connection
  add column picture bytea,
  add column picture_id text,
  add constraint channel_connection_picture check ((picture is null) = (picture_id is null)),
  add constraint channel_connection_picture_size check (octet_length(picture) <= 102400);
