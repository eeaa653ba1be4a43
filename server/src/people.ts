import type { Config } from './config.ts'
import type { Bus } from './core/bus.ts'
import type { Clock } from './core/clock.ts'
import type { Database } from './core/database.ts'
import type { Http } from './core/http.ts'
import type { Logger } from './core/logger.ts'
import type { Secrets } from './core/secrets.ts'
import { agentRoutes } from './features/agents/agent-routes.ts'
import { createAgents } from './features/agents/agents.ts'
import { createAttempts } from './features/agents/attempts.ts'
import { clientNetwork } from './features/agents/client-address.ts'
import { createEnrolment } from './features/agents/enrolment.ts'
import { invitationRoutes } from './features/agents/invitation-routes.ts'
import { createInvitations } from './features/agents/invitations.ts'
import { joiningRoutes } from './features/agents/joining-routes.ts'
import { createOriginGuard } from './features/agents/same-origin.ts'
import { createSessions, sessionHooks } from './features/agents/sessions.ts'
import { createSetup } from './features/agents/setup.ts'
import { signInRoutes } from './features/agents/sign-in-routes.ts'
import { createSignIn } from './features/agents/sign-in.ts'
import { apiKeyRoutes } from './features/api-keys/api-key-routes.ts'
import { createApiKeys } from './features/api-keys/api-keys.ts'
import { createAuthorizeAccess } from './features/api-keys/key-access.ts'
import { demoRoutes } from './features/demo/demo-routes.ts'
import { ensureDemo, type Demo } from './features/demo/demo.ts'
import { organizationRoutes } from './features/organizations/organization-routes.ts'
import { createOrganizations } from './features/organizations/organizations.ts'
import { providerRoutes } from './features/providers/provider-routes.ts'
import { createProviders } from './features/providers/providers.ts'
import { widgetSettingsRoutes } from './features/providers/widget-settings-routes.ts'
import { memberLoginRoutes } from './features/social-login/member-login-routes.ts'
import { createMemberLogins } from './features/social-login/member-login.ts'
import type { Presence } from './realtime/presence.ts'

export interface PeopleDeps {
  config: Config
  databaseUrl: string
  db: Database
  bus: Bus
  clock: Clock
  logger: Logger
  secrets: Secrets
  presence: Presence
  http: Http
  /** What the widget may upload, as its settings say it. */
  media: { max_bytes: number; accept: string[] }
}

export type People = Awaited<ReturnType<typeof composePeople>>

/** Organizations, their agents and their providers: who may do what, before any customer comes. */
export async function composePeople(deps: PeopleDeps) {
  const { config, db, bus, clock, logger, secrets, http } = deps
  const { baseUrl } = config

  const organizations = createOrganizations({ db, bus, clock })
  const organizationNames = organizations.namesOf
  const signIn = await createSignIn({
    databaseUrl: deps.databaseUrl,
    baseUrl,
    secrets,
    logger,
    ...sessionHooks({ db, bus, clock }),
  })
  const sessions = createSessions({ db, clock, sessionToken: signIn.sessionToken })
  const { authorizeAgent } = sessions
  const agents = createAgents({ db, bus, clock, organizationNames })
  const invitations = createInvitations({ db, bus, clock, baseUrl, organizationNames })
  const setup = createSetup({ db, clock, signup: config.signup, organizations })
  const attempts = createAttempts({ db, clock })
  const apiKeys = createApiKeys({ db, bus, clock, holdRole: agents.holdRole })
  const authorizeAccess = createAuthorizeAccess({ apiKeys, authorizeAgent, networkOf: clientNetwork, clock })
  const providers = createProviders({ db, bus, clock, secrets })
  const logins = createMemberLogins({
    db,
    bus,
    clock,
    secrets,
    baseUrl,
    serviceKeys: config.socialKeys,
    requireProvider: providers.find,
  })

  const origin = createOriginGuard(baseUrl)
  http.addHook('onRequest', origin.guardPanelRoutes)
  signInRoutes(http, { signIn, sessions, agents, attempts })
  joiningRoutes(http, { signIn, sessions, agents, setup, invitations, attempts, origin })
  organizationRoutes(http, { organizations, authorizeAgent })
  agentRoutes(http, {
    agents,
    authorizeAgent,
    isOnline: (organizationId, agentId) => deps.presence.isOnline('agent', organizationId, agentId),
  })
  invitationRoutes(http, { invitations, authorizeAgent })
  apiKeyRoutes(http, { apiKeys, authorizeAgent })
  providerRoutes(http, { providers, authorizeAgent, baseUrl })
  memberLoginRoutes(http, { logins, authorizeAgent })
  widgetSettingsRoutes(http, { providers, loginsOf: logins.offered, media: deps.media })

  const demo: Demo | null = config.demo
    ? await ensureDemo({
        db,
        dataDir: config.dataDir,
        organizations,
        team: createEnrolment({ db, clock, signIn }),
        providers,
      })
    : null
  if (demo) {
    const { organizationId, providerId } = demo
    demoRoutes(http, {
      providerId,
      clock,
      secretKey: async () => (await providers.secretKeys(organizationId, providerId)).secret_key,
    })
  }

  return {
    agents,
    attempts,
    providers,
    logins,
    sessions,
    authorizeAgent,
    authorizeAccess,
    demo,
    close: signIn.close,
  }
}
