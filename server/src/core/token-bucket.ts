import { LRUCache } from 'lru-cache'
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

/** One token bucket per key, in this process. */
export function createTokenBuckets(limit: RateLimit, clock: Clock) {
  const buckets = new LRUCache<string, TokenBucket>({
    max: maxKeys,
    memoMethod: () => ({ tokens: limit.burst, filledAt: clock() }),
  })
  return {
    has: (key: string): boolean => buckets.has(key),
    delete: (key: string): void => void buckets.delete(key),
    /** Returns 0 when `count` tokens were taken, else the milliseconds until they would be available. */
    take: (key: string, count?: number): number => takeTokens(buckets.memo(key), limit, clock(), count),
    /** Puts one token back. */
    refund(key: string): void {
      const bucket = buckets.memo(key)
      bucket.tokens = Math.min(limit.burst, bucket.tokens + 1)
    },
  }
}
