import type { ConnectionKey } from './connection-key.ts'
import type { Platform } from '../browser/platform.ts'
import { createRenewal } from './token-renewal.ts'
import { readToken, type SocketToken } from './socket-token.ts'
import { openTokenCache } from './token-cache.ts'
import type { TokenProblem, Tokens } from './token-provider.ts'

export interface TokenSourceOptions {
  platform: Platform
  providerId: string
  key: Pick<ConnectionKey, 'jkt' | 'stored'>
  /** The page's own (spec 4.1). */
  getToken: (request: { jkt: string }) => unknown
  onProblem: (problem: TokenProblem) => void
}

/** A page's server that takes longer is as good as none. */
const patience = 10_000

/**
 * Socket tokens from the page's `getToken`, kept in the browser until they expire (spec 5.3 rule 4): page
 * changes do not ask again. Of several tabs one asks, and the others find what it got.
 */
export function createTokenSource(options: TokenSourceOptions): Tokens {
  const { platform, providerId, key, onProblem } = options
  const cache = openTokenCache(providerId, key.jkt)
  /** For browsers that keep nothing. */
  let held: string | undefined
  /** Stands for the time between two calls of `forget`: what was asked for in one is not kept in the next. */
  let era = {}
  /** It did not answer in time once: the chat does not wait for it again, until somebody signs in or out. */
  let hung = false
  const renewal = createRenewal(platform)

  async function ask(): Promise<SocketToken | null> {
    const answer = await within(platform, async () => options.getToken({ jkt: key.jkt }))
    if (!answer.ok) {
      hung = answer.problem.code === 'get_token_timeout'
      onProblem(answer.problem)
      return null
    }
    if (answer.value === null) return null
    const token = readToken(answer.value)
    if (!token) onProblem({ code: 'get_token_invalid' })
    return token ?? null
  }

  async function keep(text: string | undefined) {
    held = text
    if (key.stored) await (text === undefined ? cache.drop() : cache.write(text)).catch(() => {})
  }

  return {
    get: ({ now, not }) =>
      platform.exclusively(`parley-token ${providerId} ${key.jkt}`, async () => {
        const own = era
        const text = key.stored ? await cache.read().catch(() => held) : held
        const cached = text === not?.text ? undefined : readToken(text)
        if (cached && cached.expires - (await now) > cached.lead) return { ...cached, cached: true }
        if (hung && !not) return null
        const fresh = await ask()
        const token = fresh?.text === not?.text ? null : fresh
        if (own !== era) return null
        await keep(token?.text)
        return token
      }),
    plan: renewal.plan,
    forget() {
      era = {}
      hung = false
      return keep(undefined)
    },
    close: renewal.close,
  }
}

type Told = { ok: true; value: unknown } | { ok: false; problem: TokenProblem }

function within(platform: Platform, run: () => Promise<unknown>): Promise<Told> {
  return new Promise((resolve) => {
    const cancel = platform.after(patience, () =>
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
