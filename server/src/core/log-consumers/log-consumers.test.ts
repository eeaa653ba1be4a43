import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'

/** What every consumer can rely on: each entry of its types, in order per customer, with its writes and cursor in one commit. */

const lines = useTestLog()
const { append, appendElsewhere, customer, handled, seqs, start } = lines

describe('entries', () => {
  test('of undeclared types are not handed over, the others are in order', async () => {
    const consumers = await start([recorder({ types: ['message.created'] })])
    const id = await customer()
    await append(id, 'message.created', 'receipt.updated', 'message.created')
    await append(id, 'message.created')
    await consumers.settled()
    expect(await seqs(id)).toEqual([2, 4, 5])
  })

  test('of a customer are in order also when they come one by one, from many at once', async () => {
    const consumers = await start([recorder()])
    const ids = await Promise.all(Array.from({ length: 20 }, () => customer()))
    for (let round = 0; round < 5; round += 1)
      await Promise.all(ids.map((id) => append(id, 'message.created')))
    await consumers.settled()
    for (const id of ids) expect(await seqs(id)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('carry what was logged, and the customer they belong to', async () => {
    const batches: object[] = []
    const consumers = await start([
      recorder({
        types: ['message.created'],
        async handle(_trx, batch) {
          batches.push(...batch)
        },
      }),
    ])
    const id = await customer()
    await append(id, 'message.created')
    await consumers.settled()
    expect(batches).toEqual([
      {
        customerId: id,
        organizationId: expect.any(String) as string,
        entries: [
          {
            id: expect.any(String) as string,
            seq: 2,
            type: 'message.created',
            audience: 'both',
            conversation_id: null,
            actor: { type: 'system' },
            data: { secret: 'what a customer wrote' },
            created_at: expect.stringMatching(/\+00:00$/) as string,
          },
        ],
      },
    ])
  })

  test('beyond the limits of a batch come in the next ones', async () => {
    const sizes: number[] = []
    const plain = recorder({ types: ['message.created'] })
    const id = await customer()
    await append(id, ...Array.from({ length: 25 }, () => 'message.created' as const))
    const consumers = await start(
      [
        {
          ...plain,
          handle(trx, batch, signal) {
            sizes.push(batch.reduce((sum, { entries }) => sum + entries.length, 0))
            return plain.handle(trx, batch, signal)
          },
        },
      ],
      { limits: { entries: 10 } },
    )
    await consumers.settled()
    expect(sizes).toEqual([10, 10, 5])
    expect(await seqs(id)).toEqual(Array.from({ length: 25 }, (_, index) => index + 2))
  })

  test('of other types cost a consumer neither a cursor nor a transaction', async () => {
    const consumers = await start([recorder({ types: ['call.ended'] })])
    const id = await customer()
    await append(id, 'message.created')
    await consumers.look()
    await consumers.settled()
    expect(await lines.cursor('recorder', id)).toBeUndefined()
  })
})

describe('commits', () => {
  test('a function that the consumer returned runs after the commit', async () => {
    const seen: number[] = []
    const plain = recorder()
    const consumers = await start([
      {
        ...plain,
        async handle(trx, batch, signal) {
          await plain.handle(trx, batch, signal)
          return () => void lines.handled().then((rows) => seen.push(rows.length))
        },
      },
    ])
    await customer()
    await consumers.settled()
    await expect.poll(() => seen).toEqual([1])
  })

  test('what it wrote is gone when its batch fails', async () => {
    const plain = recorder()
    let fails = true
    const consumers = await start([
      {
        ...plain,
        async handle(trx, batch, signal) {
          await plain.handle(trx, batch, signal)
          if (fails) throw new Error('not now')
        },
      },
    ])
    const id = await customer()
    await consumers.settled()
    expect(await seqs(id)).toEqual([])
    fails = false
    lines.turn(5000)
    await consumers.look()
    await consumers.settled()
    expect(await seqs(id)).toEqual([1])
  })
})

describe('hints are not needed', () => {
  test('an entry of another process is found', async () => {
    const consumers = await start([recorder()])
    const id = await customer()
    await consumers.settled()
    await appendElsewhere(id, 'message.created', 'message.created')
    await consumers.look()
    await consumers.settled()
    expect(await seqs(id)).toEqual([1, 2, 3])
  })

  test('a transaction that commits late loses nothing, though later ones were handled', async () => {
    const consumers = await start([recorder()], { hints: false })
    const [late, other] = [await customer(), await customer()]
    const transaction = await lines.openTransaction()
    await transaction.append(late, 'message.created')
    for (let round = 0; round < 3; round += 1) {
      await appendElsewhere(other, 'message.created')
      await consumers.look()
      await consumers.settled()
    }
    expect(await seqs(other)).toEqual([1, 2, 3, 4])
    expect(await seqs(late)).toEqual([1])
    await transaction.commit()
    await consumers.look()
    await consumers.settled()
    expect(await seqs(late)).toEqual([1, 2])
  })

  test('order is that of the log, not that in which transactions began', async () => {
    const consumers = await start([recorder()], { hints: false })
    const id = await customer()
    const early = await lines.openTransaction()
    await early.query('select pg_current_xact_id()')
    await appendElsewhere(id, 'message.created')
    await consumers.look()
    await early.append(id, 'message.created')
    await early.commit()
    await consumers.look()
    await consumers.settled()
    expect(await seqs(id)).toEqual([1, 2, 3])
  })

  test('a transaction that stays open holds nothing up', async () => {
    const consumers = await start([recorder()], { hints: false })
    const forgotten = await lines.openTransaction()
    await forgotten.query('select pg_current_xact_id()')
    const id = await customer()
    await consumers.look()
    await consumers.settled()
    expect(await seqs(id)).toEqual([1])
  })
})

describe('a consumer that is added later', () => {
  test('from the beginning handles everything, once, also what comes meanwhile', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => customer()))
    await Promise.all(ids.map((id) => append(id, 'message.created', 'message.created')))
    const starting = start([recorder()], { limits: { customers: 7, entries: 10 } })
    await Promise.all(ids.map((id) => append(id, 'message.created')))
    const consumers = await starting
    await consumers.look()
    await consumers.settled()
    for (const id of ids) expect(await seqs(id)).toEqual([1, 2, 3, 4])
  })

  test('from now passes over what was there, and misses nothing that comes', async () => {
    const [old, uncommitted] = [await customer(), await customer()]
    await append(old, 'message.created')
    const transaction = await lines.openTransaction()
    await transaction.append(uncommitted, 'message.created')
    const consumers = await start([recorder({ start: 'now' })])
    await transaction.commit()
    const young = await customer()
    await append(old, 'message.created')
    await consumers.look()
    await consumers.settled()
    expect(await seqs(old)).toEqual([3])
    expect(await seqs(uncommitted)).toEqual([2])
    expect(await seqs(young)).toEqual([1])
  })

  test('from now, continues after a restart where it was', async () => {
    const id = await customer()
    const first = await start([recorder({ start: 'now' })])
    await first.stop()
    await append(id, 'message.created')
    const second = await start([recorder({ start: 'now' })])
    await second.settled()
    expect(await seqs(id)).toEqual([2])
  })

  test('catches up by walking when discovery would have too much to read', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => customer()))
    const first = await start([recorder()])
    await first.stop()
    for (const id of ids) await appendElsewhere(id, 'message.created')
    const second = await start([recorder()], { limits: { discoverableTransactions: 2, customers: 2 } })
    await second.settled()
    for (const id of ids) expect(await seqs(id)).toEqual([1, 2])
  })

  test('after a restore into a younger cluster it still finds what was missed, and what comes', async () => {
    const id = await customer()
    const first = await start([recorder()])
    await first.stop()
    await appendElsewhere(id, 'message.created')
    await lines.pool.query(
      "update log_consumer_range set discovered = '9000000000:9000000000:'; update event_log set xid = '9000000001'",
    )
    const second = await start([recorder()], { hints: false })
    await second.settled()
    expect(await seqs(id)).toEqual([1, 2])
    await appendElsewhere(id, 'message.created')
    await second.look()
    await second.settled()
    expect(await seqs(id)).toEqual([1, 2, 3])
  })
})

