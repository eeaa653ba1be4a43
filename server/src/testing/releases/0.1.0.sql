-- Rows of an installation of Parley 0.1.0, whose last migration is 0018. One organization, a member, a visitor, their messages,
-- a call with a recording, and a webhook. Never edited: later versions must migrate it as it is.
insert into organization (id, name, created_at) values ('01000000-0000-7000-8000-000000000001', 'Acme', '2026-01-31 10:00Z');
insert into auth_user (id, name, email, created_at, updated_at) values
  ('01000000-0000-7000-8000-000000000011', 'Olga Owner', 'olga@acme.test', '2026-01-31 10:00Z', '2026-01-31 10:00Z'),
  ('01000000-0000-7000-8000-000000000012', 'Ali Agent', 'ali@acme.test', '2026-01-31 10:00Z', '2026-01-31 10:00Z');
insert into auth_account (id, user_id, account_id, provider_id, password, created_at, updated_at) values
  ('01000000-0000-7000-8000-000000000021', '01000000-0000-7000-8000-000000000011', '01000000-0000-7000-8000-000000000011', 'credential', 'salt:hash', '2026-01-31 10:00Z', '2026-01-31 10:00Z');
insert into auth_session (id, user_id, token, expires_at, created_at, updated_at) values
  ('01000000-0000-7000-8000-000000000031', '01000000-0000-7000-8000-000000000011', 'session', '2027-01-31 10:00Z', '2026-01-31 10:00Z', '2026-01-31 10:00Z');
