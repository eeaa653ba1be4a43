import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'

const lines = useTestLog()
const { customer, message, appendElsewhere, seqs, start } = lines

interface Server {
  startedAt: string
  timeline: string
  /** The recovery after a crash resets statistics. */
  statisticsSince: string
}
const firstServer: Server = {
  startedAt: '2026-01-01T00:00:00Z',
  timeline: '00000001',
  statisticsSince: '2026-01-01T00:00:00Z',
}

/**
 * Functions of this test's database in place of the server's own ones.
 * @param lost undoes what this server lacks, in the same transaction
 */
async function becomeServer({ startedAt, timeline, statisticsSince }: Server, lost = ''): Promise<void> {
  await lines.pool.query(`
    ${lost};
    create schema if not exists other_server;
    create or replace function other_server.pg_postmaster_start_time() returns timestamptz
      language sql as $$ select '${startedAt}'::timestamptz $$;
    create or replace function other_server.pg_walfile_name(pg_lsn) returns text
      language sql as $$ select '${timeline}0000000100000042' $$;
    create or replace view other_server.pg_stat_bgwriter as
      select '${statisticsSince}'::timestamptz as stats_reset`)
  await lines.pool.query(
    `do $$ begin execute format('alter database %I set search_path = other_server, pg_catalog, public', current_database()); end $$`,
  )
}

/** As if the transactions had ids that the former primary gave to others, which a discovery has seen. */
const reuseTransactionIds = () => lines.pool.query(`update event_log set xid = '3' where seq > 1`)

test('an announced entry that was lost with the former primary is not handled, and the one in its place is', async () => {
  const selectCustomers = async (_db: unknown, customerIds: string[]) => new Set(customerIds)
  const consumers = await start([recorder({ types: ['message.created'], selectCustomers })])
  const id = await customer()
  await message(id, 'customer')
  await consumers.settled()
  const lost = {
    id: newId(),
    seq: 3,
    type: 'message.created' as const,
    audience: 'both' as const,
    conversation_id: null,
    actor: { type: 'customer' as const },
    data: {},
    created_at: new Date(lines.clock()).toISOString(),
  }
  lines.bus.publish('log', {
    organization_id: lines.organizationId,
    customer_id: id,
    after: 2,
    to: 3,
    entries: [lost],
    born: null,
  })
  await consumers.settled()
  expect(await seqs(id)).toEqual([2])
  await message(id, 'customer')
  await consumers.settled()
  expect(await seqs(id)).toEqual([2, 3])
})

/** Consumers whose database server was replaced by one of this timeline after an entry that no hint announced. */
async function replacedBy(timeline: string) {
  await becomeServer(firstServer)
  const consumers = await start([recorder({ start: 'now' })], { hints: false })
  const id = await customer()
  await consumers.look()
  await consumers.settled()
  await appendElsewhere(id, 'message.created')
  await reuseTransactionIds()
  await becomeServer({ ...firstServer, startedAt: '2026-01-02T00:00:00Z', timeline })
  await consumers.look()
  await consumers.settled()
  return { consumers, id }
}

test('after a failover, all entries behind the cursors are found', async () => {
  const { consumers, id } = await replacedBy('00000002')
  expect(await seqs(id)).toEqual([1, 2])
  await appendElsewhere(id, 'message.created')
  await consumers.look()
  await consumers.settled()
  expect(await seqs(id)).toEqual([1, 2, 3])
})

test('a restart of the same database is no failover', async () => {
  const { id } = await replacedBy('00000001')
  expect(await seqs(id)).toEqual([1])
})

/** Consumers that have handled two entries, and what a crash has to undo so that the second was never handled. */
async function handledTwo() {
  await becomeServer(firstServer)
  const consumers = await start([recorder({ start: 'now' })])
  const { rows } = await lines.pool.query<{ discovered: string }>(
    'select distinct discovered::text from log_consumer_range',
  )
  const id = await customer()
  await consumers.settled()
  await message(id, 'customer')
  await consumers.settled()
  await consumers.look()
  await consumers.settled()
  expect(await seqs(id)).toEqual([1, 2])
  const undone = `
    delete from handled where customer_id = '${id}' and seq = 2;
    update log_cursor set seq = 1 where customer_id = '${id}';
    update log_consumer_range set discovered = '${rows[0]?.discovered}'`
  return { consumers, id, undone }
}

const crashed = {
  'the server was started again': { startedAt: '2026-01-02T00:00:00Z' },
  'only its processes were replaced': { statisticsSince: '2026-01-02T00:00:00Z' },
}

test.each(Object.entries(crashed))('what a crash has undone is handled again: %s', async (_, change) => {
  const { consumers, id, undone } = await handledTwo()
  await becomeServer({ ...firstServer, ...change }, undone)
  await consumers.look()
  await consumers.settled()
  expect(await seqs(id)).toEqual([1, 2])
})

test('a process that stops after a crash does not store progress that the crash has undone', async () => {
  const { consumers, id, undone } = await handledTwo()
  await becomeServer({ ...firstServer, startedAt: '2026-01-02T00:00:00Z' }, undone)
  await consumers.stop()
  await start([recorder({ start: 'now' })])
  expect(await seqs(id)).toEqual([1, 2])
})
