import type { AuthorizeAgent } from '../core/permissions.ts'
import { agentCommands } from '../features/identity/agent-commands.ts'
import { loginProblemRoutes } from '../features/identity/login-problem-routes.ts'
import { createLoginProblems } from '../features/identity/login-problems.ts'
import { widgetCommands, type WidgetConnectDeps } from '../features/identity/widget-commands.ts'
import { createProofReader } from '../features/identity/proof-reader.ts'
import { createWidgetRevocation } from '../features/identity/widget-revocation.ts'
import { customerIdOf, type WidgetSession } from '../realtime/contexts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface IdentityPorts {
  agents: { authorizeAgent: AuthorizeAgent }
  providers: Pick<WidgetConnectDeps, 'findProvider' | 'signingKeys'> & {
    surveyOf: (providerId: string) => Promise<{ on: boolean } | undefined>
    /** @throws AppError not_found */
    find: (organizationId: string, providerId: string) => Promise<unknown>
  }
  customers: Pick<WidgetConnectDeps, 'visitorKey'> & {
    find: WidgetConnectDeps['findCustomer']
    noteSeen: (customerId: string) => void
    members: Pick<WidgetConnectDeps, 'arrive' | 'closeAccount' | 'setLanguage'>
  }
  conversations: { snapshot: WidgetConnectDeps['snapshot']; teamStatus: WidgetConnectDeps['team'] }
  calls: { offering: WidgetConnectDeps['callOffering']; liveCall: WidgetConnectDeps['liveCall'] }
  socialLogin: { memberSessions: WidgetConnectDeps['memberSessions'] }
  miniApps: WidgetConnectDeps['appSessions']
  realtime: Pick<WidgetConnectDeps, 'fanOut'>
  visitorContext: {
    collects: WidgetConnectDeps['collectsContext']
    onCustomer: WidgetConnectDeps['onCustomer']
  }
  originAllowed: WidgetConnectDeps['originAllowed']
}

/** Who a socket belongs to: handshakes, members' sessions, and their end. */
export function composeIdentity(infra: Infrastructure, ports: IdentityPorts) {
  const {
    agents,
    providers,
    customers,
    conversations,
    calls,
    socialLogin,
    miniApps,
    realtime,
    visitorContext,
    originAllowed,
  } = ports
  const { authorizeAgent } = agents
  const { findProvider, signingKeys } = providers
  const onError = infra.logErrors('identity')
  const problems = createLoginProblems(infra)
  const revocation = createWidgetRevocation({
    ...infra,
    findProvider,
    signingKeys,
    liveSessions: socialLogin.memberSessions.liveSessions,
    originAllowed,
    onError,
    widgets: infra.sockets.widgets,
  })
  infra.lifecycle.onStop(revocation.stop)
  const proofs = createProofReader(onError)
  infra.lifecycle.onStop(proofs.close)

  const onLeft = (session: WidgetSession) => {
    const customerId = customerIdOf(session)
    if (customerId !== null) customers.noteSeen(customerId)
  }
  return defineFeature({
    onLeft,
    closeEnded: revocation.sweep,
    routes: (http) => loginProblemRoutes(http, { problems, authorizeAgent, requireProvider: providers.find }),
    widget: widgetCommands({
      ...infra,
      findProvider,
      signingKeys,
      originAllowed,
      onLeft,
      recheck: revocation.recheck,
      readProof: proofs.read,
      ...customers.members,
      htu: new URL('/v1/public/socket', infra.baseUrl).href,
      fanOut: realtime.fanOut,
      findCustomer: customers.find,
      visitorKey: customers.visitorKey,
      memberSessions: socialLogin.memberSessions,
      appSessions: miniApps,
      onTokenRefused: (refusal) => void problems.note(refusal).catch(onError),
      snapshot: conversations.snapshot,
      team: conversations.teamStatus,
      callOffering: calls.offering,
      liveCall: calls.liveCall,
      asksForRatings: async (providerId) => (await providers.surveyOf(providerId))?.on === true,
      collectsContext: visitorContext.collects,
      onCustomer: visitorContext.onCustomer,
    }),
    agent: agentCommands({ ...infra, authorizeAgent }),
  })
}
