import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { placeMessages } from './message-batch.ts'

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url, { lookUps: true })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

test('whether a message is a repeat is one place of an index, also for a planner that believes each customer to have one message', async () => {
  // The figures of an analyze in the minute in which 200 customers had just begun.
  await handle.pool.query(`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'message',
    'relpages', 6::int, 'reltuples', 200::real)`)
  await handle.pool.query(`select pg_restore_attribute_stats('schemaname', 'public', 'relname', 'message',
    'attname', 'customer_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', -1::real)`)
  const { rows } = await handle.pool.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan) ${placeMessages}`,
  )
  const ways = rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => / on message /.test(line) && line.includes('Scan'))
  expect(ways).toEqual([expect.stringMatching(/Index (Only )?Scan using message_client on message m/)])
})
