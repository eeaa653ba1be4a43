import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFrameSender, type Signal } from './frames.ts'
import { createSharedBus } from './shared-bus.ts'
import type { TransportEvents } from './transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

/** A bus on a connected transport, with the frames it sends. `hear` receives a signal of another process. */
function connectedBus() {
  const sent: string[] = []
  const network = { isUp: true, failsNext: false, maxFrameBytes: 8000 }
  let events: TransportEvents | undefined
  const bus = createSharedBus({
    openTransport(given) {
      events = given
      return {
        get maxFrameBytes() {
          return network.maxFrameBytes
        },
        shards: null,
        async send(frames) {
          if (!network.isUp || network.failsNext) {
            network.failsNext = false
            throw new Error('not connected')
          }
          sent.push(...frames)
        },
        close: async () => {},
      }
    },
    compact: (message) => message,
    customerOf: () => null,
    logger: pino({ level: 'silent' }),
    onError: (error) => {
      throw error
    },
  })
  const other = createFrameSender(
    'another process',
    () => 8000,
    (message) => message,
  )
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
