import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { AppError } from '../../core/app-error.ts'
import { boundedWaits, sessionTimeouts } from '../../core/database.ts'
import { lazyLoad } from '../../core/lazy.ts'
import { replaceUnusable } from '../../core/pool-connections.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { BetterAuthDeps } from './better-auth.ts'
import { readSessionToken, sessionCookieName } from './session-cookie.ts'

/** Request details passed to better-auth. */
export interface Caller {
  headers: IncomingHttpHeaders
  /** Fastify's request.ip, which honors PARLEY_TRUST_PROXY. */
  ip: string
}

type AuthPath = '/sign-in/email' | '/sign-out' | '/get-session'

export interface SignIn {
  /** Sends a request to better-auth. Its API errors are returned as a Response; unexpected errors are thrown. */
  ask: (method: 'GET' | 'POST', path: AuthPath, caller: Caller, body?: object) => Promise<Response>
  sessionToken: (headers: IncomingHttpHeaders) => string | null
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (password: string, hash: string) => Promise<boolean>
  close: () => Promise<void>
}

const basePath = '/v1/auth'
const addressHeader = 'x-parley-address'
const minPasswordLength = 10

/** @throws AppError password_weak */
export function requireLength(password: string, pointer = '/body/password'): string {
  if (password.length < minPasswordLength) throw new AppError('password_weak', { pointer })
  return password
}

/** Sign-in by better-auth, which is loaded by the first request that needs it. Session cookies are read without it. */
export function createSignIn(
  deps: BetterAuthDeps & {
    databaseUrl: string
    secrets: Secrets
    /** As in `openDatabase`. */
    queryTimeoutMs?: number
    /** Default 5 s. */
    closeTimeoutMs?: number
  },
): SignIn {
  const { baseUrl, closeTimeoutMs = 5_000 } = deps
  // A separate pool: better-auth expects Dates, while core/database.ts reads timestamps as text.
  const pool = new Pool({
    connectionString: deps.databaseUrl,
    max: 4,
    application_name: 'parley sign-in',
    options: `${sessionTimeouts} -c lock_timeout=10s`,
    ...boundedWaits(deps.queryTimeoutMs),
  })
  replaceUnusable(pool)
  const secret = deps.secrets.key('agents sign-in').export().toString('base64url')
  const cookie = { name: sessionCookieName(baseUrl), secret }
  const load = lazyLoad(async () => {
    const { openBetterAuth } = await import('./better-auth.ts')
    return openBetterAuth({ ...deps, pool, secret, basePath, addressHeader, minPasswordLength })
  })

  /** Builds the headers that better-auth needs. The origin is fixed, because same-origin.ts has checked it. */
  function headersFor({ headers, ip }: Caller): Headers {
    const own = new Headers({ origin: baseUrl, [addressHeader]: ip, 'content-type': 'application/json' })
    if (headers.cookie !== undefined) own.set('cookie', headers.cookie)
    own.set('user-agent', (headers['user-agent'] ?? '').slice(0, 300))
    return own
  }

  return {
    async ask(method, path, caller, body) {
      const { auth } = await load()
      return auth.handler(
        new Request(`${baseUrl}${basePath}${path}`, {
          method,
          headers: headersFor(caller),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
    },
    sessionToken: (headers) => readSessionToken(headers, cookie),
    hashPassword: async (password) => (await load()).password.hash(password),
    verifyPassword: async (password, hash) => (await load()).password.verify({ password, hash }),
    // Waits for clients in use, which a database that no longer answers would hold.
    close: () => Promise.race([pool.end(), delay(closeTimeoutMs, undefined, { ref: false })]),
  }
}
