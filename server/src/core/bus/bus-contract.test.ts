import { describe, expect, test } from 'vitest'
import { meet, networks, useBuses, type BusUser } from '../../testing/bus-processes.ts'
import { maxMessageBytes } from './frames.ts'

const { closing, createParts, createProcess } = useBuses()

/**
 * What every bus guarantees: within a process, where the users are parts of it, and between processes. What requires a connection is in
 * bus-connections.test.ts: a bus without a transport loses nothing, so it has no gaps, peers or heartbeats.
 */
const buses: [string, (count: number) => Promise<BusUser[]>][] = [
  ['in one process', async (count) => createParts(count)],
  ...networks.map(([name, createNetwork]): (typeof buses)[number] => [
    `between processes, by ${name}`,
    async (count) => {
      const network = await createNetwork(closing)
      const users = []
      while (users.length < count) users.push(createProcess((await network.join()).open))
      await meet(...users.map(({ bus }) => bus))
      return users
    },
  ]),
]

describe.each(buses)('%s', (_name, start) => {
  async function two() {
    const [one, other] = await start(2)
    return { one: one!, other: other! }
  }

  test('messages are delivered to the publisher’s own subscribers at once, and to others once and in order', async () => {
    const { one, other } = await two()
    one.bus.publish('test.hint', { n: 1, text: 'ş😀' })
    expect(one.received).toEqual([1])
    one.bus.publish('test.hint', { n: 2, text: '' })
    await expect.poll(() => other.received).toEqual([1, 2])
    other.bus.publish('test.hint', { n: 3, text: '' })
    await expect.poll(() => one.received).toEqual([1, 2, 3])
    expect(other.received).toEqual([1, 2, 3])
  })

  test('an ended subscription receives nothing', async () => {
    const { one, other } = await two()
    const seen: number[] = []
    const stop = other.bus.subscribe('test.hint', ({ n }) => void seen.push(n))
    one.bus.publish('test.hint', { n: 1, text: '' })
    await expect.poll(() => other.received).toEqual([1])
    stop()
    one.bus.publish('test.hint', { n: 2, text: '' })
    await expect.poll(() => other.received).toEqual([1, 2])
    expect(seen).toEqual([1])
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

  test('10,000 messages of two publishers, mixed and some of them repeated, arrive as often as they were published', async () => {
    const [reader, ...publishers] = await start(3)
    const published: number[][] = publishers.map(() => [])
    const publish = (by: number, n: number) => {
      published[by]!.push(n)
      publishers[by]!.bus.publish('test.hint', { n, text: `${by}` })
    }
    const heard: number[][] = publishers.map(() => [])
    reader!.bus.subscribe('test.hint', ({ n, text }) => void heard[Number(text)]!.push(n))
    for (let index = 0; index < 10_000; index += 1) {
      // A permutation, because 7,919 is prime.
      const n = (index * 7_919) % 10_000
      publish(n % 2, n)
      if (n % 10 === 0) publish(0, n)
      if (n % 15 === 0) publish(1, n)
      // Frames of both publishers alternate.
      if (index % 100 === 99) await new Promise(setImmediate)
    }
    const total = published.flat().length
    await expect.poll(() => reader!.received.length).toBe(total)
    expect(heard).toEqual(published)
    for (const { received } of publishers) {
      await expect.poll(() => received.length).toBe(total)
      expect(received.toSorted((a, b) => a - b)).toEqual(published.flat().toSorted((a, b) => a - b))
    }
  })

  test.each([7_600, 7_900, 8_000, 300_000, maxMessageBytes])(
    'a message of %i bytes arrives complete, and the next one after it',
    async (bytes) => {
      const { one, other } = await two()
      const texts: string[] = []
      other.bus.subscribe('test.hint', ({ text }) => void texts.push(text))
      const rest = Buffer.byteLength(JSON.stringify(['test.hint', { n: 1, text: '' }]))
      const text = 'é'.repeat((bytes - rest) / 2).padEnd((bytes - rest) / 2 + ((bytes - rest) % 2), 'x')
      one.bus.publish('test.hint', { n: 1, text })
      one.bus.publish('test.hint', { n: 2, text: 'after' })
      await expect.poll(() => texts.length).toBe(2)
      expect(texts).toEqual([text, 'after'])
    },
  )

  test('messages published before the close are delivered, and none after it', async () => {
    const { one, other } = await two()
    one.bus.publish('test.hint', { n: 1, text: '' })
    await one.bus.close()
    one.bus.publish('test.hint', { n: 2, text: '' })
    await expect.poll(() => other.received).toEqual([1])
    expect(one.received).toEqual([1])
    await expect(one.bus.close()).resolves.toBeUndefined()
  })
})
