import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { takeToken, type Bucket, type BucketSize } from '../../realtime/rate-limit.ts'

/** Of one identity at one widget, in each process: somebody who was cut off calls again, a program that rings every agent does not. */
const starts: BucketSize = { burst: 6, perSecond: 0.1 }
/** Beyond these, full buckets are forgotten. */
const remembered = 10_000

/** @returns takes one start, or throws AppError rate_limited */
export function createStartLimit(clock: Clock): (who: { provider_id: string; identity: string }) => void {
  const buckets = new Map<string, Bucket>()
  return ({ provider_id: providerId, identity }) => {
    const now = clock()
    if (buckets.size >= remembered) forgetFull(buckets, now)
    const key = `${providerId} ${identity}`
    const bucket = buckets.get(key) ?? { tokens: starts.burst, filledAt: now }
    buckets.set(key, bucket)
    const wait = takeToken(bucket, starts, now)
    if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait / 1000 })
  }
}

function forgetFull(buckets: Map<string, Bucket>, now: number): void {
  for (const [key, { tokens, filledAt }] of buckets) {
    if (tokens + ((now - filledAt) / 1000) * starts.perSecond >= starts.burst) buckets.delete(key)
  }
}
