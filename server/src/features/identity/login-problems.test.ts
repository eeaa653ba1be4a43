import type { LoginProblem } from '@parley/protocol/provider'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { createLogger } from '../../core/logger.ts'
import { newTestKey } from '../../testing/test-key.ts'
import { connectMember, credentials, secretKeyOf, signToken, tokenClaims } from '../../testing/test-member.ts'
import {
  connectAgent,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

let service: TestService
let shop: TestOrganization
let secretKey: string
let agent: TestSocket
let now = Date.now()
const logged: string[] = []

beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => void logged.push(line) })
  service = await startTestService({ clock: () => now, logger })
})
afterAll(() => service.stop())
beforeEach(async () => {
  await agent?.leave()
  shop = await foundOrganization(service, 'Shop')
  secretKey = await secretKeyOf(service, shop)
  agent = await connectAgent(service, shop.id, shop.cookie)
})
afterAll(() => agent.leave())

const listPath = () => `/v1/organizations/${shop.id}/providers/${shop.providerId}/login-problems`
const listed = async () =>
  (await service.call('GET', listPath(), { cookie: shop.cookie })).body['data'] as LoginProblem[]

/** Connects with a refused token. With `heard`, resolves once the list has it. */
async function failWith(
  changed: Record<string, unknown>,
  { origin = 'https://shop.test', by = secretKey, heard = true } = {},
): Promise<string> {
  const key = await newTestKey()
  const token = await signToken(by, tokenClaims({ providerId: shop.providerId, jkt: key.jkt, now }, changed))
  const socket = await service.openWidget({ origin })
  const presented = await credentials(key, await socket.challenge(), token)
  await socket.refused('connect', { provider_id: shop.providerId, ...presented })
  if (heard)
    await agent.next('organization.changed', ({ what }: { what: string }) => what === 'login-problems')
  await socket.leave()
  return token
}

describe('[M16] login problems', () => {
  test('are visible only to admins of the organization', async () => {
    await failWith({ type: undefined })
    const plain = await inviteAgent(service, shop, 'Agent')
    expect((await service.call('GET', listPath(), { cookie: plain.cookie })).status).toBe(403)
    const other = await foundOrganization(service, 'Other')
    expect((await service.call('GET', listPath(), { cookie: other.cookie })).status).toBe(404)
    const smuggled = `/v1/organizations/${other.id}/providers/${shop.providerId}/login-problems`
    expect((await service.call('GET', smuggled, { cookie: other.cookie })).status).toBe(404)
  })

  test('have code, time, pid and page, newest first', async () => {
    await failWith({ cnf: undefined })
    now += 1_000
    const pid = newId()
    await failWith({ pid }, { origin: 'http://localhost:3000' })
    const at = new Date(now).toISOString().replace('Z', '+00:00')
    expect(await listed()).toEqual([
      {
        id: expect.any(String),
        code: 'token_pid_mismatch',
        pid,
        origin: 'http://localhost:3000',
        count: 1,
        first_at: at,
        last_at: at,
      },
      expect.objectContaining({ code: 'cnf_missing', pid: shop.providerId, origin: 'https://shop.test' }),
    ])
  })

  test('count repeated problems of a page in one row', async () => {
    await failWith({ exp: 1 })
    now += 60_000
    await failWith({ exp: 1 })
    const [problem, ...others] = await listed()
    expect(others).toEqual([])
    expect(problem).toMatchObject({ code: 'token_expired', count: 2 })
    expect(Date.parse(problem?.last_at ?? '') - Date.parse(problem?.first_at ?? '')).toBe(60_000)
  })

  test('store no arbitrary claims', async () => {
    for (const pid of ['x'.repeat(65), 'a\u0000b', { secret: 1 }, 5]) await failWith({ pid })
    expect((await listed()).map((problem) => problem.pid)).toEqual([null])
    // All four are one row: same code, same page, no pid.
    expect((await listed())[0]?.count).toBe(4)
  })

  test('a flood causes few writes, and the list stays short', async () => {
    for (let i = 0; i < 30; i++) await failWith({ pid: newId() }, { heard: false })
    await expect.poll(listed).toHaveLength(20)
    now += 5_000
    await failWith({ exp: 1 }, { heard: false })
    await expect.poll(async () => (await listed())[0]?.code).toBe('token_expired')
    expect(await listed()).toHaveLength(21)
    let pid = newId()
    for (let i = 0; i < 40; i++) {
      now += 5_000
      pid = newId()
      await failWith({ pid }, { heard: false })
    }
    await expect.poll(async () => (await listed())[0]?.pid).toBe(pid)
    expect(await listed()).toHaveLength(50)
  })

  test('nothing is written for an accepted token, a visitor, or a bad proof', async () => {
    const good = await connectMember(service, shop.providerId, (jkt) =>
      signToken(secretKey, tokenClaims({ providerId: shop.providerId, jkt, now })),
    )
    const socket = await service.openWidget()
    await socket.challenge()
    await socket.refused('connect', { provider_id: shop.providerId, proof: 'a.b.c', token: 'a.b.c' })
    expect(await listed()).toEqual([])
    await Promise.all([socket.leave(), good.socket.leave()])
  })
})

test('neither tokens nor secret keys are in the database or the logs', async () => {
  const good = await connectMember(service, shop.providerId, (jkt) =>
    signToken(secretKey, tokenClaims({ providerId: shop.providerId, jkt, now }, { uid: 'in-the-dump' })),
  )
  await good.socket.request('message.send', { client_id: newId(), content: 'Hello' })
  const refused = await failWith({ exp: 1 })
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
    dump.push(...rows.map(({ row }) => row))
  }
  await client.end()
  service.app.http.log.warn('at the end of the log')
  const text = [...dump, ...logged].join('\n')
  expect(text).toContain('at the end of the log')
  expect(text).toContain('in-the-dump')
  const signatures = [good.token, refused].map((token) => token.split('.')[2] ?? token)
  for (const secret of [secretKey, good.token, refused, ...signatures]) expect(text).not.toContain(secret)
  await good.socket.leave()
})
