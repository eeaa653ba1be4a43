import { AppError } from '../../core/app-error.ts'
import type { RateLimits } from '../../core/rate-limits.ts'

/** Call starts per identity and widget. Allows redialing after a dropped call, but not ringing every agent. */
const limitPerCaller = { burst: 6, perSecond: 0.1 }

/** Returns a function that counts one call start. It throws AppError rate_limited. */
export function createStartLimit(
  rateLimits: RateLimits,
): (caller: { provider_id: string; identity: string }) => void {
  const starts = rateLimits.buckets('calls', limitPerCaller)
  return ({ provider_id: providerId, identity }) => {
    const waitMs = starts.take(`${providerId} ${identity}`)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: waitMs / 1000 })
  }
}
