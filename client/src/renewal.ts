import type { Platform } from './platform.ts'
import type { SocketToken } from './socket-token.ts'

export interface RenewalOptions {
  platform: Platform
  /** The service's clock, in milliseconds. */
  now: () => number
  /** Brings another token to the service. false: it did not work this time. */
  renew: (soonOver: SocketToken) => Promise<boolean>
}

/** Renews a member's token ahead of its end, by the service's clock, also when the computer slept over it. */
export interface Renewal {
  /** What is to be renewed from here on; null: nothing. */
  plan: (token: SocketToken | null) => void
  close: () => void
}

/** So close to the end (ms) another try would come too late: the greeting after it brings the next token. */
const tooLate = 2_000

export function createRenewal({ platform, now, renew }: RenewalOptions): Renewal {
  let planned: SocketToken | null = null
  let due = 0
  let running = false
  let cancel = () => {}

  function wait(until: number) {
    cancel()
    due = until
    cancel = platform.after(Math.max(0, due - now()), () => void run())
  }

  async function run() {
    const token = planned
    if (!token || running || now() < due) return
    cancel()
    running = true
    const done = await renew(token)
    running = false
    if (planned !== token) return planned ? wait(due) : undefined
    const rest = token.expires - now()
    // Halving the rest ends by itself: a handful of tries for any lifetime.
    if (!done && rest > tooLate) wait(now() + rest / 2)
  }

  const unhook = platform.onWake(() => void run())
  return {
    plan(token) {
      planned = token
      if (token) wait(token.expires - token.lead)
      else cancel()
    },
    close() {
      planned = null
      cancel()
      unhook()
    },
  }
}
