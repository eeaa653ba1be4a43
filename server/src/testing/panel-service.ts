import type { Me, NewInvitation, Role } from '@parley/protocol/agent'
import { mkdtemp, rm } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { composeAgentRoutes, composeAgents, composeSignIn } from '../composition/agents.ts'
import { composeApiKeys } from '../composition/api-keys.ts'
import { composeDemo } from '../composition/demo.ts'
import { createInfrastructure } from '../composition/infrastructure.ts'
import { composeMailSettings } from '../composition/mail-settings.ts'
import { composeMails } from '../composition/mails.ts'
import { composeOrganizations } from '../composition/organizations.ts'
import { composeProviders, composeWidgetSettings } from '../composition/providers.ts'
import { composeSocialLogin } from '../composition/social-login.ts'
import { readConfig } from '../config.ts'
import { createLogger, type Logger } from '../core/logger.ts'
import type { PasswordHashing } from '../core/password-hashing.ts'
import { createOriginAllowed } from '../features/identity/origins.ts'
import { createTestDatabase } from './test-database.ts'
import { testPasswordHashing } from './test-password.ts'

export interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any
  headers: OutgoingHttpHeaders
  /** `name=value` of each cookie set by the response. */
  cookies: string[]
}

export interface Member {
  agentId: string
  organizationId: string
  cookie: string
  email: string
}

export const testPassword = 'correct horse battery'

/**
 * Organizations, agents and providers, composed as in the service, with their own database (unless `url` is given) and a clock
 * that can be advanced. `environment`: the operator's variables.
 */
export async function startPanelService(
  options: {
    environment?: Record<string, string>
    url?: string
    passwordHashing?: PasswordHashing
    logger?: Logger
  } = {},
) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-test-'))
  const environment = { PARLEY_DEMO: '0', PARLEY_SIGNUP: 'open', ...options.environment }
  const config = readConfig({ PARLEY_DATA_DIR: dataDir, ...environment }, dataDir)
  const database = options.url === undefined ? await createTestDatabase() : null
  let ahead = 0
  const infra = await createInfrastructure({
    config,
    databaseUrl: options.url ?? database?.url ?? '',
    secret: 'a secret for tests, long enough to be one',
    logger: options.logger ?? createLogger('silent'),
    clock: () => Date.now() + ahead,
    passwordHashing: options.passwordHashing ?? testPasswordHashing,
  })
  const { baseUrl, bus, http, lifecycle, presence } = infra
  const heard: { subject: string; message: object }[] = []
  for (const subject of ['organization', 'agent.gone'] as const) {
    bus.subscribe(subject, (message) => heard.push({ subject, message }))
  }
  const mails = composeMails(infra)
  const signIn = composeSignIn(infra)
  const organizations = composeOrganizations(infra, { signIn })
  const providers = composeProviders(infra, { signIn, organizations })
  const agents = composeAgents(infra, { signIn, organizations, providers, mails })
  const mailSettings = composeMailSettings(infra, { agents })
  const apiKeys = composeApiKeys(infra, { agents })
  const agentRoutes = composeAgentRoutes(infra, { agents, apiKeys })
  const noCustomers = () => Promise.reject(new Error('There are no customers here'))
  const socialLogin = composeSocialLogin(infra, {
    agents,
    providers,
    originAllowed: createOriginAllowed(baseUrl),
    customers: { members: { signIn: noCustomers, closedAccountOf: noCustomers } },
  })
  const media = { uploadLimits: { max_bytes: 1000, accept: ['image/png'] } }
  const widgetSettings = composeWidgetSettings(infra, { providers, socialLogin, media })
  const demo = await composeDemo(infra, { organizations, agents, providers })
  for (const { routes } of [
    organizations,
    agents,
    mailSettings,
    apiKeys,
    agentRoutes,
    providers,
    socialLogin,
    widgetSettings,
    demo,
  ])
    routes(http)
  await http.ready()
  mails.start()

  async function call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    request: {
      body?: object | string
      cookie?: string | undefined
      origin?: string | null
      ip?: string
      headers?: Record<string, string>
    } = {},
  ): Promise<Answer> {
    const response = await http.inject({
      method,
      url,
      remoteAddress: request.ip ?? '127.0.0.1',
      headers: {
        ...(request.origin === null ? {} : { origin: request.origin ?? baseUrl }),
        ...(request.cookie !== undefined && { cookie: request.cookie }),
        ...request.headers,
      },
      ...(request.body !== undefined && { payload: request.body }),
    })
    const set = [response.headers['set-cookie'] ?? []].flat()
    return {
      status: response.statusCode,
      body: response.body === '' ? null : JSON.parse(response.body),
      headers: response.headers,
      cookies: set.map((cookie) => cookie.split(';', 1)[0] ?? ''),
    }
  }

  let made = 0
  /** Creates an organization with its owner. Requires open sign-up, except for the first. */
  async function found(name = 'Acme'): Promise<Member> {
    made += 1
    const email = `person${made}@example.com`
    const body = { organization: name, name: `Person ${made}`, email, password: testPassword }
    // A separate address, so that tests do not share a rate limit.
    const answer = await call('POST', '/v1/public/setup', { body, ip: `10.0.0.${made}` })
    if (answer.status !== 201) throw new Error(`Setup failed: ${JSON.stringify(answer.body)}`)
    return memberOf(answer, email)
  }

  /** Adds an agent through an invitation by this owner. */
  async function join(owner: Member, role: Role): Promise<Member> {
    made += 1
    const email = `person${made}@example.com`
    const { body } = await call('POST', `/v1/organizations/${owner.organizationId}/invitations`, {
      cookie: owner.cookie,
      body: { role },
    })
    const answer = await call('POST', '/v1/public/invitations/accept', {
      body: { token: tokenOf(body), name: `Person ${made}`, email, password: testPassword },
      ip: `10.0.0.${made}`,
    })
    if (answer.status !== 200) throw new Error(`Joining failed: ${JSON.stringify(answer.body)}`)
    return memberOf(answer, email)
  }

  return {
    agents,
    providers,
    sessions: signIn.sessions,
    authorizeAgent: signIn.authorizeAgent,
    authorizeAccess: apiKeys.authorizeAccess,
    demo: demo.account,
    demoPreventsSetup: demo.preventsSetup,
    url: infra.databaseUrl,
    pool: infra.pool,
    bus,
    heard,
    presence,
    call,
    found,
    join,
    /** Advances our clock; better-auth uses the system clock. */
    advance: (milliseconds: number) => (ahead += milliseconds),
    close: async () => {
      await http.close()
      await lifecycle.stop()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type PanelService = Awaited<ReturnType<typeof startPanelService>>

export const tokenOf = (invitation: Pick<NewInvitation, 'url'>): string => invitation.url.split('#')[1] ?? ''

function memberOf(answer: Answer, email: string): Member {
  const me: Me = answer.body
  const membership = me.memberships.at(-1)
  const cookie = answer.cookies.find((one) => one.includes('session_token='))
  if (!membership || cookie === undefined) throw new Error('No session was created')
  return { agentId: membership.agent_id, organizationId: membership.organization.id, cookie, email }
}
