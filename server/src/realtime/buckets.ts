import type { Clock } from '../core/clock.ts'
import { takeToken, type Bucket, type BucketSize } from './rate-limit.ts'

/** More names than this are counted at the price of those who came first. */
const maxNames = 10_000

/** A bucket of tokens for each name, in this process. */
export function createBuckets(size: BucketSize, clock: Clock) {
  const buckets = new Map<string, Bucket>()

  function bucketOf(name: string): Bucket {
    const known = buckets.get(name)
    if (known) return known
    const [oldest] = buckets.keys()
    if (buckets.size >= maxNames && oldest !== undefined) buckets.delete(oldest)
    const bucket = { tokens: size.burst, filledAt: clock() }
    buckets.set(name, bucket)
    return bucket
  }

  return {
    has: (name: string): boolean => buckets.has(name),
    drop: (name: string): void => void buckets.delete(name),
    /** 0: taken; else the milliseconds until one is there. */
    take: (name: string): number => takeToken(bucketOf(name), size, clock()),
    giveBack(name: string): void {
      const bucket = bucketOf(name)
      bucket.tokens = Math.min(size.burst, bucket.tokens + 1)
    },
  }
}
