-- Whose turn it is: calls of one network take turns with those of others (docs/calls.md, "Who is rung").
-- A keyed hash of the caller's address (IPv4) or /64 (IPv6), only while the call waits; never the address itself.
alter table call add column network text;
alter table call add column queue_round integer not null default 0;

-- When recording was on, by which chunks are accepted (SPEC C14).
-- Start of the present stretch; null: recording is not on.
alter table call add column recording_since timestamptz(3);
-- End of the last stretch; null: recording was never on.
alter table call add column recording_until timestamptz(3);
-- Length of the earlier stretches.
alter table call add column recorded_ms integer not null default 0;

-- Calls under way, and those whose last chunks may still be uploaded.
update call set recording_since = accepted_at where recording_state = 'on';
update call set recording_until = coalesce(ended_at, accepted_at),
  recorded_ms = extract(epoch from coalesce(ended_at, now()) - accepted_at) * 1000
where answered_at is not null and settings ->> 'recording' <> 'off' and recording_state <> 'on'
  and (ended_at is null or ended_at > now() - interval '10 minutes');
