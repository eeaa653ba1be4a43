import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalBus } from './bus/bus.ts'
import { createRateLimits } from './rate-limits.ts'
import type { TokenBuckets } from './token-bucket.ts'

const limit = { burst: 4, perSecond: 1 }

/** Processes on one bus, and their clock. */
function open(processes: number) {
  const bus = createLocalBus((error) => {
    throw error
  })
  const time = { now: 0 }
  const messages: string[] = []
  bus.subscribe('limits.taken', (message) => messages.push(JSON.stringify(message)))
  const limiters = Array.from({ length: processes }, () =>
    createRateLimits({ bus, clock: () => time.now }).buckets('calls', limit),
  )
  return { time, messages, limiters }
}

function pair() {
  const { limiters, ...rest } = open(2)
  const [left, right] = limiters as [TokenBuckets, TokenBuckets]
  return { ...rest, left, right }
}

/** Two processes on a bus that delivers messages of the other process later. `aheadMs`: the clock of the second one. */
function delayedPair({ aheadMs = 0 } = {}) {
  const local = createLocalBus((error) => {
    throw error
  })
  const time = { now: 0 }
  const waiting: { sentAt: number; deliver: () => void }[] = []
  const bus = { delayMs: 0 }
  const process = (clock: () => number) =>
    createRateLimits({
      bus: {
        ...local,
        subscribe: (subject, listener) =>
          local.subscribe(subject, (message) => {
            waiting.push({ sentAt: time.now, deliver: () => listener(message) })
          }),
      },
      clock,
    }).buckets('calls', limit)
  const left = process(() => time.now)
  const right = process(() => time.now + aheadMs)
  /** Runs `run` so often in this time. */
  function pass(ms: number, repeated?: { every: number; run: () => void }): void {
    for (const end = time.now + ms; time.now < end;) {
      if (repeated && time.now % repeated.every === 0) repeated.run()
      vi.advanceTimersByTime(100)
      time.now += 100
      while (waiting[0] !== undefined && waiting[0].sentAt + bus.delayMs <= time.now)
        waiting.shift()?.deliver()
    }
  }
  return { left, right, bus, pass }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const admitted = (buckets: { take(key: string): number }, tries: number) =>
  Array.from({ length: tries }, () => buckets.take('ada')).filter((waitMs) => waitMs === 0).length

describe('limits of two processes', () => {
  it('refuse in one what the other admitted', () => {
    const { left, right } = pair()
    expect(admitted(left, 4)).toBe(4)
    vi.advanceTimersByTime(100)
    expect(right.take('ada')).toBe(1000)
    expect(right.take('other')).toBe(0)
  })

  it('admit at most one burst each at the same moment, and make up for it', () => {
    const { left, right, time } = pair()
    expect(admitted(left, 9) + admitted(right, 9)).toBe(8)
    vi.advanceTimersByTime(100)
    // 8 were admitted: 4 too many, which take 4 s at 1 per second.
    time.now = 4000
    expect(left.take('ada')).toBeGreaterThan(0)
    time.now = 5000
    expect(admitted(left, 2)).toBe(1)
  })

  it('never owe more than eight bursts, however many processes admitted', () => {
    const { left, right, time } = pair()
    for (let second = 0; second < 100; second++) {
      time.now = second * 1000
      admitted(left, 9)
    }
    vi.advanceTimersByTime(100)
    // 103 were admitted, and 32 are owed.
    time.now = 99_000 + 32_000
    expect(right.take('ada')).toBeGreaterThan(0)
    time.now += 1_000
    expect(right.take('ada')).toBe(0)
  })

  it('do not count what a suspended process is told late as taken now, although clocks differ', () => {
    const { left, right, bus, pass } = delayedPair({ aheadMs: 5_000 })
    // The client uses one process, and the other one a moment before it is suspended and as soon as it continues.
    const use = () => expect(left.take('ada')).toBe(0)
    pass(10_000, { every: 1_000, run: use })
    expect(right.take('ada')).toBe(0)
    pass(1_000)
    bus.delayMs = Infinity
    pass(60_000, { every: 1_000, run: use })
    expect(right.take('ada')).toBe(0)
    bus.delayMs = 0
    pass(100)
    expect(right.take('ada')).toBe(0)
    // What is taken from now on counts again.
    pass(10_000)
    expect(admitted(left, 9)).toBe(4)
    pass(100)
    expect(right.take('ada')).toBeGreaterThan(0)
  })

  it('admit the rate of one while the bus is slow', () => {
    const { left, right, bus, pass } = delayedPair()
    let total = 0
    const use = () => (total += admitted(left, 2) + admitted(right, 2))
    pass(10_000, { every: 100, run: use })
    for (const delayMs of [3_000, 10_000]) {
      bus.delayMs = delayMs
      // Until what is under way has arrived.
      pass(delayMs + 10_000, { every: 100, run: use })
      total = 0
      pass(100_000, { every: 100, run: use })
      expect(total).toBeGreaterThan(90 * limit.perSecond)
      expect(total).toBeLessThan(110 * limit.perSecond)
    }
  })

  it('give a refunded token back in both', () => {
    const { left, right } = pair()
    admitted(left, 4)
    left.refund('ada')
    vi.advanceTimersByTime(100)
    expect(admitted(right, 9)).toBe(1)
  })

  it('give several refunded tokens back in both', () => {
    const { left, right } = pair()
    left.take('ada', 4)
    vi.advanceTimersByTime(100)
    left.refund('ada', 3)
    vi.advanceTimersByTime(100)
    expect([admitted(left, 9), admitted(right, 9)]).toEqual([3, 3])
  })

  it('tell what was taken in one message per interval, without the key', () => {
    const { left, messages } = pair()
    admitted(left, 3)
    expect(messages).toEqual([])
    vi.advanceTimersByTime(100)
    expect(messages).toHaveLength(1)
    expect(messages[0]).not.toContain('ada')
    vi.advanceTimersByTime(1000)
    expect(messages).toHaveLength(1)
  })
})

it.each([2, 4, 8])('%i processes admit at most a burst each and the average of one', (processes) => {
  const { limiters, time } = open(processes)
  let total = 0
  for (let second = 0; second < 100; second++) {
    time.now = second * 1000
    for (const limiter of limiters) total += admitted(limiter, 9)
    vi.advanceTimersByTime(100)
  }
  expect(total).toBeLessThanOrEqual(processes * limit.burst + 100 * limit.perSecond)
})

it('16 processes admit at most 16/9 of the rate to a client that waits until they have recovered', () => {
  const { limiters, time } = open(16)
  let total = 0
  // From minus eight bursts to a full bucket.
  const recoverySeconds = (9 * limit.burst) / limit.perSecond
  const rounds = 10
  for (let round = 0; round < rounds; round++) {
    time.now = round * recoverySeconds * 1000
    for (const limiter of limiters) total += admitted(limiter, 9)
    vi.advanceTimersByTime(100)
  }
  expect(total).toBe(rounds * 16 * limit.burst)
  expect(total / (rounds * recoverySeconds)).toBeCloseTo((16 / 9) * limit.perSecond)
})
