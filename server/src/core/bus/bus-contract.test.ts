import { pino } from 'pino'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { natsNetwork, postgresNetwork, type BusNetwork } from '../../testing/bus-networks.ts'
import { natsServerProgram } from '../../testing/nats-server.ts'
import { createLocalBus, type Bus, type BusMessages } from './bus.ts'
import type { Compact } from './frames.ts'
import type { CustomerOf } from './sharding.ts'
import { createSharedBus, type SharedBus } from './shared-bus.ts'
import type { OpenTransport } from './transport.ts'

declare module './bus.ts' {
  interface BusMessages {
    'test.hint': { n: number; text: string; customer?: string }
  }
}

const logger = pino({ level: 'silent' })
type Closing = (() => Promise<unknown>)[]
const closing: Closing = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Hints with a customer are sent complete to those who follow the customer. */
const customerOf: CustomerOf = ([subject, message]) =>
  subject === 'test.hint' ? ((message as BusMessages['test.hint']).customer ?? null) : null

/** A process of an installation, with the messages it received. */
function createProcess(openTransport: OpenTransport, compact: Compact = (message) => message) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const bus = createSharedBus({ openTransport, compact, customerOf, logger, onError })
  closing.push(bus.close)
  return { bus, errors, ...observe(bus) }
}

/** Publishes until the other process receives it, because messages may be lost during a reconnect. */
const reaches = (bus: Bus, other: { received: number[] }, n: number) =>
  expect
    .poll(
      () => {
        bus.publish('test.hint', { n, text: '' })
        return other.received
      },
      { timeout: 35_000 },
    )
    .toContain(n)

const meet = (...buses: SharedBus[]) => expect.poll(() => buses.every((bus) => bus.hasPeers())).toBe(true)

function observe(bus: Bus) {
  const received: number[] = []
  const state = { gaps: 0 }
  bus.subscribe('test.hint', ({ n }) => void received.push(n))
  bus.onGap(() => (state.gaps += 1))
  return { received, gaps: () => state.gaps }
}

describe('in one process', () => {
  test('an error of a subscriber is reported and does not affect the others', () => {
    const errors: unknown[] = []
    const bus = createLocalBus((error) => errors.push(error))
    bus.subscribe('test.hint', () => {
      throw new Error('broken')
    })
    const { received } = observe(bus)
    bus.publish('test.hint', { n: 1, text: '' })
    expect(received).toEqual([1])
    expect(errors).toEqual([new Error('broken')])
  })

  test('an ended subscription receives nothing', () => {
    const bus = createLocalBus(() => {})
    const received: number[] = []
    const stop = bus.subscribe('test.hint', ({ n }) => received.push(n))
    bus.publish('test.hint', { n: 1, text: '' })
    stop()
    bus.publish('test.hint', { n: 2, text: '' })
    expect(received).toEqual([1])
  })
})

const networks: [string, (closing: Closing) => Promise<BusNetwork>][] = [['PostgreSQL', postgresNetwork]]
if (natsServerProgram !== undefined) networks.push(['NATS', natsNetwork])
else console.warn('NATS bus: NOT TESTED, because this machine has no nats-server.')

