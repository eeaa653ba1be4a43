import type { LogEntry } from '@parley/protocol/event'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLocalBus } from '../core/bus/bus.ts'
import { openDatabase, type DatabaseHandle } from '../core/database.ts'
import { createEventLog } from '../core/event-log.ts'
import { newId } from '../core/ids.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFanOut, type FanOut } from './fan-out.ts'

describe('fan-out', () => {
  let testDatabase: TestDatabase
  let handle: DatabaseHandle
  const errors: unknown[] = []
  const opened: FanOut[] = []
  const organizationId = newId()

  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    handle = openDatabase(testDatabase.url)
  })
  afterEach(async () => {
    for (const fanOut of opened.splice(0)) await fanOut.close()
  })
  afterAll(async () => {
    await handle.close()
    await testDatabase.drop()
    expect(errors).toEqual([])
  })

  /** A log with its own bus, and a follower that records its frames. */
  async function setUp(options: { losesHints?: boolean } = {}) {
    const bus = createLocalBus((error) => errors.push(error))
    const lossyBus = createLocalBus((error) => errors.push(error))
    const log = createEventLog({
      db: handle.db,
      bus,
      clock: Date.now,
      outbox: async () => () => {},
    })
    const rendered: number[] = []
    /** Customers by visitor. */
    const existing = new Map<string, string>()
    const lookUpFailures: Error[] = []
    const fanOut = createFanOut({
      db: handle.db,
      pool: handle.pool,
      bus: options.losesHints ? lossyBus : bus,
      render(entry) {
        rendered.push(entry.seq)
        return entry as unknown as LogEntry
      },
      async findCustomers() {
        const failure = lookUpFailures.shift()
        if (failure) throw failure
        return existing
      },
      onError: (error) => errors.push(error),
    })
    opened.push(fanOut)
    const customerId = newId()
    const got: { after: number; to: number; seqs: number[] }[] = []
    const closings: string[] = []
    const waiting: (() => void)[] = []
    const sink = {
      closed: false,
      close: (reason: string) => void closings.push(reason),
      sendText(frame: string, sent?: () => void) {
        const { params } = JSON.parse(frame) as {
          params: { after: number; to: number; entries: { seq: number }[] }
        }
        got.push({ after: params.after, to: params.to, seqs: params.entries.map((entry) => entry.seq) })
        for (const resolve of waiting.splice(0)) resolve()
        sent?.()
      },
    }
    const reached = async (to: number) => {
      while ((got.at(-1)?.to ?? 0) < to) await new Promise<void>((resolve) => waiting.push(resolve))
    }
    await log.transact(async (tx) => {
      tx.begin({ customer_id: customerId, organization_id: organizationId, provider_id: newId(), born: 'x' })
    })
    const append = (count: number, audience: 'both' | 'agents' = 'both') =>
      log.transact(async (tx) => {
        const head = await tx.lock(organizationId, customerId)
        if (!head) throw new Error('no head')
        const entry = {
          type: 'messages.cleared' as const,
          audience,
          conversation_id: null,
          actor: { type: 'system' as const },
          data: {},
        }
        tx.append(
          head,
          Array.from({ length: count }, () => entry),
        )
      })
    const follow = (reader: 'customer' | 'agents' = 'customer') =>
      fanOut.follow({ sink, organizationId, customerId, reader, readerId: reader })
    return {
      fanOut,
      append,
      follow,
      got,
      closings,
      reached,
      rendered,
      existing,
      customerId,
      lookUpFailures,
      reportGap: lossyBus.reportGap,
    }
  }

  test('[L1] sends entries appended during the first read after it, in order', async () => {
    const { fanOut, append, follow, got, reached } = await setUp()
    await append(250)
    const follower = follow()
    follower.wanted = 250
    await append(2)
    fanOut.start(follower, 0)
    await append(1)
    await reached(253)
    expect(got.flatMap((frame) => frame.seqs)).toEqual(Array.from({ length: 253 }, (_, index) => index + 1))
    got.slice(1).forEach((frame, index) => expect(frame.after).toBe(got[index]?.to))
  })

  test('[M10] sends nothing of a read in progress to a follower that has left', async () => {
    const { fanOut, append, follow, got, reached } = await setUp()
    await append(100)
    const [leaving, staying] = [follow(), follow()]
    for (const follower of [leaving, staying]) {
      follower.wanted = 100
      fanOut.start(follower, 0)
    }
    fanOut.unfollow(leaving)
    await reached(100)
    expect(got.flatMap((frame) => frame.seqs)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(leaving.position).toBe(0)
  })

  test('[L3] advances a customer past entries for agents without a frame; the next frame covers them', async () => {
    const { fanOut, append, follow, got, reached } = await setUp()
    fanOut.start(follow(), 0)
    await append(3, 'agents')
    expect(got).toEqual([])
    await append(1)
    await reached(4)
    expect(got).toEqual([{ after: 0, to: 4, seqs: [4] }])
  })

  test('an entry for both sides is rendered once, one for agents reaches only agents', async () => {
    const { fanOut, append, follow, got, rendered } = await setUp()
    for (const follower of [follow('customer'), follow('agents'), follow('agents')]) fanOut.start(follower, 0)
    await append(1)
    expect(rendered).toEqual([1])
    await append(1, 'agents')
    expect(got.map(({ seqs }) => seqs)).toEqual([[1], [1], [1], [2], [2]])
  })

  test('[L5] catches up at the heartbeat when hints were lost', async () => {
    const { fanOut, append, follow, got, reached } = await setUp({ losesHints: true })
    const follower = follow()
    fanOut.start(follower, 0)
    await append(2)
    expect(got).toEqual([])
    await fanOut.catchUp([follower])
    await reached(2)
    expect(got.flatMap((frame) => frame.seqs)).toEqual([1, 2])
  })

  test('[L5] after a gap of the bus, a visitor’s socket gets what another process wrote for the new customer', async () => {
    const { fanOut, append, follow, got, reached, existing, customerId, reportGap } = await setUp({
      losesHints: true,
    })
    const visitor = `${newId()}:visitor:key`
    const created: string[] = []
    fanOut.awaitCustomer(visitor, (id) => {
      created.push(id)
      fanOut.start(follow(), 0)
    })
    await append(2)
    existing.set(visitor, customerId)
    reportGap()
    await reached(2)
    expect(got.flatMap((frame) => frame.seqs)).toEqual([1, 2])
    expect(created).toEqual([customerId])
  })

  test('[L5] a look-up that failed after a gap of the bus is repeated at the heartbeat', async () => {
    const { fanOut, append, follow, got, reached, existing, customerId, reportGap, lookUpFailures } =
      await setUp({ losesHints: true })
    const visitor = `${newId()}:visitor:key`
    const late: unknown[] = []
    fanOut.onLateCustomers((ids) => late.push([ids, ids.map(fanOut.windowsOf), fanOut.customers()]))
    fanOut.awaitCustomer(visitor, () => fanOut.start(follow(), 0))
    await append(1)
    existing.set(visitor, customerId)
    const failure = new Error('no database')
    lookUpFailures.push(failure)
    reportGap()
    await new Promise(setImmediate)
    expect(errors.splice(0)).toEqual([failure])
    await fanOut.catchUp([])
    await reached(1)
    expect(got.flatMap((frame) => frame.seqs)).toEqual([1])
    expect(late).toEqual([[[customerId], [1], [customerId]]])
  })

  test('[L2] after a failover has shortened a log, a gap of the bus closes the sockets beyond its end, and no others', async () => {
    const { fanOut, append, follow, reached, closings, customerId, reportGap } = await setUp({
      losesHints: true,
    })
    await append(3)
    fanOut.start(follow('customer'), 3)
    fanOut.start(follow('agents'), 1)
    await handle.pool.query('update customer_log set last_seq = 1 where customer_id = $1', [customerId])
    await handle.pool.query('delete from event_log where customer_id = $1 and seq > 1', [customerId])
    await append(1)
    reportGap()
    await reached(2)
    expect(closings).toEqual(['restarting'])
  })

  test('sends positions that were passed without a frame at the heartbeat', async () => {
    const { fanOut, append, follow, got } = await setUp()
    const follower = follow()
    fanOut.start(follower, 0)
    await append(2, 'agents')
    fanOut.settle(follower)
    fanOut.settle(follower)
    expect(got).toEqual([{ after: 0, to: 2, seqs: [] }])
  })

  test('close waits for the reads in progress, and sends nothing of them', async () => {
    const { fanOut, append, follow, got } = await setUp({ losesHints: true })
    const follower = follow()
    fanOut.start(follower, 0)
    await append(2)
    await fanOut.catchUp([follower])
    expect(follower.reading).toBe(true)
    await fanOut.close()
    // Only promises are left to settle, no read.
    await new Promise(setImmediate)
    expect(follower.reading).toBe(false)
    expect(got).toEqual([])
  })

  test('[L4] neither sends nor numbers the entries of a failed transaction', async () => {
    const { fanOut, append, follow, got, reached } = await setUp()
    fanOut.start(follow(), 0)
    await append(1)
    await expect(append(1, null as never)).rejects.toThrow(/audience/)
    await append(1)
    await reached(2)
    expect(got.flatMap((frame) => frame.seqs)).toEqual([1, 2])
  })
})
