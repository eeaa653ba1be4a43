import type { Media } from '@parley/protocol/media'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../core/ids.ts'
import { findMedia } from './media-store.ts'
import { setUpMedia, type MediaSetup } from '../../testing/media-setup.ts'
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
    sweep = createMediaSweep({ db: setup.db, storage: setup.storage, clock: setup.clock })
  })

  it('removes rows and files that were not sent within a day, and keeps the others', async () => {
    const unsent = await upload()
    const sent = await upload()
    await attach(setup.visitor, newId(), [sent])
    setup.time.now = start + 24 * 3600_000 - 1000
    await sweep()
    expect(await findMedia(setup.db, unsent)).toBeDefined()
    setup.time.now = start + 24 * 3600_000 + 1000
    await sweep()
    expect(await findMedia(setup.db, unsent)).toBeUndefined()
    expect(await findMedia(setup.db, sent)).toBeDefined()
    const files = (await setup.files()).join()
    expect(files).not.toContain(unsent)
    expect(files).toContain(sent)
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
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))
    })
    await swept.promise
    expect(await findMedia(setup.db, id)).toBeDefined()
    expect((await setup.files()).join()).toContain(id)
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
