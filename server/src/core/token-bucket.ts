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

/** A bucket can owe a burst of each other process; with more than 8 processes a part is forgiven (rate-limits.ts). */
const maxOwedBursts = 8

/** Buckets that also count what other processes took. */
export interface DrainableBuckets extends TokenBuckets {
  /** Deducts tokens that were already used; the balance can fall to minus `maxOwedBursts` bursts. A negative count returns tokens. */
  drain(key: string, count: number): void
}

/** One token bucket per key, in this process. */
export function createTokenBuckets(limit: RateLimit, clock: Clock): DrainableBuckets {
  const buckets = new LRUCache<string, TokenBucket>({
    ...atMost(maxKeys),
    memoMethod: () => ({ tokens: limit.burst, filledAt: clock() }),
  })
  const add = (bucket: TokenBucket, count: number) => {
    bucket.tokens = Math.max(-maxOwedBursts * limit.burst, Math.min(limit.burst, bucket.tokens + count))
  }
  return {
    has: (key) => buckets.has(key),
    delete: (key) => void buckets.delete(key),
    take: (key, count) => takeTokens(buckets.memo(key), limit, clock(), count),
    refund: (key, count = 1) => add(buckets.memo(key), count),
    drain(key, count) {
      const bucket = buckets.memo(key)
      // Refills it, so that elapsed time counts before the debt.
      takeTokens(bucket, limit, clock(), 0)
      add(bucket, -count)
    },
  }
}
