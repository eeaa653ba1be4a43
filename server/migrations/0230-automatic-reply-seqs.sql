-- The message to which each text was sent last: after an error it is sent again, with the same client_id.
alter table automatic_reply add greeting_seq bigint, add away_seq bigint;
