import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/app-error.ts'
import { atMost } from '../../core/cache.ts'
import type { Clock } from '../../core/clock.ts'
import { bearsApiKey, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { hashToken } from '../../core/secrets.ts'
import type { KnownKey } from './api-key-store.ts'
import type { ApiKeys } from './api-keys.ts'

/** Enough to page through a list, and a limit for programs that loop. */
export const requestsOfKey = { burst: 60, perSecond: 10 }

/** 256 bits cannot be guessed; this keeps a program with a revoked key from querying the database forever. */
export const wrongKeysOfNetwork = { burst: 10, perSecond: 0.1 }

/**
 * Rejects repeats of an unknown key without a query and without using up the network's limit, which valid keys may need. No key
 * becomes valid meanwhile: new ones are random.
 */
const knownWrong = { ttlMs: 60_000, maxEntries: 1_000 }

/**
 * After an error that does not tell whether the key is valid: bounds the queries of unknown keys while the database is unavailable,
 * without making valid ones wait for the bucket to refill (ms).
 */
const refundDelayMs = 1_000

const keyForm = /^plk_[\w-]{43}$/

/** `networkOf`: the key by which attempts of an address are counted. */
export function createAuthorizeAccess(deps: {
  apiKeys: Pick<ApiKeys, 'use'>
  authorizeAgent: AuthorizeAgent
  networkOf: (address: string) => string
  rateLimits: RateLimits
  clock: Clock
}): AuthorizeAccess {
  const { apiKeys, authorizeAgent, networkOf, rateLimits, clock } = deps
  /** Hashes, with the time until which they are remembered (ms). */
  const wrongUntil = new LRUCache<string, number>(atMost(knownWrong.maxEntries))
  const working = rateLimits.buckets('api-keys', requestsOfKey)
  const wrong = rateLimits.buckets('wrong-api-keys', wrongKeysOfNetwork)
  /** Attempts without an outcome, to be returned by the first attempt after `dueAt`. Oldest first. */
  const refunds: { network: string; dueAt: number }[] = []
  /** First look-ups in progress, by hash. */
  const attempts = new Map<string, Promise<KnownKey>>()

  return async (request, organizationId, { role, scope }) => {
    if (!bearsApiKey(request.headers)) return authorizeAgent(request, organizationId, role)
    const key = await keyOf(request.headers.authorization ?? '', networkOf(request.ip))
    if (key.organization_id !== organizationId) throw new AppError('not_found')
    const missing = [scope].flat().find((each) => !key.scopes.includes(each))
    if (missing !== undefined)
      throw new AppError('forbidden', { detail: `This API key does not have the scope ${missing}.` })
    return { organizationId }
  }

  async function keyOf(authorization: string, network: string): Promise<KnownKey> {
    const text = authorization.replace(/^bearer +/i, '').trim()
    if (!keyForm.test(text)) throw unknownKey()
    const id = hashToken(text)
    if ((wrongUntil.get(id) ?? 0) > clock()) throw unknownKey()
    // Simultaneous first requests with one key are one attempt: they wait for its outcome.
    const attempt = attempts.get(id)
    if (attempt) await attempt
    // A key that has worked is not delayed by wrong keys from the same address.
    if (working.has(id)) return useKey(text, id)
    refundDue()
    // Counted before the outcome is known, so that simultaneous attempts cannot all pass.
    refuseFor(wrong.take(network))
    const first = useKey(text, id)
    attempts.set(id, first)
    try {
      const known = await first
      wrong.refund(network)
      return known
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      // The key is valid, and over its own limit.
      if (code === 'rate_limited') wrong.refund(network)
      else if (code !== 'unauthenticated') refunds.push({ network, dueAt: clock() + refundDelayMs })
      throw error
    } finally {
      attempts.delete(id)
    }
  }

  function refundDue(): void {
    const notDue = refunds.findIndex(({ dueAt }) => dueAt > clock())
    for (const { network } of refunds.splice(0, notDue < 0 ? refunds.length : notDue)) wrong.refund(network)
  }

  async function useKey(text: string, id: string): Promise<KnownKey> {
    const hasWorked = working.has(id)
    // Before the query, so that requests over the limit cost nothing.
    if (hasWorked) refuseFor(working.take(id))
    const key = await apiKeys.use(text)
    if (!key) {
      working.delete(id)
      wrongUntil.set(id, clock() + knownWrong.ttlMs)
      throw unknownKey()
    }
    if (!hasWorked) refuseFor(working.take(id))
    return key
  }
}

const unknownKey = () =>
  new AppError('unauthenticated', { detail: 'This API key is unknown or was revoked.' })

function refuseFor(milliseconds: number): void {
  if (milliseconds > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(milliseconds / 1000) })
}
