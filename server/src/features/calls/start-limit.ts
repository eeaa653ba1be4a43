import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { createTokenBuckets, type RateLimit } from '../../core/token-bucket.ts'

/** Call starts per identity, widget and process. Allows redialing after a dropped call, but not ringing every agent. */
const limitPerCaller: RateLimit = { burst: 6, perSecond: 0.1 }

/** Returns a function that counts one call start. It throws AppError rate_limited. */
export function createStartLimit(clock: Clock): (caller: { provider_id: string; identity: string }) => void {
  const starts = createTokenBuckets(limitPerCaller, clock)
  return ({ provider_id: providerId, identity }) => {
    const waitMs = starts.take(`${providerId} ${identity}`)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: waitMs / 1000 })
  }
}
