import { afterEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../core/logger.ts'
import { days, useWebhookDesk } from '../../testing/webhook-desk.ts'
import { makeAttemptDays } from './attempt-days.ts'
import { createAnnouncer, listenForDue } from './delivery-hints.ts'
import type { Claimed, Finished } from './delivery-queue.ts'
import { createDeliveryWorker, type DeliveryWorker, type WorkerDeps } from './delivery-worker.ts'

/** The loop of a worker: what it does when something breaks, and how it ends. */

const desk = useWebhookDesk()
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

const delivered = ({ delivery_id, attempt_id }: Claimed): Finished => ({
  delivery_id,
  attempt_id,
  outcome: 'delivered',
  status: 200,
  error: null,
  duration_ms: 1,
  retry_after: 600,
  request: null,
  response: null,
})

/** A worker at work, and what it tells of attempts that ended: `ended(n)` waits for so many. */
function startWorker(more: Partial<WorkerDeps> = {}) {
  const finished: Finished[] = []
  let tell = () => {}
  const worker: DeliveryWorker = createDeliveryWorker({
    queue: desk.queue,
    perform: async (claimed) => delivered(claimed),
    logger: createLogger('silent'),
    onFinished(one) {
      finished.push(one)
      tell()
    },
    onSettled: () => {},
    cancelMarked: async () => {},
    makeRoomForAttempts: () => makeAttemptDays(desk.pool, desk.now()),
    ...more,
  })
  worker.start()
  cleanUps.push(() => worker.stop())
  const ended = async (count: number) => {
    while (finished.length < count) await new Promise<void>((resolve) => (tell = resolve))
    return finished
  }
  return { worker, ended }
}

/** For a webhook that something was delivered to: it has all its places. */
async function queueUp(count: number): Promise<void> {
  const { id } = await desk.webhook()
  await desk.pool.query('insert into webhook_trouble (webhook_id, failures, since) values ($1, 0, now())', [
    id,
  ])
  for (let made = 0; made < count; made += 1) await desk.call('POST', `/webhooks/${id}/test`)
}

const states = async () => (await desk.deliveries()).map(({ state }) => state)

test('it sends what is due when it is woken, and what was due before it began, more than fits at once', async () => {
  await queueUp(20)
  const { worker, ended } = startWorker({ atOnce: 3 })
  await ended(20)
  await queueUp(1)
  worker.wake()
  await ended(21)
  expect(new Set(await states())).toEqual(new Set(['delivered']))
})

describe('what breaks', () => {
  test('an attempt that breaks on our side is nobody’s failure: interrupted, and the others go on', async () => {
    await queueUp(3)
    let broken: string | undefined
    const { ended } = startWorker({
      async perform(claimed) {
        broken ??= claimed.delivery_id
        if (claimed.delivery_id === broken) throw new Error('A secret that cannot be opened')
        return delivered(claimed)
      },
    })
    // Four times in a row, then it rests.
    await ended(2 + 4)
    const detail = await desk.detail(broken ?? '')
    expect(detail).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(detail.attempt_list.map(({ outcome }) => outcome)).toEqual(Array(4).fill('interrupted'))
    expect(Date.parse(detail.next_attempt_at ?? '') - desk.now()).toBeGreaterThan(9 * 60_000)
    expect((await states()).sort()).toEqual(['delivered', 'delivered', 'waiting'])
  })

  test('an exchange that cannot be stored keeps nobody waiting, and its delivery is still delivered', async () => {
    await queueUp(3)
    let odd: string | undefined
    const { ended } = startWorker({
      async perform(claimed) {
        odd ??= claimed.delivery_id
        return { ...delivered(claimed), error: claimed.delivery_id === odd ? 'NUL \u0000' : null }
      },
    })
    await ended(3)
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
    expect((await desk.detail(odd ?? '')).attempt_list).toMatchObject([
      { outcome: 'delivered', error: 'The exchange could not be stored.', request: null },
    ])
  })

  test('the database that ends every connection in the middle of an attempt loses nothing and sends nothing twice', async () => {
    await queueUp(2)
    let performed = 0
    const { ended } = startWorker({
      async perform(claimed) {
        performed += 1
        await desk.pool
          .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
          .catch(() => {})
        return delivered(claimed)
      },
    })
    await ended(2)
    expect(performed).toBe(2)
    // The service has lost its connections as well.
    let seen: string[] = []
    while (seen.length === 0) seen = await states().catch(() => [])
    expect(seen).toEqual(['delivered', 'delivered'])
  })

  describe('while one that cannot be stored is written apart from the others', () => {
    /** Three that end together, the last one odd; `breaks` says at which writing the database is away, once. */
    async function threeEnds(breaks: (batch: Finished[]) => boolean) {
      await queueUp(3)
      const claimed: Claimed[] = []
      let release = () => {}
      const together = new Promise<void>((resolve) => (release = resolve))
      let broken = false
      const { ended } = startWorker({
        queue: {
          ...desk.queue,
          async finish(batch) {
            if (!broken && breaks(batch)) {
              broken = true
              throw new Error('Connection terminated')
            }
            return desk.queue.finish(batch)
          },
        },
        async perform(one) {
          if (claimed.push(one) === 3) release()
          await together
          return { ...delivered(one), error: one === claimed[2] ? 'NUL \u0000' : null }
        },
      })
      await ended(3)
      expect(broken).toBe(true)
      expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
    }

    test('a database that is away in between loses none of them', async () => {
      let split = false
      await threeEnds((batch) => {
        if (batch.length > 1) split = true
        return split && batch.length === 1
      })
    })

    test('a database that is away at the last resort is asked again', async () => {
      await threeEnds(([one]) => one?.error === 'The exchange could not be stored.')
    })
  })

  test('what it has delivered while the database was away it does not take for dead, and sends it once', async () => {
    await queueUp(1)
    let away = true
    let performed = 0
    let reaped = () => {}
    const { ended } = startWorker({
      queue: {
        ...desk.queue,
        async finish(batch) {
          if (away) throw new Error('Connection terminated')
          return desk.queue.finish(batch)
        },
        async reap(underWay) {
          const settled = await desk.queue.reap(underWay)
          reaped()
          return settled
        },
      },
      async perform(claimed) {
        performed += 1
        desk.turn(16_000)
        return delivered(claimed)
      },
    })
    await new Promise<void>((resolve) => (reaped = resolve))
    expect(await states()).toEqual(['sending'])
    away = false
    await ended(1)
    expect(await states()).toEqual(['delivered'])
    expect(performed).toBe(1)
  })

  test('a day that nobody has made is made, and the attempts go on', async () => {
    desk.turn(5 * days)
    await queueUp(1)
    const { ended } = startWorker()
    await ended(1)
    expect(await states()).toEqual(['delivered'])
  })
})

describe('a stop', () => {
  test('lets attempts under way end, and claims nothing more', async () => {
    await queueUp(2)
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    let begun = () => {}
    const underWay = new Promise<void>((resolve) => (begun = resolve))
    const { worker } = startWorker({
      atOnce: 1,
      async perform(claimed) {
        begun()
        await held
        return delivered(claimed)
      },
    })
    await underWay
    const stopped = worker.stop()
    end()
    await stopped
    expect((await states()).sort()).toEqual(['delivered', 'waiting'])
  })

  test('hands back the leases of those that do not end in time: another worker sends them at once', async () => {
    await queueUp(1)
    let begun = () => {}
    const underWay = new Promise<void>((resolve) => (begun = resolve))
    const { worker } = startWorker({
      patience: 0,
      perform() {
        begun()
        return new Promise(() => {})
      },
    })
    await underWay
    await worker.stop()
    expect(await states()).toEqual(['waiting'])
    await desk.deliverDue()
    const [delivery] = await desk.deliveries()
    const { attempt_list: attempts } = await desk.detail(delivery?.id ?? '')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['interrupted', 'delivered'])
  })
})

