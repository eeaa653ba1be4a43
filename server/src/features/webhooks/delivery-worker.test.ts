import { describe, expect, test, vi } from 'vitest'
import { days, useWebhookFixture } from '../../testing/webhook-fixture.ts'
import { useWorkers } from '../../testing/workers.ts'
import { createLocalBus } from '../../core/bus/bus.ts'
import { announceDue, wakeOnHints } from './delivery-hints.ts'
import type { Claimed, Finished } from './delivery-queue.ts'
import type { Due } from './due-webhooks.ts'

/** The worker loop: errors and shutdown. */

const fixture = useWebhookFixture()
const { startWorker, queueUp, delivered } = useWorkers(fixture)

const states = async () => (await fixture.deliveries()).map(({ state }) => state)

test('sends what is due at start and when woken, beyond its concurrency limit', async () => {
  await queueUp(20)
  const { worker, ended } = startWorker({ maxConcurrent: 3 })
  await ended(20)
  await queueUp(1)
  worker.wake()
  await ended(21)
  expect(new Set(await states())).toEqual(new Set(['delivered']))
})

test('many results during a finish start a second one, few wait, and none is saved twice', async () => {
  const claims = [1, 127, 1].map((count, round) =>
    Array.from({ length: count }, (_, index) => ({
      delivery_id: `${round} ${index}`,
      attempt_id: `${round} ${index}`,
      doubtful: false,
    })),
  )
  const saves: { ends: number; done: () => void }[] = []
  const { worker, ended } = startWorker({
    queue: {
      ...fixture.queue,
      claim: async () => (claims.shift() ?? []) as Claimed[],
      finish: (batch) =>
        new Promise((resolve) => saves.push({ ends: batch.length, done: () => resolve([]) })),
      reap: async () => [],
    },
  })
  const settle = () => new Promise(setImmediate)
  const sizes = () => saves.map(({ ends }) => ends)
  await settle()
  worker.wake()
  await settle()
  expect(sizes()).toEqual([1])
  worker.wake()
  await settle()
  expect(sizes()).toEqual([1, 128])
  for (const { done } of saves) done()
  expect(new Set((await ended(129)).map(({ attempt_id }) => attempt_id)).size).toBe(129)
  expect(sizes()).toEqual([1, 128])
})

describe('a saved result starts a claim', () => {
  const found = (name: string, more: Partial<Claimed> = {}) =>
    ({ fills_webhook: false, webhook_id: 'webhook', ...more, delivery_id: name, attempt_id: name }) as Claimed
  const settle = () => new Promise(setImmediate)

  /** Counts the claims of a worker whose first claim finds one delivery, once its result is saved. */
  async function claimsAfterOneResult(
    first: Partial<Claimed>,
    {
      outcome = 'delivered',
      maxConcurrent = 10,
    }: { outcome?: Finished['outcome']; maxConcurrent?: number } = {},
  ): Promise<number> {
    let claims = 0
    const { ended } = startWorker({
      maxConcurrent,
      queue: {
        ...fixture.queue,
        claim: async () => (claims++ === 0 ? [found('only', first)] : []),
        finish: async () => [],
        reap: async () => [],
      },
      perform: async (claimed) => ({ ...delivered(claimed), outcome }),
    })
    await ended(1)
    await settle()
    return claims
  }

  test('if all attempts of its webhook were in use', async () => {
    expect(await claimsAfterOneResult({ fills_webhook: true })).toBe(2)
  })

  test('if all attempts of the process were in use', async () => {
    expect(await claimsAfterOneResult({}, { maxConcurrent: 1 })).toBe(2)
  })

  test('if it was interrupted, because the delivery is due again', async () => {
    expect(await claimsAfterOneResult({}, { outcome: 'interrupted' })).toBe(2)
  })

  test('if it was saved while a claim counted its lease and filled the webhook', async () => {
    const results = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
    const second = Promise.withResolvers<Claimed[]>()
    const answers = [Promise.resolve([found('first')]), second.promise]
    let claims = 0
    const { worker, ended } = startWorker({
      queue: {
        ...fixture.queue,
        claim: async () => (await answers[claims++]) ?? [],
        finish: async () => [],
        reap: async () => [],
      },
      async perform(claimed) {
        await results[claimed.attempt_id as keyof typeof results].promise
        return delivered(claimed)
      },
    })
    await settle()
    worker.wake()
    results.first.resolve()
    await ended(1)
    second.resolve([found('second', { fills_webhook: true })])
    await settle()
    expect(claims).toBe(3)
    results.second.resolve()
  })

  test('if its webhook has failed since the last claim, which leaves one attempt at a time', async () => {
    const last = Promise.withResolvers<void>()
    let claims = 0
    const { ended } = startWorker({
      queue: {
        ...fixture.queue,
        claim: async () => (claims++ === 0 ? [found('failing'), found('last')] : []),
        finish: async () => [],
        reap: async () => [],
      },
      async perform(claimed) {
        if (claimed.attempt_id === 'failing') return { ...delivered(claimed), outcome: 'bad_status' }
        await last.promise
        return delivered(claimed)
      },
    })
    await ended(1)
    await settle()
    expect(claims).toBe(1)
    last.resolve()
    await ended(2)
    await settle()
    expect(claims).toBe(2)
  })

  test('of the webhook that waits for it, and of no other', async () => {
    const claims: (Due | undefined)[] = []
    const { ended } = startWorker({
      queue: {
        ...fixture.queue,
        claim: async (_, due) =>
          claims.push(due) === 1
            ? [found('full', { fills_webhook: true, webhook_id: 'full' }), found('other')]
            : [],
        finish: async () => [],
        reap: async () => [],
      },
    })
    await ended(2)
    await settle()
    expect(claims).toEqual([{ kind: 'all' }, { kind: 'some', webhookIds: ['full'] }])
  })

  test('not if no delivery can wait for it', async () => {
    expect(await claimsAfterOneResult({})).toBe(1)
  })
})

