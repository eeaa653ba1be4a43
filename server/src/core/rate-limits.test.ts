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
    const bus = createLocalBus((error) => {
      throw error
    })
    const time = { now: 0 }
    const held: (() => void)[] = []
    let isSuspended = false
    const late: typeof bus = {
      ...bus,
      subscribe: (subject, listener) =>
        bus.subscribe(subject, (message) => {
          if (isSuspended) held.push(() => listener(message))
          else listener(message)
        }),
    }
    const ahead = 5_000
    const left = createRateLimits({ bus, clock: () => time.now }).buckets('calls', limit)
    const right = createRateLimits({ bus: late, clock: () => time.now + ahead }).buckets('calls', limit)
    const pass = (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        expect(left.take('ada')).toBe(0)
        vi.advanceTimersByTime(100)
        time.now += 1000
      }
    }
    pass(10)
    expect(right.take('ada')).toBe(0)
    right.refund('ada')
    vi.advanceTimersByTime(100)
    isSuspended = true
    pass(60)
    isSuspended = false
    for (const deliver of held) deliver()
    expect(right.take('ada')).toBe(0)
    // What is taken from now on counts again.
    expect(left.take('ada', 2)).toBe(0)
    vi.advanceTimersByTime(100)
    expect(admitted(right, 9)).toBeLessThan(3)
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
