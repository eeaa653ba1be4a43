import { LRUCache } from 'lru-cache'
import { atMost } from './cache.ts'
import type { Clock } from './clock.ts'

/** Plain numbers, because every socket has one. */
export interface TokenBucket {
  tokens: number
  filledAt: number
}

export interface RateLimit {
  /** Capacity in tokens; a new bucket is full. */
  burst: number
  perSecond: number
}

/** Takes `count` tokens or none. Returns 0 when they were taken, else the milliseconds until they would be available. */
export function takeTokens(bucket: TokenBucket, limit: RateLimit, now: number, count = 1): number {
  // A clock that is set back must not drain the bucket.
  const elapsedMs = Math.max(0, now - bucket.filledAt)
  bucket.tokens = Math.min(limit.burst, bucket.tokens + (elapsedMs / 1000) * limit.perSecond)
  bucket.filledAt = now
  if (bucket.tokens < count) return Math.ceil(((count - bucket.tokens) / limit.perSecond) * 1000)
  bucket.tokens -= count
  return 0
}

/** Memory bound. The least recently used bucket is dropped and would start full again. */
const maxKeys = 10_000

export interface TokenBuckets {
  has(key: string): boolean
  delete(key: string): void
  /** Returns 0 when `count` tokens were taken, else the milliseconds until they would be available. */
  take(key: string, count?: number): number
  /** Puts `count` tokens back. */
  refund(key: string, count?: number): void
}

/**
 * Takes one token from every bucket, or none. A request that an earlier bucket refuses does not count against later, shared ones.
 * Returns 0 or the milliseconds until the refusing bucket has a token.
 */
export function takeFromAll(...buckets: (readonly [Pick<TokenBuckets, 'take' | 'refund'>, key: string])[]) {
  for (const [index, [bucket, key]] of buckets.entries()) {
    const waitMs = bucket.take(key)
    if (waitMs === 0) continue
    for (const [taken, takenKey] of buckets.slice(0, index)) taken.refund(takenKey)
    return waitMs
  }
  return 0
}

/** A bucket can owe a burst of each other process; with more than 8 processes a part is forgiven (rate-limits.ts). */
const maxOwedBursts = 8

/** Buckets that also count what other processes took. */
export interface DrainableBuckets extends TokenBuckets {
  /**
   * Deducts tokens that were used `ageMs` ago: first from the refill that the bucket has dropped since then because it was full.
   * The balance can fall to minus `maxOwedBursts` bursts. A negative count returns tokens.
   */
  drain(key: string, count: number, ageMs?: number): void
}

/** `fullFrom` to `fullTo`: total time for which it was full, minus the time whose refill late deductions have used. */
interface SharedBucket extends TokenBucket {
  fullFrom: number
  fullTo: number
}

/** One token bucket per key, in this process. */
export function createTokenBuckets(limit: RateLimit, clock: Clock): DrainableBuckets {
  const buckets = new LRUCache<string, SharedBucket>({
    ...atMost(maxKeys),
    memoMethod: () => ({ tokens: limit.burst, filledAt: clock(), fullFrom: -Infinity, fullTo: clock() }),
  })
  const refillMs = (count: number) => (count / limit.perSecond) * 1000
  const add = (bucket: TokenBucket, count: number) => {
    bucket.tokens = Math.max(-maxOwedBursts * limit.burst, Math.min(limit.burst, bucket.tokens + count))
  }
  function take(bucket: SharedBucket, now: number, count: number): number {
    const fullMs = now - bucket.filledAt - refillMs(limit.burst - bucket.tokens)
    if (fullMs > 0) {
      bucket.fullFrom = now - fullMs - (bucket.fullTo - bucket.fullFrom)
      bucket.fullTo = now
    }
    return takeTokens(bucket, limit, now, count)
  }
  /** Uses refill that was dropped since then. Returns how many of these tokens it covers. */
  function useDropped(bucket: SharedBucket, count: number, now: number, ageMs: number): number {
    const from = Math.max(bucket.fullFrom, now - ageMs)
    // After the clock is set back, `fullTo` is in the future.
    const usedMs = Math.min(refillMs(count), Math.min(bucket.fullTo, now) - from)
    if (usedMs <= 0) return 0
    bucket.fullFrom = from + usedMs
    return (usedMs / 1000) * limit.perSecond
  }
  return {
    has: (key) => buckets.has(key),
    delete: (key) => void buckets.delete(key),
    take: (key, count = 1) => take(buckets.memo(key), clock(), count),
    refund: (key, count = 1) => add(buckets.memo(key), count),
    drain(key, count, ageMs = 0) {
      const bucket = buckets.memo(key)
      const now = clock()
      // Refills it, so that elapsed time counts before the debt.
      take(bucket, now, 0)
      add(bucket, useDropped(bucket, count, now, ageMs) - count)
    },
  }
}
