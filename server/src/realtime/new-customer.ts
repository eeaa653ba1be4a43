import { joinCustomer, type WidgetSession } from './contexts.ts'
import type { FanOut } from './fan-out.ts'
import type { Presence } from './presence/presence.ts'

/** The customer's row exists now: their socket follows the log from its beginning. */
export const createJoinNewCustomer =
  (deps: { fanOut: FanOut; presence: Presence; onError: (error: unknown) => void }) =>
  (session: WidgetSession, customerId: string): void => {
    const follower = joinCustomer(deps, session, customerId)
    if (!follower) return
    deps.fanOut.start(follower, 0)
    void deps.fanOut.catchUp([follower]).catch(deps.onError)
  }
