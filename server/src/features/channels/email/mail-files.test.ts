import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../../core/database.ts'
import { newId } from '../../../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { inboundFile } from './mail-store.ts'

/** Files of mails, between reading and storing. */

let database: TestDatabase
let handle: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  handle = openDatabase(database.url)
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})

const providerId = newId()

async function keep(content: Buffer): Promise<string> {
  const externalId = `7/${newId()}`
  await handle.pool.query('insert into channel_inbound_file values ($1, $2, 2, $3)', [
    providerId,
    externalId,
    content,
  ])
  return `${externalId}/2`
}

it('a file is read whole, whatever its size and content', async () => {
  const large = 1_300_000
  for (const content of [randomBytes(large), Buffer.alloc(large, 'a'), Buffer.from('a'), Buffer.of()]) {
    const file = await inboundFile(handle.db, providerId, await keep(content))
    expect(file?.size).toBe(content.length)
    expect((await buffer(file!.body)).equals(content)).toBe(true)
  }
})

it('of a file that is not stored yet, only a part is in memory', async () => {
  const content = randomBytes(5_000_000)
  const file = await inboundFile(handle.db, providerId, await keep(content))
  const chunks = file!.body.iterator()
  const first = (await chunks.next()).value as Buffer
  expect(first.equals(content.subarray(0, first.length))).toBe(true)
  await handle.pool.query('delete from channel_inbound_file')
  let held = first.length
  for await (const chunk of chunks) held += (chunk as Buffer).length
  expect(held).toBeLessThan(2_000_000)
})

it('an unknown file has no content', async () => {
  expect(await inboundFile(handle.db, providerId, 'none/0')).toBeUndefined()
})
