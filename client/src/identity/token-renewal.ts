import type { Platform } from '../browser/platform.ts'
import type { SocketToken } from './socket-token.ts'
import type { RenewalOptions } from './token-provider.ts'

/** Renews a member's token before it expires, by the service's clock, even if the computer was asleep. */
export interface TokenRenewal {
  /** Replaces the token to be renewed; null cancels. */
  schedule: (token: SocketToken | null, options: RenewalOptions) => void
  close: () => void
}

/** Closer to expiry (ms) no retry is made: the next connect fetches a token anyway. */
const minRetryWindowMs = 2_000
/** Limits renewals when the token is due at once: the clock of the page's server or of the browser is wrong. */
const minDelayMs = 5_000
/** Browsers run timers of more than 24 days at once, which a clock that was set back could ask for. */
const maxTimerMs = 3_600_000

export function createTokenRenewal(platform: Platform): TokenRenewal {
  let scheduled: SocketToken | null = null
  let { now, renew }: RenewalOptions = { now: platform.now, renew: async () => true }
  let due = 0
  let running = false
  let cancel = () => {}

  function wait(until: number) {
    cancel()
    due = until
    cancel = platform.after(Math.min(Math.max(0, due - now()), maxTimerMs), () => void run())
  }

  async function run() {
    const token = scheduled
    if (!token || running) return
    // Timers do not follow the wall clock, so one may fire before it reads `due`.
    if (now() < due) return wait(due)
    cancel()
    running = true
    const renewed = await renew(token)
    running = false
    if (scheduled !== token) return scheduled ? wait(due) : undefined
    const remainingMs = token.expires - now()
    // Each retry waits half the remaining time, so any lifetime gets only a few retries.
    if (!renewed && remainingMs > minRetryWindowMs) wait(now() + remainingMs / 2)
  }

  const unsubscribe = platform.onWake(() => void run())
  return {
    schedule(token, options) {
      scheduled = token
      ;({ now, renew } = options)
      // Members who signed in together do not renew at the same moment.
      if (token)
        wait(Math.max(token.expires - token.renewAheadMs * (1 - platform.random() / 4), now() + minDelayMs))
      else cancel()
    },
    close() {
      scheduled = null
      cancel()
      unsubscribe()
    },
  }
}
