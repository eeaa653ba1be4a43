import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { meet, networks, useBuses, withoutSecondGap } from '../../testing/bus-processes.ts'
import type { Bus } from './bus.ts'
import { maxMessageBytes, type Compact } from './frames.ts'

const { closing, createProcess } = useBuses()

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

/** What only a bus with a transport has: connections that are lost, other installations, peers and shards. */
describe.each(networks)('between processes, by %s', (name, createNetwork) => {
  async function two() {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const [one, other] = [createProcess(left.open), createProcess(right.open)]
    await meet(one.bus, other.bus)
    return { network, one: { ...one, proxy: left.proxy }, other: { ...other, proxy: right.proxy } }
  }

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

  test('a message above the maximum is dropped and reported as a gap, and the next one arrives', async () => {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const one = createProcess(left.open)
    await one.bus.connected
    const other = createProcess(withoutSecondGap(right.open))
    // Those of the new connection.
    await expect.poll(() => other.gaps()).toBe(2)
    const rest = Buffer.byteLength(JSON.stringify(['test.hint', { n: 1, text: '' }]))
    one.bus.publish('test.hint', { n: 1, text: 'x'.repeat(maxMessageBytes + 1 - rest) })
    one.bus.publish('test.hint', { n: 2, text: '' })
    await expect.poll(() => other.received).toEqual([2])
    await expect.poll(() => other.gaps()).toBe(3)
    expect(one.received).toEqual([1, 2])
    expect(other.errors).toEqual([])
  })

  test('a frame that is lost without a lost connection is a gap, also if the sender publishes nothing more', async () => {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const one = createProcess(left.open)
    await one.bus.connected
    let lost = 0
    const other = createProcess((events) =>
      withoutSecondGap(right.open)({
        ...events,
        onFrame(text) {
          if (text.includes('"lost"')) lost += 1
          else events.onFrame(text)
        },
      }),
    )
    // Those of the new connection.
    await expect.poll(() => other.gaps()).toBe(2)
    one.bus.publish('test.hint', { n: 1, text: 'lost' })
    await expect.poll(() => lost).toBe(1)
    await expect.poll(() => other.gaps()).toBe(3)
    expect(other.received).toEqual([])
  })

  test('frames for all processes arrive with consecutive numbers, whatever else their sender has sent', async () => {
    const network = await createNetwork(closing)
    const [left, right] = [await network.join(), await network.join()]
    const one = createProcess(left.open)
    const numbers = new Map<string, number[]>()
    const other = createProcess((events) =>
      right.open({
        ...events,
        onFrame(text) {
          const { from, number } = JSON.parse(text) as { from: string; number?: number }
          if (number !== undefined) numbers.set(from, [...(numbers.get(from) ?? []), number])
          events.onFrame(text)
        },
      }),
    )
    await meet(one.bus, other.bus)
    other.bus.follow('Ada')
    for (let n = 1; n <= 50; n += 1) {
      one.bus.publish('test.hint', { n, text: 'x'.repeat(n % 10 === 0 ? 300_000 : 100), customer: 'Ada' })
      one.bus.publish('test.hint', { n, text: '', customer: 'Bob' })
      if (n % 10 === 5) one.bus.reportGap()
      await new Promise(setImmediate)
    }
    await one.bus.close()
    await expect.poll(() => other.bus.hasPeers()).toBe(false)
    expect(numbers.size).toBeGreaterThan(0)
    for (const ofSender of numbers.values())
      expect(ofSender).toEqual(ofSender.map((_, index) => ofSender[0]! + index))
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
    const other = createProcess(withoutSecondGap(right.open))
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
})
