import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock, timestamp } from './core/clock.ts'
import { openDatabase, type DatabaseHandle } from './core/database.ts'
import { deleteUsesUntil } from './features/canned-replies/canned-reply-store.ts'
import { createChannelRetention } from './features/channels/retention.ts'
import { deleteDraftsBefore } from './features/drafts/draft-store.ts'
import { createPresenceSpans } from './features/facts/presence-spans.ts'
import { deleteExpired } from './features/social-login/transaction-store.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

/** Daily sweeps delete in small transactions: one statement for a large backlog would reach its timeout, every day. */

let database: TestDatabase
let handle: DatabaseHandle
let writer: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { connections: 1 })
  writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  // The tests write rows without the ones that they refer to.
  await writer.query(`
    do $$ declare key record; begin
      for key in select conname, conrelid::regclass as holder from pg_constraint where contype = 'f' and conparentid = 0 loop
        execute format('alter table %s drop constraint %I', key.holder, key.conname);
      end loop;
    end $$;
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 1000 then raise 'too many rows in one statement'; end if;
      return null;
    end $$`)
})
afterAll(async () => {
  await writer.end()
  await handle.close()
  await database.drop()
})

const yesterday = () => timestamp(Date.now() - 86_400_000)

const sweeps = {
  channels: () => createChannelRetention({ db: handle.db, clock: systemClock })(),
  presence: () =>
    createPresenceSpans({
      db: handle.db,
      connections: async () => [],
      deskStates: async () => new Map(),
    }).deleteOld(),
  drafts: () => deleteDraftsBefore(handle.db, yesterday()),
  repliesUsed: () => deleteUsesUntil(handle.db, yesterday().slice(0, 10)),
  logins: () => deleteExpired(handle.db, yesterday()),
}

/** Columns and values of row `n`, at the time `at`. */
const rows = [
  [
    'channel_inbound',
    'channels',
    'provider_id, external_id, contact, position, received_at, ready_at, done_at',
    'id, n, n, n, at, at, at',
  ],
  [
    'channel_outbox',
    'channels',
    'customer_id, seq, provider_id, organization_id, contact, message_id, action, created_at, finished_at',
    `id, n, id, id, n, id, 'send', at, at`,
  ],
  ['channel_automatic_message', 'channels', 'client_id, created_at', 'id, at'],
  [
    'presence_span',
    'presence',
    'organization_id, agent_id, state, from_at, to_at',
    `id, id, 'online', at, at`,
  ],
  [
    'draft',
    'drafts',
    'organization_id, agent_id, conversation_id, kind, content, version, updated_at',
    `id, id, id, 'reply', '', n, at`,
  ],
  ['canned_reply_use', 'repliesUsed', 'canned_reply_id, agent_id, day, uses', 'id, id, at, 1'],
  [
    'login_transaction',
    'logins',
    'id, organization_id, provider_id, social, opener_origin, expires_at',
    `id, id, id, 'google', '', at`,
  ],
  [
    'login_code',
    'logins',
    'code_hash, organization_id, provider_id, jkt, login, expires_at',
    `n, id, id, n, '', at`,
  ],
  [
    'member_session',
    'logins',
    'provider_id, jkt, organization_id, customer_id, created_at, expires_at',
    'id, n, id, id, at, at',
  ],
] as const

test.each(rows)('old rows of %s are deleted a thousand at a time', async (table, sweep, columns, values) => {
  await writer.query(`
    insert into ${table} (${columns}) select ${values} from (
      select n, gen_random_uuid() as id, case when n = 0 then now() else '2020-01-01' end as at
      from generate_series(0, 1001) n
    ) made;
    create trigger refuse_many after delete on ${table} referencing old table as gone
    for each statement execute function refuse_many()`)
  await sweeps[sweep]()
  const { rows: kept } = await writer.query(`select count(*)::int as count from ${table}`)
  expect(kept).toEqual([{ count: 1 }])
})
