import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { placeMessages } from './message-batch-statement.ts'

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

const indexesOf = async (table: string): Promise<string[]> => {
  const { rows } = await handle.pool.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan) ${placeMessages}`,
  )
  return rows.flatMap(({ 'QUERY PLAN': line }) =>
    line.includes(` on ${table} `) ? (/Scan using (\w+) on/.exec(line)?.[1] ?? []) : [],
  )
}

test('the planner finds repeats and colleagues’ messages by one index look-up each, also without statistics', async () => {
  expect(await indexesOf('message')).toEqual(['message_place', 'message_client'])
})

test('it finds the open conversation of a customer by one index look-up', async () => {
  expect(await indexesOf('conversation')).toEqual(['open_conversation', 'conversation_pkey'])
})
