import { betterAuth } from 'better-auth'
import type { Pool } from 'pg'
import { newId } from '../../core/ids.ts'
import type { Logger } from '../../core/logger.ts'
import type { PasswordHashing } from '../../core/password-hashing.ts'
import { cookiePrefix, sessionCookieName } from './session-cookie.ts'

const daySeconds = 24 * 60 * 60

/** What sign-in.ts relies on as well. */
interface BetterAuthSettings {
  pool: Pool
  secret: string
  basePath: string
  /** Request header with the client's address. */
  addressHeader: string
  minPasswordLength: number
}

export interface BetterAuthDeps {
  baseUrl: string
  logger: Logger
  onSessionStarted: () => Promise<void>
  onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
  /** Replaces scrypt, which takes 50 ms by design. For tests. */
  passwordHashing?: PasswordHashing | undefined
}

/**
 * better-auth with our table and column names (migration 0003). Its sign-up is disabled, because users are created by setup and
 * invitations only. Its rate limiter is disabled, because ours also counts per user (attempts.ts).
 */
export async function openBetterAuth(deps: BetterAuthDeps & BetterAuthSettings) {
  const { baseUrl, logger, basePath, addressHeader, minPasswordLength } = deps
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const auth = betterAuth({
    appName: 'Parley',
    baseURL: baseUrl,
    basePath,
    trustedOrigins: [baseUrl],
    secret: deps.secret,
    database: deps.pool,
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
    },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
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
  const { authCookies, password, secret } = await auth.$context
  // The environment can replace the secret; cookies signed with another one would be rejected (session-cookie.ts).
  if (secret !== deps.secret || authCookies.sessionToken.name !== sessionCookieName(baseUrl))
    throw new Error('better-auth signs cookies in another way: unset BETTER_AUTH_SECRETS')
  return { auth, password }
}
