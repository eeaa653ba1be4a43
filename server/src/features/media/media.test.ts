import type { Media } from '@parley/protocol/media'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createLogger } from '../../core/logger.ts'
import { openDatabase } from '../../core/database.ts'
import { claimFiles, confirmFiles } from '../../core/storage/storage-owner.ts'
import { findMedia } from './media-store.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
import { createStoreFile } from './stored-file.ts'
import { createMediaSweep, dayOf } from './media-sweep.ts'
import { png } from '../../testing/sample-files.ts'

let setup: MediaSetup
const start = Date.parse('2026-01-31T10:20:30.000Z')
beforeAll(async () => {
  setup = await setUpMedia()
})
beforeEach(() => {
  setup.time.now = start
})
afterAll(() => setup.close())

type Uploader = { owner: string; organizationId: string; providerId: string; customerId: string | null }

async function upload(uploader: Uploader = setup.visitor, name = 'a.png'): Promise<string> {
  const ticket = setup.media.createTicket({ ...uploader, name, size: png.length })
  const response = await setup.put(ticket.upload_url, ticket.ticket, png)
  expect(response.status).toBe(201)
  return ticket.media_id
}

const attach = (uploader: Uploader, customerId: string, mediaIds: string[], messageId = newId()) =>
  setup.db.transaction().execute((tx) =>
    setup.media.attach(tx, {
      mediaIds,
      owner: uploader.owner,
      organizationId: uploader.organizationId,
      customerId,
      messageId,
    }),
  )

const idsOf = (media: Pick<Media, 'id'>[]) => media.map(({ id }) => id)

describe('[S9] attaching', () => {
  it('refuses unknown files and those of another sender, organization or customer', async () => {
    const { visitor } = setup
    const customer = newId()
    const agent = { ...visitor, owner: `agent:${newId()}`, customerId: customer }
    const others = await upload({ ...visitor, owner: 'visitor:other' })
    const foreign = await upload({ ...visitor, organizationId: newId() })
    const anotherCustomers = await upload(agent)
    const own = await upload()
    expect(await attach(visitor, customer, [newId()])).toBe('media_unknown')
    expect(await attach(visitor, customer, [others])).toBe('media_unknown')
    expect(await attach(visitor, customer, [foreign])).toBe('media_unknown')
    expect(await attach(agent, newId(), [anotherCustomers])).toBe('media_unknown')
    expect(await attach(visitor, customer, [own, others])).toBe('media_unknown')
    expect(await attach(visitor, customer, [own, own])).toBe('media_unknown')
    // A refusal changes nothing.
    expect(await attach(visitor, customer, [own])).toHaveLength(1)
  })

  it('refuses a file that was sent before, or twice in one message', async () => {
    const id = await upload()
    const results = await Promise.all([1, 2, 3].map(() => attach(setup.visitor, newId(), [id])))
    expect(results.filter((result) => result === 'media_unknown')).toHaveLength(2)
    expect(await attach(setup.visitor, newId(), [id])).toBe('media_unknown')
  })

  it('assigns the uploads of a visitor to the customer that the first message creates', async () => {
    const [first, second] = [await upload(setup.visitor, 'one.png'), await upload(setup.visitor, 'two.png')]
    const [customer, message] = [newId(), newId()]
    expect(await attach(setup.visitor, customer, [second, first], message)).toEqual([
      { id: second, name: 'two.png', mime: 'image/png', size: png.length, width: 3, height: 2 },
      { id: first, name: 'one.png', mime: 'image/png', size: png.length, width: 3, height: 2 },
    ])
    expect(await findMedia(setup.db, first)).toMatchObject({ customer_id: customer, message_id: message })
  })

  it('is rolled back with the transaction', async () => {
    const id = await upload()
    await expect(
      setup.db.transaction().execute(async (tx) => {
        await setup.media.attach(tx, {
          ...setup.visitor,
          mediaIds: [id],
          customerId: newId(),
          messageId: newId(),
        })
        throw new Error('the message failed')
      }),
    ).rejects.toThrow('the message failed')
    expect(await attach(setup.visitor, newId(), [id])).toHaveLength(1)
  })

  it('two messages with the same uploads in another order do not deadlock', async () => {
    const ids = [await upload(), await upload(), await upload()]
    const results = await Promise.all([
      attach(setup.visitor, newId(), ids),
      attach(setup.visitor, newId(), ids.toReversed()),
    ])
    expect(results.filter((result) => result === 'media_unknown')).toHaveLength(1)
  })
})

describe('new links', () => {
  it('are created only for files that were sent to this customer', async () => {
    const { visitor } = setup
    const [customer, neighbour] = [newId(), newId()]
    const [sent, unsent, theirs, foreign] = [
      await upload(),
      await upload(),
      await upload(),
      await upload({ ...visitor, organizationId: newId() }),
    ]
    await attach(visitor, customer, [sent])
    await attach(visitor, neighbour, [theirs])
    const asked = [foreign, theirs, unsent, sent, newId()]
    const links = await setup.media.links(visitor.organizationId, customer, asked)
    expect(idsOf(links)).toEqual([sent])
    expect((await fetch(links[0]?.url ?? '')).status).toBe(200)
    expect(await setup.media.links(newId(), customer, asked)).toEqual([])
    expect(await setup.media.links(visitor.organizationId, customer, [])).toEqual([])
  })
})

