import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/cache.ts'
import { Resolver } from 'node:dns/promises'
import { hasPassed, type Clock } from '../../../core/clock.ts'
import { createKeyedSemaphore } from '../../../core/semaphore.ts'
import { readHostsFile } from './hosts-file.ts'
import { systemTimer, type StartTimer } from './timer.ts'

/**
 * `not_found`: the name does not exist or has no address. `no_answer`: the lookup failed or timed out.
 */
export type Resolution = { ok: true; addresses: string[] } | { ok: false; reason: 'not_found' | 'no_answer' }

/** Returns the addresses of a name, unchecked. Never rejects. `tenant`: whose limit of concurrent lookups applies. */
export type Resolve = (name: string, tenant: string) => Promise<Resolution>

interface LookUpResult {
  resolution: Resolution
  ttlMs: number
}

export interface ResolverOptions {
  now: Clock
  timer?: StartTimer
  /** Timeout of one DNS query (ms), which c-ares measures with the machine's clock. */
  queryTimeoutMs?: number
  /** Name servers used instead of the system's, such as `127.0.0.1:5353`. */
  servers?: readonly string[]
  /** A file in the format of /etc/hosts that takes precedence over name servers; null for none. */
  hostsFile: string | null
}

const limitsMs = {
  /** Timeout of one query to one server; there are two attempts. */
  query: 1500,
  /** Timeout of the whole lookup. */
  lookUp: 4000,
  /** How long the lookup waits for the second address family after the first answered. */
  otherFamily: 1000,
  minTtl: 5000,
  maxTtl: 60_000,
  notFoundTtl: 10_000,
  noAnswerTtl: 30_000,
}
const maxCachedNames = 10_000
/** Concurrent lookups per tenant. Names whose last lookup failed have a separate limit. */
const maxLookUps = 64
const maxLookUpsOfFailedNames = 8

/**
 * Resolves names with c-ares: `dns.lookup` has four threads per process, so four unresponsive zones would block all deliveries.
 * Each lookup has its own channel, so that it can be cancelled alone and changes of resolv.conf take effect. Results are cached
 * for their TTL (5 to 60 s), failures for 10 or 30 s. A tenant's lookups wait only for the same tenant's lookups, and names that
 * failed last time only for each other.
 */
export function createResolver(options: ResolverOptions): Resolve {
  const { now, timer = systemTimer, hostsFile } = options
  const cache = new LRUCache<string, LookUpResult & { cachedAt: number }>(atMost(maxCachedNames))
  const inFlight = new Map<string, Promise<Resolution>>()
  const lookUps = createKeyedSemaphore(maxLookUps)
  const lookUpsOfFailedNames = createKeyedSemaphore(maxLookUpsOfFailedNames)

  function cached(name: string): Resolution | null {
    const entry = cache.get(name)
    return entry && !hasPassed(entry.ttlMs, entry.cachedAt, now) ? entry.resolution : null
  }

  function start(name: string): Promise<Resolution> {
    const lookUp = (async () => {
      const result = await lookUpUncached(name)
      cache.set(name, { ...result, cachedAt: now() })
      return result.resolution
    })().finally(() => inFlight.delete(name))
    inFlight.set(name, lookUp)
    return lookUp
  }

  async function lookUpUncached(name: string): Promise<LookUpResult> {
    const listed = hostsFile === null ? [] : await readHostsFile(hostsFile, name)
    if (listed.length > 0) {
      return { resolution: { ok: true, addresses: listed }, ttlMs: limitsMs.minTtl }
    }
    return await askServers(name, options, timer)
  }

  return async (name, tenant) => {
    const shared = () => cached(name) ?? inFlight.get(name) ?? null
    const failedLast = cache.get(name)?.resolution.ok === false
    const limit = failedLast ? lookUpsOfFailedNames : lookUps
    // Only running lookups are shared: otherwise one tenant would wait in another tenant's queue.
    return shared() ?? (await limit.run(tenant, () => shared() ?? start(name)))
  }
}

type Answer = { addresses: string[]; ttl: number } | { error: 'not_found' | 'no_answer' }

async function askServers(
  name: string,
  { servers, queryTimeoutMs = limitsMs.query }: Pick<ResolverOptions, 'servers' | 'queryTimeoutMs'>,
  timer: StartTimer,
): Promise<LookUpResult> {
  const channel = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  if (servers) channel.setServers(servers)
  const timers = [timer(limitsMs.lookUp, () => channel.cancel())]
  const query = async (records: Promise<{ address: string; ttl: number }[]>): Promise<Answer> => {
    const answer = await records.then(
      (list): Answer => ({
        addresses: list.map((record) => record.address),
        ttl: Math.min(...list.map((record) => record.ttl)),
      }),
      (error: NodeJS.ErrnoException): Answer => ({
        error: error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'not_found' : 'no_answer',
      }),
    )
    // Some name servers never answer queries for a family they have no records of.
    if ('addresses' in answer) timers.push(timer(limitsMs.otherFamily, () => channel.cancel()))
    return answer
  }
  const answers = await Promise.all([
    query(channel.resolve4(name, { ttl: true })),
    query(channel.resolve6(name, { ttl: true })),
  ])
  for (const stop of timers) stop()
  const found = answers.filter((answer) => 'addresses' in answer)
  if (found.length > 0) {
    const ttl = Math.min(...found.map((answer) => answer.ttl)) * 1000
    return {
      resolution: { ok: true, addresses: found.flatMap((answer) => answer.addresses) },
      ttlMs: Math.min(limitsMs.maxTtl, Math.max(limitsMs.minTtl, ttl)),
    }
  }
  const reason = answers.every((answer) => 'error' in answer && answer.error === 'not_found')
    ? 'not_found'
    : 'no_answer'
  return {
    resolution: { ok: false, reason },
    ttlMs: reason === 'not_found' ? limitsMs.notFoundTtl : limitsMs.noAnswerTtl,
  }
}
