import type { ConnectionKey } from './connection-key.ts'
import { maxLockMs, type Platform } from '../browser/platform.ts'
import { createTokenRenewal } from './token-renewal.ts'
import { readToken, type SocketToken } from './socket-token.ts'
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

  async function ask(): Promise<SocketToken | null> {
    const response = await callWithTimeout(platform, async () => options.getToken({ jkt: key.jkt }))
    if (!response.ok) {
      hasTimedOut = response.problem.code === 'get_token_timeout'
      onProblem(response.problem)
      return null
    }
    if (response.value === null) return null
    const token = readToken(response.value)
    if (!token) onProblem({ code: 'get_token_invalid' })
    return token ?? null
  }

  async function save(text: string | undefined) {
    memoryToken = text
    if (key.stored) await (text === undefined ? cache.drop() : cache.write(text)).catch(() => {})
  }

  return {
    get({ now, rejected }) {
      async function find(): Promise<SocketToken | null> {
        const own = generation
        const text = key.stored ? await cache.read().catch(() => memoryToken) : memoryToken
        const cached = text === rejected?.text ? undefined : readToken(text)
        if (cached && isWanted(cached) && cached.expires - (await now) > cached.renewAheadMs)
          return { ...cached, cached: true }
        if (hasTimedOut && !rejected) return null
        const fresh = await ask()
        if (own !== generation) return null
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