describe.each(networks)('between processes, by %s', (name, createNetwork) => {
  async function two() {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const [one, other] = [createProcess(left.open), createProcess(right.open)]
    await meet(one.bus, other.bus)
    return { network, one: { ...one, proxy: left.proxy }, other: { ...other, proxy: right.proxy } }
  }

  test('messages are delivered locally at once, and to the other process once and in order', async () => {
    const { one, other } = await two()
    one.bus.publish('test.hint', { n: 1, text: 'ş😀' })
    expect(one.received).toEqual([1])
    one.bus.publish('test.hint', { n: 2, text: '' })
    await expect.poll(() => other.received).toEqual([1, 2])
    other.bus.publish('test.hint', { n: 3, text: '' })
    await expect.poll(() => one.received).toEqual([1, 2, 3])
    expect(other.received).toEqual([1, 2, 3])
  })

  test('installations on the same server are separate', async () => {
    const { network, one, other } = await two()
    const stranger = createProcess(network.stranger)
    await stranger.bus.connected
    stranger.bus.follow('Ada')
    stranger.bus.publish('test.hint', { n: 99, text: '', customer: 'Ada' })
    one.bus.publish('test.hint', { n: 1, text: '', customer: 'Ada' })
    await expect.poll(() => other.received).toEqual([1])
    expect(stranger.received).toEqual([99])
    expect(one.received).toEqual([1])
  })

  test('an error of a subscriber is reported and does not affect the others', async () => {
    const { one, other } = await two()
    other.bus.subscribe('test.hint', () => {
      throw new Error('broken')
    })
    const later: number[] = []
    other.bus.subscribe('test.hint', ({ n }) => void later.push(n))
    one.bus.publish('test.hint', { n: 1, text: '' })
    await expect.poll(() => later).toEqual([1])
    expect(other.errors).toEqual([new Error('broken')])
  })

  test('10,000 messages arrive, each once', async () => {
    const { one, other } = await two()
    const all = Array.from({ length: 10_000 }, (_, n) => n)
    for (const n of all) one.bus.publish('test.hint', { n, text: 'hint' })
    await expect.poll(() => other.received.length, { timeout: 30_000 }).toBe(all.length)
    expect(other.received.toSorted((a, b) => a - b)).toEqual(all)
    expect(one.received).toHaveLength(all.length)
  })

  test.each([7_600, 7_900, 8_000, 300_000])('a message of %i bytes arrives complete', async (bytes) => {
    const { one, other } = await two()
    const texts: string[] = []
    other.bus.subscribe('test.hint', ({ text }) => void texts.push(text))
    const text = 'é'.repeat(bytes / 2)
    one.bus.publish('test.hint', { n: 1, text })
    one.bus.publish('test.hint', { n: 2, text: 'after' })
    await expect.poll(() => texts.length).toBe(2)
    expect(texts).toEqual([text, 'after'])
  })

  test('a large message is sent in its compact form', async () => {
    const network = await createNetwork(closing)
    const compact: Compact = ([subject, message]) => [
      subject,
      { ...(message as { text: string }), n: -1, text: '' },
    ]
    const [left, right] = [await network.join(), await network.join()]
    const [one, other] = [createProcess(left.open, compact), createProcess(right.open)]
    await meet(one.bus, other.bus)
    one.bus.publish('test.hint', { n: 1, text: 'x'.repeat(200_000) })
    one.bus.publish('test.hint', { n: 2, text: 'small' })
    await expect.poll(() => other.received).toEqual([-1, 2])
    expect(one.received).toEqual([1, 2])
  })

  test('messages about a followed customer arrive complete and once, also after a reconnect', async () => {
    const network = await createNetwork(closing)
    const compact: Compact = ([subject, message]) => [subject, { ...(message as object), text: 'short' }]
    const [left, right] = [await network.join(), await network.join()]
    const [one, other] = [createProcess(left.open, compact), createProcess(right.open, compact)]
    await meet(one.bus, other.bus)
    const texts: string[][] = []
    other.bus.subscribe('test.hint', ({ customer, n, text }) => {
      if (customer !== undefined) texts[n]?.push(text)
    })
    const publish = () => {
      const n = texts.push([]) - 1
      one.bus.publish('test.hint', { n, text: 'complete', customer: 'Ada' })
      return n
    }
    const once = async (expected: string) => {
      const n = publish()
      await expect.poll(() => texts[n]).toEqual([expected])
    }
    const publishUntil = (expected: string) => {
      const first = texts.length
      return expect
        .poll(
          () => {
            publish()
            return texts.slice(first).findLast(([text]) => text !== undefined)
          },
          { timeout: 35_000 },
        )
        .toEqual([expected])
    }
    const unfollowed = name === 'NATS' ? 'short' : 'complete'
    await once(unfollowed)

    const [unfollow, unfollowAgain] = [other.bus.follow('Ada'), other.bus.follow('Ada')]
    await publishUntil('complete')
    right.proxy.cut()
    right.proxy.open()
    await reaches(one.bus, other, -1)
    await publishUntil('complete')
    unfollow()
    await reaches(one.bus, other, -2)
    await once('complete')
    unfollowAgain()
    await publishUntil(unfollowed)
  }, 60_000)

  test('a lost connection is restored, and both sides report a gap', async () => {
    const { one, other } = await two()
    await expect.poll(() => Math.min(one.gaps(), other.gaps())).toBeGreaterThan(0)
    const [ownGaps, before] = [one.gaps(), other.gaps()]
    one.proxy.cut()
    one.bus.publish('test.hint', { n: 1, text: 'lost' })
    expect(one.received).toEqual([1])
    one.proxy.open()
    await reaches(one.bus, other, 2)
    await reaches(other.bus, one, 3)
    await expect.poll(() => one.gaps()).toBeGreaterThan(ownGaps)
    await expect.poll(() => other.gaps()).toBeGreaterThan(before)
  }, 40_000)

  test('an unresponsive connection is replaced', async () => {
    const { one, other } = await two()
    one.proxy.hold()
    one.bus.publish('test.hint', { n: 1, text: 'lost' })
    await reaches(other.bus, one, 2)
    await reaches(one.bus, other, 3)
    expect(other.received).not.toContain(1)
  }, 40_000)

  test('a connection that is lost while it subscribes does not return: messages arrive once', async () => {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    // The client of NATS would reconnect before the next attempt.
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.9)
    onTestFinished(() => random.mockRestore())
    right.proxy.closeOn(/parley[._]test/)
    const [one, other] = [createProcess(left.open), createProcess(right.open)]
    await meet(one.bus, other.bus)
    for (const n of [1, 2, 3]) one.bus.publish('test.hint', { n, text: 'x'.repeat(300_000) })
    await expect.poll(() => other.received).toContain(3)
    expect(other.received).toEqual([1, 2, 3])
  }, 40_000)

  test('messages published during an outage do not accumulate', async () => {
    const { one, other } = await two()
    one.proxy.cut()
    for (let n = 0; n < 50_000; n += 1) one.bus.publish('test.hint', { n, text: '' })
    one.proxy.open()
    await reaches(one.bus, other, -1)
    expect(other.received.length).toBeLessThan(50_000)
  }, 40_000)

  test('a process that joins causes a gap in the others', async () => {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const one = createProcess(left.open)
    await one.bus.connected
    expect(one.bus.hasPeers()).toBe(false)
    one.bus.publish('test.hint', { n: 1, text: 'nobody is there' })
    const other = createProcess(right.open)
    await meet(one.bus, other.bus)
    // One gap for the new connection, one for what was published without it.
    await expect.poll(() => other.gaps()).toBe(2)
    expect(other.received).toEqual([])
  })

  test('a process that stops is no longer a peer', async () => {
    const { one, other } = await two()
    await one.bus.close()
    await expect.poll(() => other.bus.hasPeers()).toBe(false)
  })

  test('a server that is unavailable at the start is connected later', async () => {
    const network = await createNetwork(closing)
    const { open, proxy } = await network.join()
    proxy.cut()
    const late = createProcess(open)
    late.bus.publish('test.hint', { n: 1, text: '' })
    expect(late.received).toEqual([1])
    proxy.open()
    await late.bus.connected
  })

  test('messages published before the close are sent', async () => {
    const { one, other } = await two()
    one.bus.publish('test.hint', { n: 1, text: '' })
    await one.bus.close()
    await expect.poll(() => other.received).toEqual([1])
    await expect(one.bus.close()).resolves.toBeUndefined()
  })
})
