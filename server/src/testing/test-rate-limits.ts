import { createLocalBus } from '../core/bus/bus.ts'
import type { Clock } from '../core/clock.ts'
import { createRateLimits, type RateLimits } from '../core/rate-limits.ts'

/** Rate limits of a single process. */
export const testRateLimits = (clock: Clock): RateLimits =>
  createRateLimits({
    clock,
    bus: createLocalBus((error) => {
      throw error
    }),
  })