describe('a slow consumer', () => {
  test('holds up neither the others nor writers', async () => {
    let release = () => {}
    const blocked = new Promise<void>((resolve) => (release = resolve))
    lines.cleanUps.push(async () => release())
    const slow = recorder({ name: 'slow' })
    const consumers = await start([
      { ...slow, handle: (trx, batch, signal) => blocked.then(() => slow.handle(trx, batch, signal)) },
      recorder({ name: 'quick' }),
    ])
    const ids = await Promise.all(Array.from({ length: 10 }, () => customer()))
    await Promise.all(ids.map((id) => append(id, 'message.created')))
    await expect.poll(async () => (await handled()).length).toBe(20)
    expect((await handled()).every(({ consumer }) => consumer === 'quick')).toBe(true)
    release()
    await consumers.settled()
    expect((await handled()).filter(({ consumer }) => consumer === 'slow')).toHaveLength(20)
  })

  test('is notified of the shutdown by a signal', async () => {
    const entered = Promise.withResolvers<void>()
    const consumers = await start([
      recorder({
        async handle(_trx, _batch, signal) {
          entered.resolve()
          await setTimeout(60_000, null, { signal })
        },
      }),
    ])
    const id = newId()
    await customer(id)
    await entered.promise
    await consumers.stop()
    expect(await lines.cursor('recorder', id)).toBe(0)
  })
})
