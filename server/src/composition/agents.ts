import type { AuthorizeAgent } from '../core/permissions.ts'
import { agentRoutes } from '../features/agents/agent-routes.ts'
import { createAgentRevocation } from '../features/agents/agent-revocation.ts'
import { createAgents } from '../features/agents/agents.ts'
import { createAttempts } from '../features/agents/attempts.ts'
import { clientNetwork } from '../core/client-network.ts'
import { createEnrolment } from '../features/agents/enrolment.ts'
import { invitationRoutes } from '../features/agents/invitation-routes.ts'
import { createInvitations } from '../features/agents/invitations.ts'
import { onboardingRoutes } from '../features/agents/onboarding-routes.ts'
import { createOriginGuard } from '../features/agents/same-origin.ts'
import { createSessions, sessionHooks, type Sessions } from '../features/agents/sessions.ts'
import { createSetup, type Founding } from '../features/agents/setup.ts'
import { signInRoutes } from '../features/agents/sign-in-routes.ts'
import { createSignIn, type SignIn } from '../features/agents/sign-in.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Sign-in and sessions: what authorizes requests of every other feature. */
export async function composeSignIn(infra: Infrastructure) {
  const { lifecycle, logErrors, sockets } = infra
  const signIn = await createSignIn({ ...infra, ...sessionHooks(infra) })
  lifecycle.onStop(signIn.close)
  const sessions = createSessions({ ...infra, sessionToken: signIn.sessionToken })
  const revocation = createAgentRevocation({
    ...infra,
    agents: sockets.agents,
    liveSessions: sessions.liveSessions,
    onError: logErrors('agents'),
  })
  lifecycle.onStop(revocation.stop)
  return { signIn, sessions, authorizeAgent: sessions.authorizeAgent, closeEnded: revocation.closeEnded }
}

export interface AgentPorts {
  signIn: { signIn: SignIn; sessions: Sessions; authorizeAgent: AuthorizeAgent }
  organizations: Founding & { namesOf: (ids: string[]) => Promise<Map<string, string>> }
}

/** Agents, invitations and the first setup. */
export function composeAgents(infra: Infrastructure, ports: AgentPorts) {
  const { baseUrl, config, presence } = infra
  const { organizations } = ports
  const { signIn, sessions, authorizeAgent } = ports.signIn
  const organizationNames = organizations.namesOf
  const agents = createAgents({ ...infra, organizationNames })
  const invitations = createInvitations({ ...infra, organizationNames })
  const setup = createSetup({ ...infra, signup: config.signup, organizations })
  const attempts = createAttempts(infra)
  const origin = createOriginGuard(baseUrl)
  return defineFeature({
    ...agents,
    ...sessions,
    attempts,
    enrolment: createEnrolment({ ...infra, signIn }),
    networkOf: clientNetwork,
    routes(http) {
      http.addHook('onRequest', origin.guardPanelRoutes)
      signInRoutes(http, { signIn, sessions, agents, attempts })
      onboardingRoutes(http, { signIn, sessions, agents, setup, invitations, attempts, origin })
      agentRoutes(http, {
        agents,
        authorizeAgent,
        isOnline: (organizationId, agentId) => presence.isOnline('agent', organizationId, agentId),
      })
      invitationRoutes(http, { invitations, authorizeAgent })
    },
  })
}
