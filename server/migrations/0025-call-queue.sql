-- Whose turn it is: calls of one network take turns with those of others (docs/calls.md, "Who is rung").
-- A keyed hash of the caller's address (IPv4) or /64 (IPv6), only while the call waits; never the address itself.
alter table call add column network text;
alter table call add column queue_round integer not null default 0;