describe('the sweep', () => {
  const waitingForLocks = async () => {
    const activity = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await activity.execute(setup.db)).rows.length
  }
  let sweep: () => Promise<void>
  beforeEach(() => {
    sweep = createMediaSweep({
      db: setup.db,
      storage: setup.storage,
      clock: setup.clock,
      logger: createLogger('silent'),
      confirmFiles: () => confirmFiles(setup.pool, setup.storage),
    })
  })

  it('removes rows and files that were not sent within a day, and keeps the others', async () => {
    const unsent = await upload()
    const sent = await upload()
    await attach(setup.visitor, newId(), [sent])
    setup.time.now = start + 24 * 3600_000 - 60_000
    await sweep()
    expect(await findMedia(setup.db, unsent)).toBeDefined()
    setup.time.now = start + 24 * 3600_000 + 60_000
    await sweep()
    expect(await findMedia(setup.db, unsent)).toBeUndefined()
    expect(await findMedia(setup.db, sent)).toBeDefined()
    const files = (await setup.files()).join()
    expect(files).not.toContain(unsent)
    expect(files).toContain(sent)
  })

  it('removes the files of a deleted message long after they were sent, even if the storage failed at first', async () => {
    const id = await upload()
    const messageId = newId()
    await setup.db
      .transaction()
      .execute((tx) =>
        setup.media.attach(tx, { ...setup.visitor, mediaIds: [id], customerId: newId(), messageId }),
      )
    setup.time.now = start + 30 * 24 * 3600_000
    const afterCommit = await setup.db.transaction().execute((tx) => setup.media.remove(tx, messageId, [id]))
    vi.spyOn(setup.storage, 'remove').mockRejectedValueOnce(new Error('The store is unavailable'))
    await expect(afterCommit()).rejects.toThrow('The store is unavailable')
    expect((await setup.files()).join()).toContain(id)
    await sweep()
    expect((await setup.files()).join()).not.toContain(id)
    expect((await sql`select from storage_removal`.execute(setup.db)).rows).toEqual([])
  })

  it('removes unsent files in a later run if the storage failed', async () => {
    const id = await upload()
    setup.time.now = start + 30 * 24 * 3600_000
    vi.spyOn(setup.storage, 'remove').mockRejectedValueOnce(new Error('The store is unavailable'))
    await expect(sweep()).rejects.toThrow('The store is unavailable')
    expect(await findMedia(setup.db, id)).toBeUndefined()
    setup.time.now += 3_600_000
    await sweep()
    expect((await setup.files()).join()).not.toContain(id)
  })

  it('does not remove an upload that a message is attaching', async () => {
    const id = await upload()
    const swept = Promise.withResolvers<void>()
    await setup.db.transaction().execute(async (tx) => {
      await setup.media.attach(tx, {
        ...setup.visitor,
        mediaIds: [id],
        customerId: newId(),
        messageId: newId(),
      })
      setup.time.now = start + 25 * 3600_000
      sweep().then(swept.resolve, swept.reject)
      await expect.poll(() => waitingForLocks()).toBe(1)
    })
    await swept.promise
    expect(await findMedia(setup.db, id)).toBeDefined()
    expect((await setup.files()).join()).toContain(id)
  })

  it('keeps a fetched file that was stored again, long after a run that was killed', async () => {
    const store = createStoreFile({ ...setup, maxBytes: 1000, onStored: () => {} })
    const file = { ...setup.visitor, id: newId(), name: 'a.txt', size: 4 }
    const storeAgain = () => store({ ...file, body: Readable.from([Buffer.from('text')]) })
    await storeAgain()
    setup.time.now = start + 25 * 3600_000
    expect(await storeAgain()).toEqual({ id: file.id })
    await sweep()
    const messageId = newId()
    const attached = await setup.db
      .transaction()
      .execute((tx) =>
        setup.media.attach(tx, { ...file, mediaIds: [file.id], customerId: newId(), messageId }),
      )
    expect(attached).toMatchObject([{ id: file.id }])
    setup.time.now = start + 50 * 3600_000
    expect(await storeAgain()).toMatchObject({ id: file.id, message_id: messageId })
    await sweep()
    expect(await findMedia(setup.db, file.id)).toMatchObject({ message_id: messageId })
    expect((await setup.files()).filter((name) => name.includes(file.id))).toHaveLength(1)
  })

  it('never removes files of another database', async () => {
    const { storage, clock } = setup
    await claimFiles(setup.pool, storage)
    const sent = await upload()
    await attach(setup.visitor, newId(), [sent])
    setup.time.now = start + 3 * 24 * 3600_000
    const database = await createTestDatabase()
    const other = openDatabase(database.url, { connections: 2 })
    const confirm = { refused: () => confirmFiles(other.pool, storage), skipped: async () => {} }
    const sweepOf = (confirmed: () => Promise<void>) =>
      createMediaSweep({
        db: other.db,
        storage,
        clock,
        logger: createLogger('silent'),
        confirmFiles: confirmed,
      })
    await expect(claimFiles(other.pool, storage)).rejects.toThrow('belongs to another database')
    await expect(sweepOf(confirm.refused)()).rejects.toThrow('belongs to another database')
    // A copy of the database has its mark, but knows no newer files.
    await sweepOf(confirm.skipped)()
    expect((await setup.files()).join()).toContain(sent)
    await sweep()
    expect((await setup.files()).join()).toContain(sent)
    await other.close()
    await database.drop()
  })

  it('removes files without a row, which a killed process leaves behind, after their day', async () => {
    const known = await upload()
    await attach(setup.visitor, newId(), [known])
    const orphan = `${dayOf(start)}/${newId()}.abc`
    async function* source() {
      yield Buffer.from('half')
    }
    await setup.storage.write(orphan, source(), 4)
    setup.time.now = start + 24 * 3600_000
    await sweep()
    expect(await setup.files()).toContain(orphan)
    setup.time.now = start + 48 * 3600_000
    await sweep()
    expect(await setup.files()).not.toContain(orphan)
    expect((await setup.files()).join()).toContain(known)
  })
})
