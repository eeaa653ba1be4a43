import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import type { MailQueue } from '../core/mail/mail-queue.ts'
import { createPeriodic } from '../core/periodic.ts'
import { createAccountEvents } from '../features/agents/account-events.ts'
import { createAccountMails } from '../features/agents/account-mails.ts'
import { accountRoutes } from '../features/agents/account-routes.ts'
import { agentRoutes } from '../features/agents/agent-routes.ts'
import { createAgentRevocation } from '../features/agents/agent-revocation.ts'
import { createAgents, type Agents } from '../features/agents/agents.ts'
import { createAttempts } from '../features/agents/attempts.ts'
import { clientNetwork } from '../core/client-network.ts'
import { createEnrolment } from '../features/agents/enrolment.ts'
import { createEmailChanges } from '../features/agents/email-changes.ts'
import { invitationRoutes } from '../features/agents/invitation-routes.ts'
import { createInvitations } from '../features/agents/invitations.ts'
import { onboardingRoutes } from '../features/agents/onboarding-routes.ts'
import { createPasswordResets } from '../features/agents/password-resets.ts'
import { createPasswords } from '../features/agents/passwords.ts'
import { recoveryRoutes } from '../features/agents/recovery-routes.ts'
import { createOriginGuard } from '../features/agents/same-origin.ts'
import { sessionCookieName } from '../features/agents/session-cookie.ts'
import { createSessions, sessionHooks, type Sessions } from '../features/agents/sessions.ts'
import { createSetup, type FirstWidget, type Founding } from '../features/agents/setup.ts'
import { setupToken } from '../features/agents/setup-token.ts'
import { signInRoutes } from '../features/agents/sign-in-routes.ts'
import { createSignIn, type SignIn } from '../features/agents/sign-in.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Sign-in and sessions: what authorizes requests of every other feature. */
export function composeSignIn(infra: Infrastructure) {
  const { lifecycle, logErrors, sockets } = infra
  const signIn = createSignIn({ ...infra, ...sessionHooks({ ...infra, onError: logErrors('agents') }) })
  lifecycle.onStop(signIn.close)
  const sessions = createSessions({ ...infra, sessionToken: signIn.sessionToken })
  const revocation = createAgentRevocation({
    ...infra,
    agents: sockets.agents,
    liveSessions: sessions.liveSessions,
    onError: logErrors('agents'),
  })
  lifecycle.onStop(revocation.stop)
  return {
    signIn,
    sessions,
    sessionToken: signIn.sessionToken,
    authorizeAgent: sessions.authorizeAgent,
    sessionCookie: sessionCookieName(infra.baseUrl),
    closeEnded: revocation.closeEnded,
  }
}

export interface AgentPorts {
  signIn: { signIn: SignIn; sessions: Sessions; authorizeAgent: AuthorizeAgent }
  organizations: Founding & { namesOf: (ids: string[]) => Promise<Map<string, string>> }
  providers: FirstWidget
  mails: MailQueue
}

/** How often unfinished removals of agents are looked for. */
const releaseIntervalMs = 60_000

/** Agents, invitations and the first setup. */
export function composeAgents(infra: Infrastructure, ports: AgentPorts) {
  const { baseUrl, config, lifecycle, logErrors, secrets } = infra
  const { organizations, providers, mails: queue } = ports
  const { signIn, sessions, authorizeAgent } = ports.signIn
  const organizationNames = organizations.namesOf
  const onError = logErrors('agents')
  const agents = createAgents({
    ...infra,
    organizationNames,
    hasDemoShop: config.demo,
    mails: queue,
    signup: config.signup,
    signal: lifecycle.signal,
    onError,
  })
  lifecycle.addWorker(createPeriodic({ work: agents.releaseRemoved, intervalMs: releaseIntervalMs, onError }))
  const hooks = sessionHooks({ ...infra, onError })
  const record = createAccountEvents(infra)
  const attempts = createAttempts(infra)
  const passwords = createPasswords({ ...infra, signIn, attempts, record })
  const mails = createAccountMails({ ...infra, queue })
  lifecycle.onStop(mails.settled)
  const invitations = createInvitations({
    ...infra,
    ...hooks,
    record,
    organizationNames,
    attempts,
    mails,
    mailStates: queue.states,
  })
  const resets = createPasswordResets({ ...infra, record })
  const emailChanges = createEmailChanges({ ...infra, record })
  const setup = createSetup({
    ...infra,
    signup: config.signup,
    organizations,
    providers,
    token: setupToken(config, secrets),
    hasMail: mails.isOn,
  })
  const account = {
    ...infra,
    ...hooks,
    signIn,
    passwords,
    sessions,
    record,
    resets,
    emailChanges,
    mails,
    attempts,
  }
  const origin = createOriginGuard(baseUrl)
  return defineFeature({
    ...agents,
    ...sessions,
    attempts,
    enrolment: createEnrolment({ ...infra, signIn }),
    networkOf: clientNetwork,
    /** The setup link for the operator; null when an organization exists or no token is needed. */
    setupLink: () => setup.firstLink(baseUrl),
    routes(http) {
      http.addHook('onRequest', origin.guardPanelRoutes)
      signInRoutes(http, { ...account, agents })
      accountRoutes(http, account)
      recoveryRoutes(http, { ...account, origin, authorizeAgent })
      onboardingRoutes(http, { signIn, passwords, sessions, agents, setup, invitations, attempts, origin })
      invitationRoutes(http, { invitations, authorizeAgent })
    },
  })
}

export interface AgentRoutePorts {
  agents: Agents & { authorizeAgent: AuthorizeAgent }
  apiKeys: { authorizeAccess: AuthorizeAccess }
}

export function composeAgentRoutes({ presence }: Infrastructure, { agents, apiKeys }: AgentRoutePorts) {
  return defineFeature({
    routes: (http) =>
      agentRoutes(http, {
        agents,
        authorizeAgent: agents.authorizeAgent,
        authorize: apiKeys.authorizeAccess,
        isOnline: presence.agents.isOnline,
      }),
  })
}
