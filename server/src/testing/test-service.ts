import type { Me } from '@parley/protocol/agent'
import type { ConnectResult } from '@parley/protocol/session'
import type { AddressInfo } from 'node:net'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createApp, type App, type AppOptions } from '../app.ts'
import { readConfig } from '../config.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { freePort } from '../core/free-port.ts'
import { createLogger, type Logger } from '../core/logger.ts'
import type { TelegramPublicKeys } from '../features/mini-app/telegram-keys.ts'
import type { Resolve } from '../features/webhooks/sending/resolver.ts'
import type { SocialEndpoints } from '../features/social-login/endpoints.ts'
import { watchResponses } from './declared-responses.ts'
import { createTestDatabase } from './test-database.ts'
import { testPasswordHashing } from './test-password.ts'
import { newTestKey, signProof, type TestKey } from './test-key.ts'
import { openSocket, type SocketOptions, type TestSocket } from './test-socket.ts'

/** Public URL of the service under test, as behind a TLS proxy. It listens on a loopback port. */
export const baseUrl = 'https://parley.test'
/** PARLEY_SECRET of the service under test, so that tests can sign too. */
export const testSecret = 'a secret for tests, long enough to be taken'
export const widgetHtu = `${baseUrl}/v1/public/socket`

export interface TestService {
  app: App
  databaseUrl: string
  /** Shared by all services on the database, as their file storage. */
  dataDir: string
  address: string
  /** Sends a JSON request like the panel. `cookie`: an agent's session cookie. */
  call(
    method: string,
    path: string,
    options?: { cookie?: string; body?: unknown },
  ): Promise<{ status: number; body: never }>
  openWidget(options?: SocketOptions): Promise<TestSocket>
  openAgent(options: SocketOptions): Promise<TestSocket>
  stop(): Promise<void>
}

/** Starts the whole service with its own database and open sign-up. */
export async function startTestService(
  options: {
    clock?: Clock
    env?: Record<string, string>
    socialEndpoints?: SocialEndpoints
    telegramKeys?: TelegramPublicKeys
    channels?: Required<Pick<AppOptions, 'capabilities' | 'channelAdapters'>>
    logger?: Logger
    /** DNS resolution for webhooks. By default every name has a public address, without a DNS query. */
    resolve?: Resolve
    /** PEM of the only CA that webhooks and feeds trust. */
    ca?: string
    /** Database of a running service, to act as another process. It is not dropped. */
    databaseUrl?: string
    /** Directory of an installation with builds of widget and panel. */
    keepBuildsOf?: string
    /** `app`: starts workers and jobs too, like the program. Otherwise background work only runs when a test calls it. */
    listen?: 'app' | 'quiet'
  } = {},
): Promise<TestService> {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : null
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  const place = openDataDir(databaseUrl)
  const { dataDir } = place
  const config = readConfig(
    {
      PARLEY_BASE_URL: baseUrl,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_SECRET: testSecret,
      DATABASE_URL: databaseUrl,
      PARLEY_SIGNUP: 'open',
      PARLEY_LOG_LEVEL: 'silent',
      ...(options.listen === 'app' && { HOST: '127.0.0.1', PORT: String(await freePort(0)) }),
      ...options.env,
    },
    dataDir,
  )
  const app = await createApp({
    config,
    databaseUrl,
    secret: config.secret ?? '',
    logger: options.logger ?? createLogger(config.logLevel),
    clock: options.clock ?? systemClock,
    passwordHashing: testPasswordHashing,
    sending: {
      resolve: options.resolve ?? (async () => ({ ok: true, addresses: ['1.1.1.1'] })),
      ...(options.ca !== undefined && { ca: options.ca }),
    },
    ...(options.socialEndpoints && { socialEndpoints: options.socialEndpoints }),
    ...(options.telegramKeys && { telegramKeys: options.telegramKeys }),
    ...(options.keepBuildsOf !== undefined && { keepBuildsOf: options.keepBuildsOf }),
    ...options.channels,
  }).catch(async (error: unknown) => {
    await place.close()
    await database?.drop()
    throw error
  })
  const expectDeclared = watchResponses(app.http)
  if (options.listen === 'app') await app.listen()
  else await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  return {
    app,
    databaseUrl,
    dataDir: config.dataDir,
    address: `http://127.0.0.1:${port}`,
    async call(method, url, { cookie, body } = {}) {
      const answer = await app.http.inject({
        method: method as 'GET',
        url,
        headers: { origin: baseUrl, ...(cookie !== undefined && { cookie }) },
        ...(body !== undefined && { payload: body as object }),
      })
      return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as never }
    },
    openWidget: (socket = {}) =>
      openSocket(`ws://127.0.0.1:${port}/v1/public/socket`, { origin: 'https://shop.test', ...socket }),
    openAgent: (socket) => openSocket(`ws://127.0.0.1:${port}/v1/socket`, { origin: baseUrl, ...socket }),
    async stop() {
      await app.stop()
      await place.close()
      await database?.drop()
      expectDeclared()
    },
  }
}

