import type { Channel } from '@parley/protocol/channel'
import { readEarlierTime } from '../core/database-time.ts'
import type { AuthorizeAgent } from '../core/permissions.ts'
import { createAppTokens } from '../features/mini-app/app-token.ts'
import { miniAppRoutes, miniAppSignInRoutes } from '../features/mini-app/mini-app-routes.ts'
import { deleteExpiredLogins } from '../features/mini-app/mini-app-store.ts'
import { createMiniApps, type MiniAppDeps } from '../features/mini-app/mini-apps.ts'
import { miniPageRoutes } from '../features/mini-app/mini-page-routes.ts'
import { createMiniAppSignIn, type SignInDeps } from '../features/mini-app/sign-in.ts'
import {
  ed25519Key,
  telegramPublicKeys,
  type TelegramPublicKeys,
} from '../features/mini-app/telegram-keys.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface MiniAppPorts {
  agents: {
    authorizeAgent: AuthorizeAgent
    attempts: { take: (name: string, limit: { max: number; seconds: number }) => Promise<void> }
    networkOf: (address: string) => string
  }
  providers: { findProvider: SignInDeps['findWidget'] }
  customers: {
    find: SignInDeps['findCustomer']
    contacts: { find: SignInDeps['findMember'] }
    members: { signIn: SignInDeps['signInMember'] }
  }
  channels: {
    /** @throws AppError not_found */
    connection: (organizationId: string, channelId: string) => Promise<{ channel: Channel }>
    accountOf: (
      providerId: string,
    ) => Promise<
      { channel: Channel; username: string | null; account: { credentials: string } | undefined } | undefined
    >
    /** @throws AppError not_found */
    requireCustomer: MiniAppDeps['requireCustomer']
    accountOfContact: MiniAppDeps['accountOfContact']
    contactsOfAccount: MiniAppDeps['contactsOfAccount']
  }
  originAllowed: SignInDeps['originAllowed']
  /** The platform's public keys; tests have their own. */
  telegramKeys?: TelegramPublicKeys | undefined
}

/** High enough for many people behind one address, low enough to stop a program that tries. */
const limitPerNetwork = { max: 120, seconds: 600 }

/** Mini apps of messaging platforms: their page, the sign-in, and the link to contacts of the same account. */
export function composeMiniApps(infra: Infrastructure, ports: MiniAppPorts) {
  const { baseUrl, clock, config, countryOf, db, secrets } = infra
  const {
    agents,
    providers,
    customers,
    channels,
    originAllowed,
    telegramKeys: keys = telegramPublicKeys,
  } = ports
  const { environment } = config.telegram
  const signIn = createMiniAppSignIn({
    db,
    clock,
    tokens: createAppTokens(secrets),
    keys: {
      own: ed25519Key(keys[environment]),
      other: ed25519Key(keys[environment === 'test' ? 'production' : 'test']),
    },
    findWidget: providers.findProvider,
    async accountOf(providerId) {
      const found = await channels.accountOf(providerId)
      return found?.account && { channel: found.channel, token: found.account.credentials }
    },
    originAllowed,
    findMember: customers.contacts.find,
    signInMember: customers.members.signIn,
    findCustomer: customers.find,
  })
  const miniApps = createMiniApps({
    ...infra,
    requireConnection: channels.connection,
    findWidget: providers.findProvider,
    requireCustomer: channels.requireCustomer,
    accountOfContact: channels.accountOfContact,
    contactsOfAccount: channels.contactsOfAccount,
  })
  return defineFeature({
    openToken: signIn.openToken,
    routes(http) {
      miniAppRoutes(http, { miniApps, authorizeAgent: agents.authorizeAgent })
      miniAppSignInRoutes(http, {
        signIn: signIn.signIn,
        countryOf,
        countAttempt: ({ ip }) => agents.attempts.take(`mini-app ${agents.networkOf(ip)}`, limitPerNetwork),
      })
      miniPageRoutes(http, {
        baseUrl,
        runningApp: signIn.runningApp,
        usernameOf: async (channelId) => (await channels.accountOf(channelId))?.username ?? null,
      })
    },
    jobs: {
      'sweep-mini-app-logins': {
        cron: '43 * * * *',
        run: async () => void (await deleteExpiredLogins(db, await readEarlierTime(db, clock))),
      },
    },
  })
}
