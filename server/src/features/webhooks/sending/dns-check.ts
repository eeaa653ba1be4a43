import type { WebhookUrlWarning } from '@parley/protocol/webhook'
import { isIP } from 'node:net'
import type { Resolve } from './resolver.ts'
import type { StartTimer } from './timer.ts'
import { bareHost, type UrlRules } from './webhook-url.ts'

/**
 * Looks up the host of a URL on behalf of a tenant. Resolves with a warning, or null if deliveries can reach it. Advisory only:
 * the addresses may have changed when something is sent.
 */
export type DnsCheck = (url: string, tenant: string) => Promise<WebhookUrlWarning | null>

/** Limits how long saving a webhook waits for name servers. */
const lookupTimeoutMs = 3000

export function createDnsCheck(options: { rules: UrlRules; resolve: Resolve; timer: StartTimer }): DnsCheck {
  const { rules, resolve, timer } = options
  return async (url, tenant) => {
    const host = bareHost(new URL(url))
    // IP addresses were checked with the URL.
    if (isIP(host) !== 0) return null
    const { promise: timeout, resolve: onTimeout } = Promise.withResolvers<null>()
    const stop = timer(lookupTimeoutMs, () => onTimeout(null))
    const found = await Promise.race([resolve(host, tenant), timeout])
    stop()
    if (found === null) return 'name_unanswered'
    if (!found.ok) return found.reason === 'not_found' ? 'name_unknown' : 'name_unanswered'
    if (found.addresses.length === 0) return 'name_unknown'
    return found.addresses.every(rules.mayDial) ? null : 'address_refused'
  }
}
