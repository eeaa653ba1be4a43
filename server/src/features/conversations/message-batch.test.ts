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

const waysTo = async (table: string): Promise<string[]> => {
  const { rows } = await handle.pool.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan) ${placeMessages}`,
  )
  return rows.flatMap(({ 'QUERY PLAN': line }) =>
    line.includes(` on ${table} `) ? (/Scan using (\w+) on/.exec(line)?.[1] ?? []) : [],
  )
}

test('whether a message is a repeat is one place of an index, also where nothing is known of the tables', async () => {
  expect(await waysTo('message')).toEqual(['message_client'])
})

test('so is the open conversation of a customer', async () => {
  expect(await waysTo('conversation')).toEqual(['open_conversation', 'conversation_pkey'])
})
