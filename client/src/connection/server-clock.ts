import { epochMs } from '../browser/epoch-ms.ts'
import type { Platform } from '../browser/platform.ts'

/** The service's clock, in milliseconds since 1970; the local clock may be wrong. */
export interface ServerClock {
  now: () => number
  /** Sets the clock to an ISO 8601 time and returns it in milliseconds. */
  set: (serverTime: string) => number
}

export function createServerClock(platform: Pick<Platform, 'now'>): ServerClock {
  let offsetMs = 0
  const now = () => platform.now() + offsetMs
  return {
    now,
    set(serverTime) {
      offsetMs = epochMs(serverTime) - platform.now()
      return now()
    },
  }
}
