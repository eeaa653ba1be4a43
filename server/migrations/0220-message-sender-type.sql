-- PostgreSQL parses and plans the check constraints of a table for each statement that writes to it, which is noticeable in the
-- statement that stores messages. The code has a type for these values.
alter table message drop constraint message_sender_type_check;