describe('after a stop', () => {
  test('an attempt that ends is written no more: the delivery was handed back', async () => {
    await queueUp(1)
    let begun = () => {}
    const underWay = new Promise<void>((resolve) => (begun = resolve))
    let end = () => {}
    const held = new Promise<void>((resolve) => (end = resolve))
    const written: string[] = []
    const { worker } = startWorker({
      patience: 0,
      queue: {
        ...desk.queue,
        async finish(batch) {
          written.push(...batch.map(({ outcome }) => outcome))
          return desk.queue.finish(batch)
        },
      },
      async perform(claimed) {
        begun()
        await held
        return delivered(claimed)
      },
    })
    await underWay
    await worker.stop()
    end()
    await new Promise(setImmediate)
    expect(written).toEqual(['interrupted'])
  })

  test('a result that the database had not taken yet is handed over, not lost', async () => {
    await queueUp(1)
    let away = true
    let tried = () => {}
    const firstTry = new Promise<void>((resolve) => (tried = resolve))
    const { worker } = startWorker({
      patience: 0,
      queue: {
        ...desk.queue,
        async finish(batch) {
          tried()
          if (away) throw new Error('Connection terminated')
          return desk.queue.finish(batch)
        },
      },
    })
    await firstTry
    away = false
    await worker.stop()
    expect(await states()).toEqual(['delivered'])
  })
})

describe('a word between processes', () => {
  test('is heard, also after the connection was lost', async () => {
    let heard = () => {}
    const next = () => new Promise<void>((resolve) => (heard = resolve))
    let word = next()
    const listening = listenForDue(desk.service.databaseUrl, () => heard(), createLogger('silent'))
    const announcer = createAnnouncer(desk.pool)
    cleanUps.push(() => listening.stop())
    cleanUps.push(async () => announcer.close())
    // The first is its own: what was said before it listened.
    await word
    word = next()
    announcer.wake()
    await word
    word = next()
    await desk.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley deliveries' and datname = current_database()",
    )
    await word
    word = next()
    announcer.wake()
    await word
  })
})
