import { LRUCache } from 'lru-cache'
import { Resolver } from 'node:dns/promises'
import type { Clock } from '../../../core/clock.ts'
import { createKeyedSemaphore } from '../../../core/semaphore.ts'
import { readHostsFile } from './hosts-file.ts'
import { systemTimer, type StartTimer } from './timer.ts'

/** `not_found`: there is no such name, or it has no address. `no_answer`: nobody could say. */
export type Resolution = { ok: true; addresses: string[] } | { ok: false; reason: 'not_found' | 'no_answer' }

/** The addresses of a name, unjudged. Never rejects. `tenant`: on whose behalf, for the bound on look-ups at once. */
export type Resolve = (name: string, tenant: string) => Promise<Resolution>

export interface ResolverOptions {
  now: Clock
  timer?: StartTimer
  /** Timeout of one DNS query (ms), which c-ares measures with the machine's clock. */
  queryTimeoutMs?: number
  /** Asked instead of the system's: `127.0.0.1:5353`. */
  servers?: readonly string[]
  /** A file in the form of /etc/hosts that is asked first; null: none is. */
  hostsFile: string | null
}

/** All in milliseconds. */
const limits = {
  /** One question to one server; it is asked twice. */
  question: 1500,
  /** The whole look-up, whatever servers do. */
  lookUp: 4000,
  /** How long an address of one family waits for the other family's. */
  otherFamily: 1000,
  shortest: 5000,
  longest: 60_000,
  notFound: 10_000,
  noAnswer: 30_000,
}
const maxCachedNames = 10_000
/** Concurrent look-ups per tenant. Names whose last look-up failed have a limit of their own. */
const maxLookUps = 64
const maxLookUpsOfFailedNames = 8

/**
 * Looks names up with c-ares: `dns.lookup` has four threads for the whole process, and four dead zones would stop
 * everybody's deliveries. Each look-up has a channel of its own, so that it can be given up alone, and follows a
 * change of resolv.conf. Answers are kept for their TTL within 5 to 60 s, failures for 10 or 30 s. What one tenant asks waits only
 * behind what the same tenant asks, and names that failed last time only behind each other.
 */
export function createResolver(options: ResolverOptions): Resolve {
  const { now, timer = systemTimer, hostsFile } = options
  const known = new LRUCache<string, { resolution: Resolution; until: number }>({ max: maxCachedNames })
  const underWay = new Map<string, Promise<Resolution>>()
  const lookUps = createKeyedSemaphore(maxLookUps)
  const lookUpsOfFailedNames = createKeyedSemaphore(maxLookUpsOfFailedNames)

  function remembered(name: string): Resolution | null {
    const entry = known.get(name)
    return entry && entry.until > now() ? entry.resolution : null
  }

  function start(name: string): Promise<Resolution> {
    const lookUp = (async () => {
      const { resolution, milliseconds } = await ask(name)
      known.set(name, { resolution, until: now() + milliseconds })
      return resolution
    })().finally(() => underWay.delete(name))
    underWay.set(name, lookUp)
    return lookUp
  }

  async function ask(name: string): Promise<{ resolution: Resolution; milliseconds: number }> {
    const listed = hostsFile === null ? [] : await readHostsFile(hostsFile, name)
    if (listed.length > 0) {
      return { resolution: { ok: true, addresses: listed }, milliseconds: limits.shortest }
    }
    return await askServers(name, options, timer)
  }

  return async (name, tenant) => {
    const shared = () => remembered(name) ?? underWay.get(name) ?? null
    const failedLast = known.get(name)?.resolution.ok === false
    const limit = failedLast ? lookUpsOfFailedNames : lookUps
    // Only running look-ups are shared: otherwise one tenant would wait in another tenant's queue.
    return shared() ?? (await limit.run(tenant, () => shared() ?? start(name)))
  }
}

type Answer = { addresses: string[]; ttl: number } | { error: 'not_found' | 'no_answer' }

async function askServers(
  name: string,
  { servers, queryTimeoutMs = limits.question }: Pick<ResolverOptions, 'servers' | 'queryTimeoutMs'>,
  timer: StartTimer,
): Promise<{ resolution: Resolution; milliseconds: number }> {
  const channel = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  if (servers) channel.setServers(servers)
  const timers = [timer(limits.lookUp, () => channel.cancel())]
  const one = async (records: Promise<{ address: string; ttl: number }[]>): Promise<Answer> => {
    const answer = await records.then(
      (list): Answer => ({
        addresses: list.map((record) => record.address),
        ttl: Math.min(...list.map((record) => record.ttl)),
      }),
      (error: NodeJS.ErrnoException): Answer => ({
        error: error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'not_found' : 'no_answer',
      }),
    )
    // Some servers never answer for a family that they do not have.
    if ('addresses' in answer) timers.push(timer(limits.otherFamily, () => channel.cancel()))
    return answer
  }
  const answers = await Promise.all([
    one(channel.resolve4(name, { ttl: true })),
    one(channel.resolve6(name, { ttl: true })),
  ])
  for (const stop of timers) stop()
  const good = answers.filter((answer) => 'addresses' in answer)
  if (good.length > 0) {
    const ttl = Math.min(...good.map((answer) => answer.ttl)) * 1000
    return {
      resolution: { ok: true, addresses: good.flatMap((answer) => answer.addresses) },
      milliseconds: Math.min(limits.longest, Math.max(limits.shortest, ttl)),
    }
  }
  const reason = answers.every((answer) => 'error' in answer && answer.error === 'not_found')
    ? 'not_found'
    : 'no_answer'
  return {
    resolution: { ok: false, reason },
    milliseconds: reason === 'not_found' ? limits.notFound : limits.noAnswer,
  }
}
