import { betterAuth } from 'better-auth'
import type { IncomingHttpHeaders } from 'node:http'
import { Pool } from 'pg'
import { AppError } from '../../core/app-error.ts'
import type { PasswordHashing } from '../../core/password-hashing.ts'
import { newId } from '../../core/ids.ts'
import type { Logger } from '../../core/logger.ts'
import type { Secrets } from '../../core/secrets.ts'
import { readSessionToken } from './session-cookie.ts'

/** Request details passed to better-auth. */
export interface Caller {
  headers: IncomingHttpHeaders
  /** Fastify's request.ip, which honors PARLEY_TRUST_PROXY. */
  ip: string
}

export type AuthPath =
  | '/sign-in/email'
  | '/sign-out'
  | '/get-session'
  | '/change-password'
  | '/update-user'
  | '/revoke-sessions'

export interface SignIn {
  /** Sends a request to better-auth. Its API errors are returned as a Response; unexpected errors are thrown. */
  ask: (method: 'GET' | 'POST', path: AuthPath, caller: Caller, body?: object) => Promise<Response>
  /** Signs in a newly created user. Returns the set-cookie headers of the session. */
  begin: (caller: Caller, credentials: { email: string; password: string }) => Promise<string[]>
  sessionToken: (headers: IncomingHttpHeaders) => string | null
  hashPassword: (password: string) => Promise<string>
  verifyPassword: (password: string, hash: string) => Promise<boolean>
  close: () => Promise<void>
}

const basePath = '/v1/auth'
const addressHeader = 'x-parley-address'
const daySeconds = 24 * 60 * 60

const minPasswordLength = 10

/** @throws AppError password_weak */
export function requireLength(password: string): string {
  if (password.length < minPasswordLength) throw new AppError('password_weak', { pointer: '/body/password' })
  return password
}

/**
 * Sign-in by better-auth, with our table and column names (migration 0003). Its sign-up is disabled, because users are created
 * by setup and invitations only. Its rate limiter is disabled, because ours also counts per user (attempts.ts).
 */
export async function createSignIn(deps: {
  databaseUrl: string
  baseUrl: string
  secrets: Secrets
  logger: Logger
  onSessionStarted: () => Promise<void>
  onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
  onPersonChanged: (userId: string) => Promise<void>
  /** Replaces scrypt, which takes 50 ms by design. For tests. */
  passwordHashing?: PasswordHashing | undefined
}): Promise<SignIn> {
  const { baseUrl, logger } = deps
  // A separate pool: better-auth expects Dates, while core/database.ts reads timestamps as text.
  const pool = new Pool({
    connectionString: deps.databaseUrl,
    max: 4,
    application_name: 'parley sign-in',
    connectionTimeoutMillis: 10_000,
  })
  // The pool replaces broken idle connections; an unhandled error event would terminate the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const auth = betterAuth({
    appName: 'Parley',
    baseURL: baseUrl,
    basePath,
    trustedOrigins: [baseUrl],
    secret: deps.secrets.key('agents sign-in').toString('base64url'),
    database: pool,
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength: 200,
      ...(deps.passwordHashing && { password: deps.passwordHashing }),
    },
    session: {
      modelName: 'auth_session',
      fields: {
        ...times,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: 7 * daySeconds,
      updateAge: daySeconds,
    },
    user: { modelName: 'auth_user', fields: { ...times, emailVerified: 'email_verified' } },
    account: {
      modelName: 'auth_account',
      fields: {
        ...times,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: { modelName: 'auth_verification', fields: { ...times, expiresAt: 'expires_at' } },
    databaseHooks: {
      session: { create: { after: deps.onSessionStarted }, delete: { after: deps.onSessionEnded } },
      user: { update: { after: (user) => deps.onPersonChanged(user.id) } },
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId() },
    },
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, message, ...rest) =>
        logger.error({ err: rest.find((part) => part instanceof Error) }, `better-auth: ${message}`),
    },
  })
  const context = await auth.$context
  const cookie = { name: context.authCookies.sessionToken.name, secret: context.secret }

  /** Builds the headers that better-auth needs. The origin is fixed, because same-origin.ts has checked it. */
  function headersFor({ headers, ip }: Caller): Headers {
    const own = new Headers({ origin: baseUrl, [addressHeader]: ip, 'content-type': 'application/json' })
    if (headers.cookie !== undefined) own.set('cookie', headers.cookie)
    own.set('user-agent', (headers['user-agent'] ?? '').slice(0, 300))
    return own
  }

  return {
    ask: (method, path, caller, body) =>
      auth.handler(
        new Request(`${baseUrl}${basePath}${path}`, {
          method,
          headers: headersFor(caller),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    async begin(caller, credentials) {
      const response = await auth.api.signInEmail({
        body: credentials,
        headers: headersFor({ ...caller, headers: { 'user-agent': caller.headers['user-agent'] } }),
        asResponse: true,
      })
      if (!response.ok) throw new Error(`better-auth rejected a new user (${response.status})`)
      return response.headers.getSetCookie()
    },
    sessionToken: (headers) => readSessionToken(headers, cookie),
    hashPassword: (password) => context.password.hash(password),
    verifyPassword: (password, hash) => context.password.verify({ password, hash }),
    close: () => pool.end(),
  }
}
