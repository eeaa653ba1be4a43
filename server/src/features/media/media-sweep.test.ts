import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { createLogger } from '../../core/logger.ts'
import { recordRemovals } from '../../core/storage/removals.ts'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
import { png } from '../../testing/sample-files.ts'
import { createMediaSweep, dayOf } from './media-sweep.ts'

let setup: MediaSetup
/** Parts of keys whose removal the storage refuses. */
const kept = new Set<string>()
const start = Date.parse('2026-01-31T10:20:30.000Z')

beforeAll(async () => {
  setup = await setUpMedia({
    wrap: (storage) => ({
      ...storage,
      async remove(key) {
        if ([...kept].some((part) => key.includes(part))) throw new Error('The file is locked')
        await storage.remove(key)
      },
    }),
  })
})
afterAll(() => setup.close())

async function upload(): Promise<string> {
  const ticket = setup.media.createTicket({ ...setup.visitor, name: 'a.png', size: png.length })
  expect((await setup.put(ticket.upload_url, ticket.ticket, png)).status).toBe(201)
  return ticket.media_id
}

async function attach(mediaIds: string[]): Promise<void> {
  const to = { ...setup.visitor, mediaIds, customerId: newId(), messageId: newId() }
  await setup.db.transaction().execute((tx) => setup.media.attach(tx, to))
}

async function write(key: string): Promise<string> {
  async function* source() {
    yield Buffer.from('half')
  }
  await setup.storage.write(key, source(), 4)
  return key
}

it('removes all other files, also those without a row, when one cannot be removed, and that one later', async () => {
  const sent = await upload()
  await attach([sent])
  const day = dayOf(start)
  const recorded = [await write('2025-12-01/a'), await write('2025-12-01/b'), await write('2025-12-01/c')]
  const orphans = [await write(`${day}/0-first`), await write(`${day}/1-second`)]
  await setup.db.transaction().execute(async (trx) => {
    // The first is tried first.
    for (const [place, key] of recorded.entries()) await recordRemovals(trx, [key], timestamp(start + place))
  })
  for (const key of [recorded[0]!, orphans[0]!]) kept.add(key)
  const sweep = createMediaSweep({ ...setup, logger: createLogger('silent'), confirmFiles: async () => {} })

  setup.time.now = start + 2 * 24 * 3_600_000
  await expect(sweep()).rejects.toThrow('The file is locked')
  const remaining = (await setup.files()).filter((name) => !name.includes(sent))
  expect(remaining.toSorted()).toEqual([recorded[0], orphans[0]])

  kept.clear()
  setup.time.now += 3_600_000
  await sweep()
  expect((await setup.files()).filter((name) => !name.includes(sent))).toEqual([])
  expect((await sql`select from storage_removal`.execute(setup.db)).rows).toEqual([])
})

it('ends a run when many files in a row fail, and begins the next one with others', async () => {
  setup.time.now = start
  const ids: string[] = []
  while (ids.length < 21) ids.push(await upload())
  kept.add('')
  const sweep = createMediaSweep({ ...setup, logger: createLogger('silent'), confirmFiles: async () => {} })
  setup.time.now = start + 25 * 3_600_000
  await expect(sweep()).rejects.toThrow('The file is locked')
  setup.time.now += 60_000
  const due = async () =>
    (await sql`select from storage_removal where due_at <= ${new Date(setup.time.now)}`.execute(setup.db))
      .rows
  expect(await due()).toHaveLength(1)
  kept.clear()
  await sweep()
  expect(await due()).toEqual([])
  setup.time.now += 3_600_000
  await sweep()
  expect((await sql`select from storage_removal`.execute(setup.db)).rows).toEqual([])
})