insert into auth_attempt (key, count, ends_at) values ('sign-in 192.0.2.1', 2, '2026-01-31 10:15Z');
insert into agent (id, organization_id, user_id, role, name, created_at, removed_at) values
  ('01000000-0000-7000-8000-000000000041', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000011', 'owner', null, '2026-01-31 10:00Z', null),
  ('01000000-0000-7000-8000-000000000042', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000012', 'agent', 'Ali Agent', '2026-01-31 10:00Z', '2026-02-01 10:00Z');
insert into invitation (id, organization_id, token_hash, role, email, invited_by, created_at, expires_at) values
  ('01000000-0000-7000-8000-000000000051', '01000000-0000-7000-8000-000000000001', 'invitation', 'agent', 'new@acme.test', '01000000-0000-7000-8000-000000000041', '2026-01-31 10:00Z', '2026-02-07 10:00Z');
insert into provider (id, organization_id, name, secret_key, appearance, created_at, secret_key_made_at) values
  ('01000000-0000-7000-8000-000000000061', '01000000-0000-7000-8000-000000000001', 'Shop', 's1.sealed', '{"title": "Acme"}', '2026-01-31 10:00Z', '2026-01-31 10:00Z');
insert into api_key (id, organization_id, name, scopes, token_hash, hint, created_at) values
  ('01000000-0000-7000-8000-000000000071', '01000000-0000-7000-8000-000000000001', 'Robot', '{messages:write}', 'key', 'plk_ab', '2026-01-31 10:00Z');
insert into customer (id, organization_id, provider_id, identity, external_id, first_name, email, language, country_code, auth_provider, created_at) values
  ('01000000-0000-7000-8000-000000000081', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000061', 'visitor:abc', 'abc', null, null, 'de', 'DE', null, '2026-01-31 10:00Z'),
  ('01000000-0000-7000-8000-000000000082', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000061', 'google:42', '42', 'Mira', 'mira@example.com', 'tr', 'TR', 'google', '2026-01-31 10:00Z');
insert into customer_log (customer_id, organization_id, provider_id, last_seq, agents_read) values
  ('01000000-0000-7000-8000-000000000081', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000061', 2, 2);
insert into conversation (id, organization_id, customer_id, provider_id, agent_id, status, started_at, closed_at, duration, first_response_time, last_sender_type, last_preview, last_message_at, updated_at, created_at) values
  ('01000000-0000-7000-8000-000000000091', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000081', '01000000-0000-7000-8000-000000000061', '01000000-0000-7000-8000-000000000042', 'closed', '2026-01-31 10:01Z', '2026-01-31 10:11Z', 600, 30, 'customer', 'Grüße', '2026-01-31 10:01Z', '2026-01-31 10:11Z', '2026-01-31 10:01Z'),
  ('01000000-0000-7000-8000-000000000092', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000082', '01000000-0000-7000-8000-000000000061', null, 'open', '2026-01-31 10:01Z', null, null, null, 'customer', 'Merhaba', '2026-01-31 10:01Z', '2026-01-31 10:01Z', '2026-01-31 10:01Z');
insert into message (id, organization_id, customer_id, conversation_id, seq, sender_type, sender, client_id, content, media, created_at) values
  ('01000000-0000-7000-8000-0000000000a1', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000081', '01000000-0000-7000-8000-000000000091', 2, 'customer', 'customer', '01000000-0000-7000-8000-0000000000a2', E'Grüße\n👋', '[]', '2026-01-31 10:01Z');
insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at) values
  ('01000000-0000-7000-8000-000000000081', 1, '01000000-0000-7000-8000-0000000000b1', '01000000-0000-7000-8000-000000000001', 'conversation.started', 'both', '01000000-0000-7000-8000-000000000091', '{"type": "customer"}', '{}', '2026-01-31 10:01Z'),
  ('01000000-0000-7000-8000-000000000081', 2, '01000000-0000-7000-8000-0000000000b2', '01000000-0000-7000-8000-000000000001', 'message.created', 'both', '01000000-0000-7000-8000-000000000091', '{"type": "customer"}', '{"content": "Grüße"}', '2026-01-31 10:01Z');
insert into media (id, organization_id, provider_id, customer_id, owner, message_id, name, mime, size, storage_key, created_at) values
  ('01000000-0000-7000-8000-0000000000c1', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000061', '01000000-0000-7000-8000-000000000081', 'visitor:01000000-0000-7000-8000-000000000061:abc', '01000000-0000-7000-8000-0000000000a1', 'a.png', 'image/png', 67, '2026-01-31/a.b', '2026-01-31 10:01Z');
insert into webhook (id, organization_id, url, events, active, secret, created_at, era) values
  ('01000000-0000-7000-8000-0000000000d1', '01000000-0000-7000-8000-000000000001', 'https://acme.test/hook', '{conversation.started}', true, 's1.sealed', '2026-01-31 10:00Z', 1);
insert into webhook_trouble (webhook_id, failures, since) values ('01000000-0000-7000-8000-0000000000d1', 1, '2026-01-31 10:01Z');
insert into webhook_event (id, organization_id, type, occurred_at, data) values
  ('01000000-0000-7000-8000-0000000000d2', '01000000-0000-7000-8000-000000000001', 'conversation.started', '2026-01-31 10:01Z', '{"b": 1, "a": 2}');
insert into delivery (id, organization_id, webhook_id, event_id, type, state, attempts, created_at, updated_at) values
  ('01000000-0000-7000-8000-0000000000d3', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-0000000000d1', '01000000-0000-7000-8000-0000000000d2', 'conversation.started', 'open', 1, '2026-01-31 10:01Z', '2026-01-31 10:01Z');
insert into delivery_queue (delivery_id, webhook_id, counted, due_at, era) values
  ('01000000-0000-7000-8000-0000000000d3', '01000000-0000-7000-8000-0000000000d1', 1, '2026-01-31 10:11Z', 1);
-- As a worker of 0.1.0 made it, for one day.
create table delivery_attempt_20260131 (like delivery_attempt including defaults) with (fillfactor = 10);
alter table delivery_attempt attach partition delivery_attempt_20260131
  for values from ('00000000-0000-0000-0000-000000000000') to ('02000000-0000-0000-0000-000000000000');
insert into delivery_attempt (id, delivery_id, kind, outcome, status, started_at, finished_at, duration_ms, request, response) values
  ('01000000-0000-7000-8000-0000000000d4', '01000000-0000-7000-8000-0000000000d3', 'automatic', 'bad_status', 500, '2026-01-31 10:01Z', '2026-01-31 10:01Z', 12, '{}', '{}');
insert into social_login (provider_id, organization_id, social, enabled) values
  ('01000000-0000-7000-8000-000000000061', '01000000-0000-7000-8000-000000000001', 'google', true);
insert into member_session (provider_id, jkt, organization_id, customer_id, created_at, expires_at) values
  ('01000000-0000-7000-8000-000000000061', 'xyz', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000082', '2026-01-31 10:01Z', '2026-03-02 10:01Z');
insert into login_problem (id, provider_id, code, first_at, last_at) values
  ('01000000-0000-7000-8000-0000000000e1', '01000000-0000-7000-8000-000000000061', 'token_expired', '2026-01-31 10:01Z', '2026-01-31 10:01Z');
insert into call (id, organization_id, customer_id, provider_id, external_id, client_id, phase, settings, video, consent, agent_id, created_at, accepted_at, answered_at, ended_at, status, reason, ended_by) values
  ('01000000-0000-7000-8000-0000000000f1', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000082', '01000000-0000-7000-8000-000000000061', '42', '01000000-0000-7000-8000-0000000000f2', 'over', '{}', false, 'granted', '01000000-0000-7000-8000-000000000041', '2026-01-31 11:00Z', '2026-01-31 11:00Z', '2026-01-31 11:01Z', '2026-01-31 11:05Z', 'ended', 'hangup', 'customer');
insert into call_offer (id, call_id, agent_id, outcome, offered_at, expires_at, ended_at) values
  ('01000000-0000-7000-8000-0000000000f3', '01000000-0000-7000-8000-0000000000f1', '01000000-0000-7000-8000-000000000041', 'accepted', '2026-01-31 11:00Z', '2026-01-31 11:01Z', '2026-01-31 11:00Z');
insert into agent_desk (agent_id, organization_id, idle_since, changed_at) values
  ('01000000-0000-7000-8000-000000000041', '01000000-0000-7000-8000-000000000001', '2026-01-31 11:05Z', '2026-01-31 11:05Z');
insert into recorded_call (call_id, organization_id, customer_id, provider_id, external_id, announced_at, created_at, complete_at) values
  ('01000000-0000-7000-8000-0000000000f1', '01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000082', '01000000-0000-7000-8000-000000000061', '42', null, '2026-01-31 11:05Z', null);
insert into recording (id, call_id, organization_id, state, name, mime, chunks, bytes, last_chunk_at, join_after, created_at, delete_at) values
  ('01000000-0000-7000-8000-0000000000f4', '01000000-0000-7000-8000-0000000000f1', '01000000-0000-7000-8000-000000000001', 'closed', 'a.webm', 'audio/webm', 1, 10, '2026-01-31 11:05Z', '2026-01-31 11:06Z', '2026-01-31 11:00Z', '2026-04-30 11:05Z');
insert into recording_chunk (recording_id, seq, size, hash, storage_key) values
  ('01000000-0000-7000-8000-0000000000f4', 0, 10, '\x00ff', 'recordings/2026-01-31/a.b');
