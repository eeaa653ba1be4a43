import type { ConnectionKey } from './connection-key.ts'
import { maxLockMs, type Platform } from '../browser/platform.ts'
import { createTokenRenewal } from './token-renewal.ts'
import { isTooLong, readToken, type SocketToken } from './socket-token.ts'
import { openTokenCache } from './token-cache.ts'
import type { TokenProblem, TokenProvider } from './token-provider.ts'

export interface PageTokenProviderOptions {
  platform: Platform
  providerId: string
  key: Pick<ConnectionKey, 'jkt' | 'stored'>
  /** The page's callback (spec 4.1). */
  getToken: (request: { jkt: string }) => unknown
  /** See `CustomLoginOptions.user`. A token of another user is neither taken from the cache nor returned. */
  user: () => string | null | undefined
  onProblem: (problem: TokenProblem) => void
}

const getTokenTimeoutMs = 10_000

/**
 * Socket tokens from the page's `getToken`, cached in the browser until they expire (spec 5.3 rule 4). Only one tab
 * calls `getToken` at a time; the others then find its token in the cache.
 */
export function createPageTokenProvider(options: PageTokenProviderOptions): TokenProvider {
  const { platform, providerId, key, onProblem } = options
  const cache = openTokenCache(providerId, key.jkt)
  /** For browsers without storage. */
  let memoryToken: string | undefined
  /** Replaced by `forget`, so that a token requested before it is discarded. */
  let generation = {}
  /** `getToken` timed out once: the chat does not wait for it again until the next sign-in or sign-out. */
  let hasTimedOut = false
  const renewal = createTokenRenewal(platform)

  function isWanted({ uid }: SocketToken): boolean {
    const user = options.user()
    return user === undefined || uid === `${user}`
  }

  /** Returns null when nobody is signed in, undefined after a failure. */
  async function ask(): Promise<SocketToken | null | undefined> {
    const response = await callWithTimeout(platform, async () => options.getToken({ jkt: key.jkt }))
    if (!response.ok) {
      hasTimedOut = response.problem.code === 'get_token_timeout'
      onProblem(response.problem)
      return undefined
    }
    if (response.value === null) return null
    if (isTooLong(response.value)) {
      onProblem({ code: 'token_too_long' })
      return undefined
    }
    const token = readToken(response.value)
    if (!token) onProblem({ code: 'get_token_invalid' })
    return token
  }

  async function readCached(rejected?: SocketToken): Promise<SocketToken | undefined> {
    const text = key.stored ? await cache.read().catch(() => memoryToken) : memoryToken
    const token = text === rejected?.text ? undefined : readToken(text)
    return token && isWanted(token) ? { ...token, cached: true } : undefined
  }

  async function save(text: string | undefined) {
    memoryToken = text
    if (key.stored) await (text === undefined ? cache.drop() : cache.write(text)).catch(() => {})
  }

  return {
    get({ now, rejected }) {
      async function find(): Promise<SocketToken | null> {
        const own = generation
        const cached = await readCached(rejected)
        if (cached && isBeforeRenewal(cached, await now)) return cached
        const fresh = hasTimedOut && !rejected ? undefined : await ask()
        if (own !== generation) return null
        // A failure says nothing about who is signed in. Only a token that the service has refused is useless from now on.
        if (fresh === undefined && !(rejected && isBeforeRenewal(rejected, await now))) {
          // Read again: another page may have deleted it.
          const valid = rejected ? undefined : await readCached()
          return own === generation && valid && valid.expires > (await now) ? valid : null
        }
        if (fresh && !isWanted(fresh)) onProblem({ code: 'get_token_other_user' })
        const token = fresh && isWanted(fresh) && fresh.text !== rejected?.text ? fresh : null
        await save(token?.text)
        return token
      }
      return platform.exclusively(`parley-token ${providerId} ${key.jkt}`, find, maxLockMs)
    },
    scheduleRenewal: renewal.schedule,
    forget() {
      generation = {}
      hasTimedOut = false
      memoryToken = undefined
    },
    close: renewal.close,
  }
}

const isBeforeRenewal = ({ expires, renewAheadMs }: SocketToken, now: number) => expires - now > renewAheadMs

type PageResponse = { ok: true; value: unknown } | { ok: false; problem: TokenProblem }

function callWithTimeout(platform: Platform, run: () => Promise<unknown>): Promise<PageResponse> {
  return new Promise((resolve) => {
    const cancel = platform.after(getTokenTimeoutMs, () =>
      resolve({ ok: false, problem: { code: 'get_token_timeout' } }),
    )
    run()
      .then(
        (value) => resolve({ ok: true, value }),
        (error: unknown) => resolve({ ok: false, problem: { code: 'get_token_failed', error } }),
      )
      .finally(cancel)
  })
}