describe('errors', () => {
  test('a server-side error interrupts the attempt without counting it, and other attempts continue', async () => {
    await queueUp(3)
    let failingId: string | undefined
    const { ended } = startWorker({
      async perform(claimed) {
        failingId ??= claimed.delivery_id
        if (claimed.delivery_id === failingId) throw new Error('A secret that cannot be opened')
        return delivered(claimed)
      },
    })
    // Delayed after four times in a row.
    await ended(2 + 4)
    const detail = await fixture.detail(failingId ?? '')
    expect(detail).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(detail.attempt_list.map(({ outcome }) => outcome)).toEqual(Array(4).fill('interrupted'))
    expect(Date.parse(detail.next_attempt_at ?? '') - fixture.now()).toBeGreaterThan(9 * 60_000)
    expect((await states()).sort()).toEqual(['delivered', 'delivered', 'waiting'])
  })

  test('an exchange that cannot be stored blocks nothing, and its delivery is delivered', async () => {
    await queueUp(3)
    let invalidId: string | undefined
    const { ended } = startWorker({
      async perform(claimed) {
        invalidId ??= claimed.delivery_id
        return { ...delivered(claimed), error: claimed.delivery_id === invalidId ? 'NUL \u0000' : null }
      },
    })
    await ended(3)
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
    expect((await fixture.detail(invalidId ?? '')).attempt_list).toMatchObject([
      { outcome: 'delivered', error: 'The result of the attempt could not be stored.', request: null },
    ])
  })

  test('losing all database connections during an attempt loses nothing and sends nothing twice', async () => {
    await queueUp(2)
    let performed = 0
    const { ended } = startWorker({
      async perform(claimed) {
        performed += 1
        await fixture.pool
          .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
          .catch(() => {})
        return delivered(claimed)
      },
    })
    await ended(2)
    expect(performed).toBe(2)
    // The service lost its connections as well.
    let seen: string[] = []
    while (seen.length === 0) seen = await states().catch(() => [])
    expect(seen).toEqual(['delivered', 'delivered'])
  })

  test('a missing partition is created, and attempts continue', async () => {
    fixture.turn(5 * days)
    await queueUp(1)
    const { ended } = startWorker()
    await ended(1)
    expect(await states()).toEqual(['delivered'])
  })
})

describe('stopping', () => {
  test('waits for attempts in flight and claims nothing more', async () => {
    await queueUp(2)
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    let onStarted = () => {}
    const started = new Promise<void>((resolve) => (onStarted = resolve))
    const { worker } = startWorker({
      maxConcurrent: 1,
      async perform(claimed) {
        onStarted()
        await held
        return delivered(claimed)
      },
    })
    await started
    const stopped = worker.stop()
    end()
    await stopped
    expect((await states()).sort()).toEqual(['delivered', 'waiting'])
  })

  test('releases the leases of attempts that do not end in time, so that another worker sends them at once', async () => {
    await queueUp(1)
    let onStarted = () => {}
    const started = new Promise<void>((resolve) => (onStarted = resolve))
    const { worker } = startWorker({
      stopTimeoutMs: 0,
      perform() {
        onStarted()
        return new Promise(() => {})
      },
    })
    await started
    await worker.stop()
    expect(await states()).toEqual(['waiting'])
    await fixture.deliverDue()
    const [delivery] = await fixture.deliveries()
    const { attempt_list: attempts } = await fixture.detail(delivery?.id ?? '')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'delivered'])
  })
})

test('a hint of another process and a gap of the bus wake the worker, until it stops', () => {
  const bus = createLocalBus((error) => {
    throw error
  })
  const wake = vi.fn()
  const stop = wakeOnHints(bus, wake)
  announceDue(bus)(['webhook'])
  bus.reportGap()
  // The previous release names no webhooks.
  bus.publish('delivery.due', {})
  expect(wake.mock.calls).toEqual([[['webhook']], [], [undefined]])
  stop()
  announceDue(bus)()
  expect(wake).toHaveBeenCalledTimes(3)
})
