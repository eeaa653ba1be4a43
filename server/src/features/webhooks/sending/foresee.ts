import type { WebhookUrlWarning } from '@parley/protocol/webhook'
import { isIP } from 'node:net'
import type { Resolve } from './resolver.ts'
import type { StartTimer } from './timer.ts'
import { bareHost, type UrlRules } from './webhook-url.ts'

/**
 * What the name of an address says before anything is dialled, on behalf of this tenant; null: nothing speaks against it. It is for
 * whoever has just saved it: the name may lead elsewhere when something is sent, so nothing is decided by it.
 */
export type Foresee = (url: string, tenant: string) => Promise<WebhookUrlWarning | null>

/** How long whoever saves waits for name servers, in milliseconds. */
const patience = 3000

export function createForesee(options: { rules: UrlRules; resolve: Resolve; timer: StartTimer }): Foresee {
  const { rules, resolve, timer } = options
  return async (url, tenant) => {
    const host = bareHost(new URL(url))
    // A literal was judged when it was checked.
    if (isIP(host) !== 0) return null
    const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
    const stop = timer(patience, () => giveUp(null))
    const found = await Promise.race([resolve(host, tenant), late])
    stop()
    if (found === null) return 'name_unanswered'
    if (!found.ok) return found.reason === 'not_found' ? 'name_unknown' : 'name_unanswered'
    if (found.addresses.length === 0) return 'name_unknown'
    return found.addresses.every(rules.mayDial) ? null : 'address_refused'
  }
}
