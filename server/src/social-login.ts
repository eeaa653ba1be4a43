import type { IncomingMessage } from 'node:http'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database.ts'
import type { Http } from './core/http.ts'
import { timestamp } from './core/clock.ts'
import type { RecurringJob } from './core/jobs.ts'
import type { Logger } from './core/logger.ts'
import type { Secrets } from './core/secrets.ts'
import { clientNetwork } from './features/agents/client-address.ts'
import type { Members } from './features/customers/members.ts'
import type { MemberSessions as SocketLogins } from './features/identity/member-sessions.ts'
import { originAllowed } from './features/identity/widget-commands.ts'
import { socialEndpoints, type SocialEndpoints } from './features/social-login/endpoints.ts'
import { createExchange } from './features/social-login/exchange.ts'
import { createLoginCodes } from './features/social-login/login-codes.ts'
import { createLoginTransactions } from './features/social-login/login-transactions.ts'
import { loginTestRoutes } from './features/social-login/login-test-routes.ts'
import { createMemberSessions } from './features/social-login/member-sessions.ts'
import { createSocialSignIn } from './features/social-login/sign-in.ts'
import { socialLoginRoutes } from './features/social-login/social-login-routes.ts'
import { deleteExpired } from './features/social-login/transaction-store.ts'
import type { People } from './people.ts'

export interface SocialLoginDeps {
  baseUrl: string
  db: Database
  clock: Clock
  logger: Logger
  secrets: Secrets
  http: Http
  people: Pick<People, 'attempts' | 'authorizeAgent' | 'logins' | 'providers'>
  signIn: Members['signIn']
  countryOf: (request: IncomingMessage) => string
  /** Tests have services of their own. */
  endpoints?: SocialEndpoints | undefined
}

/** An office behind one address signs in too; a page that opens popups by itself is stopped. */
const triesByNetwork = { max: 120, seconds: 600 }

/** Sign-ins with the accounts of others (spec 5.4). Answers what widgets' sockets need of them. */
export function composeSocialLogin(deps: SocialLoginDeps): SocketLogins {
  const { baseUrl, clock, db, http, logger, secrets } = deps
  const { attempts, authorizeAgent, logins, providers } = deps.people
  const sessions = createMemberSessions({ db, clock })
  const signIn = createSocialSignIn({
    baseUrl,
    logger,
    logins,
    sessions,
    exchange: createExchange({ endpoints: deps.endpoints ?? socialEndpoints, clock }),
    transactions: createLoginTransactions({ db, clock, secrets }),
    codes: createLoginCodes({ db, clock, secrets }),
    findProvider: providers.findProvider,
    originAllowed,
    async signInMember({ organizationId, providerId, social, profile, language, countryCode }) {
      const { subject, ...rest } = profile
      const row = await deps.signIn({
        organization_id: organizationId,
        provider_id: providerId,
        identity: `${social}:${subject}`,
        language,
        language_chosen: false,
        country_code: countryCode,
        member: { ...rest, auth_provider: social, external_id: null, language: null },
      })
      return { customerId: row.id }
    },
  })
  loginTestRoutes(http, { logins, signIn, authorizeAgent })
  socialLoginRoutes(http, {
    signIn,
    baseUrl,
    countryOf: deps.countryOf,
    countTry: ({ ip }) => attempts.take(`social-login ${clientNetwork(ip)}`, triesByNetwork),
  })
  return {
    find: sessions.find,
    start: ({ social, ...socket }) => signIn.begin(social, socket),
    redeem: signIn.redeem,
    end: sessions.end,
    endAll: sessions.endAllOf,
  }
}

/** Sign-ins that nobody finished, and sessions whose time is over. */
export const sweepLogins = (deps: { db: Database; clock: Clock }): RecurringJob => ({
  cron: '41 * * * *',
  run: () => deleteExpired(deps.db, timestamp(deps.clock())),
})
