import type { Platform } from '../browser/platform.ts'
import type { SocketToken } from './socket-token.ts'
import type { RenewalWay } from './token-provider.ts'

/** Renews a member's token ahead of its end, by the service's clock, also when the computer slept over it. */
export interface Renewal {
  /** What is to be renewed from here on; null: nothing. */
  plan: (token: SocketToken | null, way: RenewalWay) => void
  close: () => void
}

/** So close to the end (ms) another try would come too late: the greeting after it brings the next token. */
const tooLate = 2_000

export function createRenewal(platform: Platform): Renewal {
  let planned: SocketToken | null = null
  let { now, renew }: RenewalWay = { now: platform.now, renew: async () => true }
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
    plan(token, way) {
      planned = token
      ;({ now, renew } = way)
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
