import { describe, expect, it } from 'vitest'
import { createTokenBuckets, takeFromAll, takeTokens } from './token-bucket.ts'

const limit = { burst: 2, perSecond: 4 }

describe('a token bucket', () => {
  it('refuses when it is empty and returns the wait in milliseconds', () => {
    const bucket = { tokens: 2, filledAt: 0 }
    expect([1, 2, 3].map(() => takeTokens(bucket, limit, 0))).toEqual([0, 0, 250])
    expect(takeTokens(bucket, limit, 125)).toBe(125)
    expect(takeTokens(bucket, limit, 250)).toBe(0)
  })

  it('takes several tokens or none', () => {
    const bucket = { tokens: 1, filledAt: 0 }
    expect(takeTokens(bucket, limit, 0, 2)).toBe(250)
    expect(takeTokens(bucket, limit, 0)).toBe(0)
  })

  it('never holds more than its burst, and loses nothing when the clock is set back', () => {
    const bucket = { tokens: 0, filledAt: 1000 }
    expect(takeTokens(bucket, limit, 500)).toBe(250)
    expect([1, 2, 3].map(() => takeTokens(bucket, limit, 100_000))).toEqual([0, 0, 250])
  })
})

describe('token buckets', () => {
  function keyed() {
    const time = { now: 0 }
    return { time, buckets: createTokenBuckets(limit, () => time.now) }
  }

  it('limit each key on its own', () => {
    const { buckets } = keyed()
    expect(['a', 'a', 'a', 'b'].map((key) => buckets.take(key))).toEqual([0, 0, 250, 0])
  })

  it('take one from each or none, and leave later ones alone when an earlier one refuses', () => {
    const { buckets } = keyed()
    const take = (...keys: string[]) => takeFromAll(...keys.map((key) => [buckets, key] as const))
    expect([1, 2, 3, 4].map(() => take('own', 'shared'))).toEqual([0, 0, 250, 250])
    const other = keyed().buckets
    for (const key of ['own', 'own']) other.take(key)
    for (const _ of [1, 2, 3]) expect(takeFromAll([other, 'own'], [other, 'shared'])).toBe(250)
    expect([1, 2, 3].map(() => other.take('shared'))).toEqual([0, 0, 250])
    // The shared one is empty now: what was taken from the own one comes back.
    expect(takeFromAll([other, 'new'], [other, 'shared'])).toBe(250)
    expect([1, 2, 3].map(() => other.take('new'))).toEqual([0, 0, 250])
  })

  it('give a refunded token back, up to the burst', () => {
    const { buckets } = keyed()
    for (const key of ['a', 'a']) buckets.take(key)
    buckets.refund('a')
    expect([1, 2].map(() => buckets.take('a'))).toEqual([0, 250])
    buckets.refund('new')
    expect([1, 2, 3].map(() => buckets.take('new'))).toEqual([0, 0, 250])
  })

  it('give several refunded tokens back at once', () => {
    const { buckets } = keyed()
    buckets.take('a', 2)
    buckets.refund('a', 2)
    expect(buckets.take('a', 2)).toBe(0)
  })

  it('deduct what other processes take also after the clock is set back', () => {
    const { time, buckets } = keyed()
    time.now = 100_000
    expect(['a', 'a', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 250])
    time.now -= 60_000
    for (let end = time.now + 50_000; time.now < end; time.now += 250) {
      buckets.drain('a', 1)
      expect(buckets.take('a')).toBeGreaterThan(0)
    }
  })

  it('know which keys they have', () => {
    const { buckets } = keyed()
    expect(buckets.has('a')).toBe(false)
    buckets.take('a')
    expect(buckets.has('a')).toBe(true)
    buckets.delete('a')
    expect(buckets.has('a')).toBe(false)
  })

  it('drop the least recently used key beyond 10,000', () => {
    const { buckets } = keyed()
    for (const key of ['first', 'first', 'second']) buckets.take(key)
    for (let index = 0; index < 9_998; index++) buckets.take(`other ${index}`)
    expect(buckets.take('first')).toBe(250)
    buckets.take('one more')
    expect([buckets.has('first'), buckets.has('second')]).toEqual([true, false])
  })
})
