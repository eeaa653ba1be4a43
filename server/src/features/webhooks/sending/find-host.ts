import { isIP } from 'node:net'
import type { Clock } from '../../../core/clock.ts'
import { addressGuard } from './public-address.ts'
import { createResolver, type Resolve } from './resolver.ts'
import { isAllowedHost, urlRules } from './webhook-url.ts'

/** A checked address of a host. Connect to it, never to the name. */
export type FoundHost =
  | { outcome: 'found'; address: string; isPublic: boolean }
  | { outcome: 'name_unknown' | 'host_refused' | 'unreachable' }

/**
 * Resolves and checks hosts that organizations choose, for connections other than webhooks, by the same rules: one address that is not
 * allowed refuses all of them. `tenant`: the organization, whose lookups wait only for each other.
 */
export function createFindHost(options: {
  allowNetworks: readonly string[]
  now: Clock
  resolve?: Resolve | undefined
}) {
  const rules = urlRules(options.allowNetworks)
  const isPublic = addressGuard([])
  const hostsFile = rules.allowLocalNames ? '/etc/hosts' : null
  const resolve = options.resolve ?? createResolver({ now: options.now, hostsFile })

  return async (host: string, tenant: string): Promise<FoundHost> => {
    if (!isAllowedHost(host, rules)) return { outcome: 'host_refused' }
    const found = isIP(host) === 0 ? await resolve(host, tenant) : { ok: true as const, addresses: [host] }
    if (!found.ok) return { outcome: found.reason === 'not_found' ? 'name_unknown' : 'unreachable' }
    // Mail servers are reached by IPv4 more often than by IPv6.
    const [address] = found.addresses.toSorted((a, b) => isIP(a) - isIP(b))
    if (address === undefined) return { outcome: 'name_unknown' }
    if (!found.addresses.every(rules.mayDial)) return { outcome: 'host_refused' }
    return { outcome: 'found', address, isPublic: isPublic(address) }
  }
}
