import { readEarlierTime } from '../core/database-time.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { socialEndpoints, type SocialEndpoints } from '../features/social-login/endpoints.ts'
import { createExchange } from '../features/social-login/exchange.ts'
import { createLoginCodes } from '../features/social-login/login-codes.ts'
import { loginTestRoutes } from '../features/social-login/login-test-routes.ts'
import { createLoginTransactions } from '../features/social-login/login-transactions.ts'
import { memberLoginRoutes } from '../features/social-login/member-login-routes.ts'
import { createMemberLogins, type MemberLoginDeps } from '../features/social-login/member-login.ts'
import { createMemberSessions } from '../features/social-login/member-sessions.ts'
import { createSocialSignIn, type SocialSignInDeps } from '../features/social-login/sign-in.ts'
import { socialLoginRoutes } from '../features/social-login/social-login-routes.ts'
import { newSocialMember, type NewSocialMember } from '../features/social-login/new-social-member.ts'
import { deleteExpired } from '../features/social-login/transaction-store.ts'
import { createSignInLimit, type SignInLimitDeps } from '../features/social-login/sign-in-limit.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface SocialLoginPorts {
  agents: SignInLimitDeps & { authorizeAgent: AuthorizeAgent }
  providers: { find: MemberLoginDeps['requireProvider']; findProvider: SocialSignInDeps['findProvider'] }
  customers: {
    members: {
      signIn: (member: NewSocialMember) => Promise<{ id: string }>
      closedAccountOf: (member: NewSocialMember) => Promise<string | null>
    }
  }
  originAllowed: SocialSignInDeps['originAllowed']
  /** Where the services are; tests run their own. */
  socialEndpoints?: SocialEndpoints | undefined
}

/** Sign-in of members with an account of another service (spec 5.4). */
export function composeSocialLogin(infra: Infrastructure, ports: SocialLoginPorts) {
  const { baseUrl, clock, config, countryOf, db } = infra
  const { agents, providers, customers, originAllowed, socialEndpoints: endpoints = socialEndpoints } = ports
  const { authorizeAgent } = agents
  const logins = createMemberLogins({
    ...infra,
    serviceKeys: config.socialKeys,
    requireProvider: providers.find,
  })
  const sessions = createMemberSessions(infra)
  const signIn = createSocialSignIn({
    ...infra,
    logins,
    sessions,
    originAllowed,
    exchange: createExchange({ endpoints, clock }),
    transactions: createLoginTransactions(infra),
    codes: createLoginCodes(infra),
    findProvider: providers.findProvider,
    signInMember: async (login) => ({
      customerId: (await customers.members.signIn(newSocialMember(login))).id,
    }),
    closedAccountOf: (login) => customers.members.closedAccountOf(newSocialMember(login)),
  })
  return defineFeature({
    loginsOf: logins.offered,
    memberSessions: {
      find: sessions.find,
      liveSessions: sessions.liveSessions,
      start: signIn.begin,
      redeem: signIn.redeem,
      end: sessions.end,
      endAll: sessions.endAllOf,
    },
    routes(http) {
      memberLoginRoutes(http, { logins, authorizeAgent })
      loginTestRoutes(http, { logins, signIn, authorizeAgent })
      socialLoginRoutes(http, { signIn, baseUrl, countryOf, countAttempt: createSignInLimit(agents) })
    },
    jobs: {
      /** Deletes unfinished sign-ins and expired sessions. */
      'sweep-logins': {
        cron: '41 * * * *',
        run: async () => deleteExpired(db, await readEarlierTime(db, clock)),
      },
    },
  })
}
