import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameSender, type BusMessage, type Signal } from './frames.ts'
import { createSharedBus } from './shared-bus.ts'
import type { TransportEvents } from './transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

const processNamed = (name: string) =>
  createFrameSender(
    name,
    () => 8000,
    (message) => message,
  )

/** A bus on a connected transport, with the frames it sends. `hear` receives a signal of another process. */
function connectedBus(shardCount = 0) {
  const sent: string[] = []
  const network = {
    isUp: true,
    failsNext: false,
    maxFrameBytes: 8000,
    /** Frames are sent once it resolves. */
    turn: Promise.resolve(),
  }
  let events: TransportEvents | undefined
  const bus = createSharedBus({
    openTransport(given) {
      events = given
      return {
        get maxFrameBytes() {
          return network.maxFrameBytes
        },
        shards: shardCount === 0 ? null : { count: shardCount, open() {}, close() {}, isOpen: () => false },
        async send(frames, sharded = []) {
          if (!network.isUp || network.failsNext) {
            network.failsNext = false
            throw new Error('not connected')
          }
          await network.turn
          sent.push(...frames, ...sharded.map(({ text }) => text))
        },
        close: async () => {},
      }
    },
    compact: (message) => message,
    customerOf: ([, message]) => (message as { customer?: string }).customer ?? null,
    logger: pino({ level: 'silent' }),
    onError: (error) => {
      throw error
    },
  })
  const other = processNamed('another process')
  let gaps = 0
  bus.onGap(() => (gaps += 1))
  events?.onConnected()
  return {
    bus,
    network,
    sent,
    gaps: () => gaps,
    signals: () => sent.flatMap((frame) => (JSON.parse(frame) as { signal?: Signal }).signal ?? []),
    hear: (signal: Signal) => events?.onFrame(other.signal(signal)),
    other,
    receive: (frame: string) => events?.onFrame(frame),
    reportGap: () => events?.onGap(),
  }
}

test('a process that falls silent causes a gap: it may have committed without announcing it', async () => {
  const { bus, gaps, hear } = connectedBus()
  hear('hello')
  await seconds(10)
  const before = gaps()
  await seconds(15)
  expect(bus.hasPeers()).toBe(false)
  expect(gaps()).toBe(before + 1)
  await bus.close()
})

test('a process that stops causes no gap', async () => {
  const { bus, gaps, hear } = connectedBus()
  hear('hello')
  await seconds(10)
  const before = gaps()
  hear('bye')
  await seconds(25)
  expect(gaps()).toBe(before)
  await bus.close()
})

test('a reported gap runs the recoveries of this process and of the others', async () => {
  const { bus, gaps, signals, hear } = connectedBus()
  hear('hello')
  await seconds(10)
  const [before, sent] = [gaps(), signals().length]
  bus.reportGap()
  expect(gaps()).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(10)
  expect(signals().slice(sent)).toEqual(['gap'])
  await bus.close()
})

test('a gap that is reported while messages are being sent is announced after them', async () => {
  const { bus, network, signals, hear } = connectedBus()
  hear('hello')
  await seconds(1)
  const before = signals().length
  const turn = Promise.withResolvers<void>()
  network.turn = turn.promise
  bus.publish('test.hint', { n: 1, text: '' })
  await vi.advanceTimersByTimeAsync(10)
  bus.reportGap()
  await vi.advanceTimersByTimeAsync(10)
  turn.resolve()
  await vi.advanceTimersByTimeAsync(10)
  expect(signals().slice(before)).toEqual(['gap'])
  await bus.close()
})

test('a new peer is told that it may have missed messages', async () => {
  const { bus, signals, hear } = connectedBus()
  const before = signals().length
  hear('hello')
  await vi.advanceTimersByTimeAsync(10)
  expect(signals().slice(before)).toEqual(['hello', 'gap'])
  await bus.close()
})

test('a gap that the transport reports runs the recoveries of this process only', async () => {
  const { bus, gaps, signals, hear, reportGap } = connectedBus()
  hear('hello')
  await seconds(4)
  const [before, sent] = [gaps(), signals().length]
  reportGap()
  await vi.advanceTimersByTimeAsync(10)
  expect(gaps()).toBe(before + 1)
  expect(signals().slice(sent)).toEqual([])
  await bus.close()
})

test('a stopping process that cannot send its last messages sends no bye, so that its silence is noticed', async () => {
  const { bus, network, signals, hear } = connectedBus()
  hear('hello')
  await seconds(1)
  bus.publish('test.hint', { n: 1, text: '' })
  const before = signals().length
  network.failsNext = true
  await bus.close()
  expect(signals().slice(before)).toEqual([])
})

