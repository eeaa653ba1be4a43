import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { takeToken, type Bucket, type BucketSize } from '../../realtime/rate-limit.ts'

/** Per identity, widget and process: enough to call again after a lost connection, too few to ring every agent. */
const starts: BucketSize = { burst: 6, perSecond: 0.1 }
/** Above this many buckets, full ones are dropped. */
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