const dataDirs = new Map<string, { dataDir: string; users: number }>()

/** Processes on one database share their files. Proxies give it several addresses. */
function openDataDir(databaseUrl: string) {
  const name = new URL(databaseUrl).pathname
  const place = dataDirs.get(name) ?? {
    dataDir: mkdtempSync(path.join(tmpdir(), 'parley-test-')),
    users: 0,
  }
  dataDirs.set(name, place)
  place.users += 1
  return {
    dataDir: place.dataDir,
    async close(): Promise<void> {
      place.users -= 1
      if (place.users > 0) return
      dataDirs.delete(name)
      await rm(place.dataDir, { recursive: true, force: true })
    },
  }
}

/** An organization with its owner and one provider. */
export interface TestOrganization {
  id: string
  cookie: string
  ownerId: string
  providerId: string
}

let people = 0

export async function foundOrganization(service: TestService, name: string): Promise<TestOrganization> {
  people += 1
  const answer = await service.app.http.inject({
    method: 'POST',
    url: '/v1/public/setup',
    headers: { origin: baseUrl },
    payload: {
      organization: name,
      name: `${name} Owner`,
      email: `owner${people}@${name.toLowerCase()}.test`,
      password: 'correct horse battery',
    },
  })
  if (answer.statusCode >= 300) throw new Error(`Setting up ${name}: ${answer.statusCode} ${answer.body}`)
  const cookie = cookieOf(answer.headers['set-cookie'])
  const me = await service.call('GET', '/v1/me', { cookie })
  const [membership] = (me.body as Me).memberships
  if (!membership) throw new Error('The owner has no membership')
  const { organization, agent_id: ownerId } = membership
  const provider = await service.call('POST', `/v1/organizations/${organization.id}/providers`, {
    cookie,
    body: { name: 'Shop' },
  })
  return { id: organization.id, cookie, ownerId, providerId: (provider.body as { id: string }).id }
}

/** Adds an agent by invitation. */
export async function inviteAgent(
  service: TestService,
  organization: TestOrganization,
  name: string,
  role = 'agent',
): Promise<{ cookie: string; agentId: string }> {
  people += 1
  const invitation = await service.call('POST', `/v1/organizations/${organization.id}/invitations`, {
    cookie: organization.cookie,
    body: { role },
  })
  const token = new URL((invitation.body as { url: string }).url).hash.slice(1)
  const answer = await service.app.http.inject({
    method: 'POST',
    url: '/v1/public/invitations/accept',
    headers: { origin: baseUrl },
    payload: { token, name, email: `agent${people}@parley.test`, password: 'correct horse battery' },
  })
  if (answer.statusCode >= 300) throw new Error(`Inviting ${name}: ${answer.statusCode} ${answer.body}`)
  const cookie = cookieOf(answer.headers['set-cookie'])
  const me = await service.call('GET', '/v1/me', { cookie })
  return { cookie, agentId: (me.body as Me).memberships[0]?.agent_id ?? '' }
}

function cookieOf(header: string | string[] | undefined): string {
  return [header ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

export interface TestVisitor {
  socket: TestSocket
  key: TestKey
  connected: ConnectResult
}

/** Connects a visitor with a new key and proof. */
export async function connectVisitor(
  service: TestService,
  providerId: string,
  options: { key?: TestKey; resume?: number; socket?: SocketOptions } = {},
): Promise<TestVisitor> {
  const key = options.key ?? (await newTestKey())
  const socket = await service.openWidget(options.socket)
  const { nonce, server_time: serverTime } = await socket.challenge()
  const connected = await socket.request<ConnectResult>('connect', {
    provider_id: providerId,
    // Uses the server's clock, like a browser whose own clock may be wrong.
    proof: await signProof(key, {
      nonce,
      htu: widgetHtu,
      payload: { iat: Math.floor(Date.parse(serverTime) / 1000) },
    }),
    language: 'de',
    ...(options.resume !== undefined && { resume: { seq: options.resume } }),
  })
  return { socket, key, connected }
}

export async function connectAgent(
  service: TestService,
  organizationId: string,
  cookie: string,
): Promise<TestSocket> {
  const socket = await service.openAgent({ cookie })
  await socket.request('agent.connect', { organization_id: organizationId })
  return socket
}