test('a stopping process announces what it could not send', async () => {
  const { bus, network, signals, hear } = connectedBus()
  hear('hello')
  await seconds(1)
  network.isUp = false
  bus.publish('test.hint', { n: 1, text: '' })
  await seconds(1)
  network.isUp = true
  const before = signals().length
  await bus.close()
  expect(signals().slice(before)).toEqual(['gap', 'bye'])
})

test('frames are as large as the transport allows once it is connected', async () => {
  const { bus, network, sent, hear } = connectedBus()
  hear('hello')
  await seconds(1)
  network.maxFrameBytes = 1_000
  const before = sent.length
  bus.publish('test.hint', { n: 1, text: 'x'.repeat(6_000) })
  await seconds(1)
  const sizes = sent.slice(before).map((frame) => frame.length)
  expect(sizes.length).toBeGreaterThan(6)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
  await bus.close()
})

test('a lost frame is a gap, which its receiver does not announce: the next hello reveals it', async () => {
  const { bus, gaps, signals, hear, other } = connectedBus()
  hear('hello')
  await seconds(3)
  const [before, announced] = [gaps(), signals().filter((signal) => signal === 'gap').length]
  other.encode([['test.hint', { n: 1, text: 'lost' }]])
  hear('hello')
  await seconds(2)
  expect(gaps()).toBe(before + 1)
  hear('hello')
  await seconds(8)
  expect(gaps()).toBe(before + 1)
  expect(signals().filter((signal) => signal === 'gap')).toHaveLength(announced)
  await bus.close()
})

test('frames that are lost before a process stops are a gap', async () => {
  const { bus, gaps, hear, other } = connectedBus()
  hear('hello')
  await seconds(3)
  const before = gaps()
  other.encode([['test.hint', { n: 1, text: 'lost' }]])
  hear('bye')
  await seconds(3)
  expect(gaps()).toBe(before + 1)
  await bus.close()
})

test('a process that is heard for the first time late may have sent messages before', async () => {
  const { bus, gaps, hear, other } = connectedBus()
  await seconds(3)
  const before = gaps()
  other.encode([['test.hint', { n: 1, text: 'lost' }]])
  hear('hello')
  await seconds(3)
  expect(gaps()).toBe(before + 1)
  await bus.close()
})

test('what is missing of many processes is recovered once, and not again after an announced gap', async () => {
  const { bus, gaps, hear, receive } = connectedBus()
  const others = Array.from({ length: 8 }, (_, index) => processNamed(`${index}`))
  for (const other of others) receive(other.signal('hello'))
  await seconds(3)
  const before = gaps()
  for (const other of others) {
    other.signal('hello')
    receive(other.signal('hello'))
  }
  await seconds(5)
  expect(gaps()).toBe(before + 1)
  others[0]!.signal('hello')
  receive(others[0]!.signal('hello'))
  hear('gap')
  await seconds(5)
  expect(gaps()).toBe(before + 2)
  await bus.close()
})

test('frames that arrive in order, late or twice, of shards or of an earlier version are no gap', async () => {
  const { bus, gaps, hear, other, receive } = connectedBus()
  hear('hello')
  await seconds(3)
  const before = gaps()
  const hint: BusMessage = ['test.hint', { n: 1, text: 'x'.repeat(20_000) }]
  const frames = other.encode([hint, ['test.hint', { n: 2, text: '' }]])
  expect(frames.length).toBeGreaterThan(4)
  for (const frame of frames) receive(frame)
  // Not sent to this process.
  other.encodeSharded([hint])
  hear('hello')
  receive(frames.at(-1)!)
  hear('hello')
  for (const n of [1, 5, 9]) receive(JSON.stringify({ from: 'earlier version', n, messages: [] }))
  await seconds(3)
  expect(gaps()).toBe(before)
  await bus.close()
})

test('frames are numbered in the order in which they are sent, also after an outage and with messages of shards', async () => {
  const { bus, network, sent, hear } = connectedBus(2)
  hear('hello')
  await seconds(1)
  network.isUp = false
  bus.publish('test.hint', { n: 1, text: '' })
  await seconds(6)
  network.isUp = true
  const before = sent.length
  for (const n of [2, 3]) bus.publish('test.hint', { n, text: '', customer: 'Ada' })
  await seconds(5)
  await bus.close()
  const frames = sent.slice(before).map((text) => JSON.parse(text) as { number?: number; signal?: Signal })
  expect(frames.map(({ signal }) => signal ?? 'messages')).toEqual([
    'gap',
    'messages',
    'messages',
    'hello',
    'bye',
  ])
  const [first, ...others] = frames.flatMap(({ number }) => number ?? [])
  expect(others).toEqual([first! + 1, first! + 2, first! + 3])
})
