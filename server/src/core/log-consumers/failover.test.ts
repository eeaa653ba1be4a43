import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'

const lines = useTestLog()
const { customer, message, appendElsewhere, seqs, start } = lines

/** Functions of this test's database in place of the server's own ones. */
async function becomeServer(startedAt: string, timeline: string): Promise<void> {
  await lines.pool.query(`
    create schema if not exists other_server;
    create or replace function other_server.pg_postmaster_start_time() returns timestamptz
      language sql as $$ select '${startedAt}'::timestamptz $$;
    create or replace function other_server.pg_walfile_name(pg_lsn) returns text
      language sql as $$ select '${timeline}0000000100000042' $$`)
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
  await becomeServer('2026-01-01T00:00:00Z', '00000001')
  const consumers = await start([recorder()], { hints: false })
  const id = await customer()
  await consumers.look()
  await consumers.settled()
  await appendElsewhere(id, 'message.created')
  await reuseTransactionIds()
  await becomeServer('2026-01-02T00:00:00Z', timeline)
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
