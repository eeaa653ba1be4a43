import type { ApiScope } from '@parley/protocol/api-key'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'
import { requestsOfKey, wrongKeysOfNetwork } from './key-access.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
})
afterAll(() => service.close())
beforeEach(async () => {
  owner = await service.found('Acme')
  service.heard.length = 0
})

const problem = (code: string) => expect.objectContaining({ code })
const path = (member: Member, rest = '') => `/v1/organizations/${member.organizationId}/api-keys${rest}`
const make = (by: Member, body: object = { name: 'Backend', scopes: ['webhooks:read'] }) =>
  service.call('POST', path(by), { cookie: by.cookie, body })
const newKey = async (scopes: ApiScope[] = ['webhooks:read']) =>
  (await make(owner, { name: 'Backend', scopes })).body as { id: string; key: string; hint: string }
const listed = async (by = owner) => (await service.call('GET', path(by), { cookie: by.cookie })).body.data

/** As a route that takes `webhooks:read` or an admin's session asks. */
let network = 0
beforeEach(() => void (network += 1))
const enter = (
  authorization: string | undefined,
  options: { organizationId?: string; cookie?: string; scope?: ApiScope | ApiScope[]; ip?: string } = {},
) =>
  service.authorizeAccess(
    {
      headers: { ...(authorization !== undefined && { authorization }), cookie: options.cookie },
      ip: options.ip ?? `198.51.100.${network}`,
    },
    options.organizationId ?? owner.organizationId,
    { role: 'admin', scope: options.scope ?? 'webhooks:read' },
  )
const bearer = (key: string) => `Bearer ${key}`
const wrongKey = () => `plk_${newId().replaceAll('-', '').padEnd(43, 'x')}`

test('agents, other organizations and anonymous requests neither see, create nor revoke keys', async () => {
  const { id } = await newKey()
  const agent = await service.join(owner, 'agent')
  const stranger = await service.found('Elsewhere')
  const body = { name: 'Mine', scopes: ['webhooks:read'] }
  for (const [cookie, status, code] of [
    [agent.cookie, 403, 'forbidden'],
    [stranger.cookie, 404, 'not_found'],
    [undefined, 401, 'unauthenticated'],
  ] as const) {
    for (const answer of [
      await service.call('GET', path(owner), { cookie }),
      await service.call('POST', path(owner), { cookie, body }),
      await service.call('DELETE', path(owner, `/${id}`), { cookie }),
    ]) {
      expect(answer).toMatchObject({ status, body: problem(code) })
    }
  }
  expect(await listed()).toHaveLength(1)
})

test('a key with every scope neither sees, creates nor revokes keys', async () => {
  const { id, key } = await newKey([
    'webhooks:read',
    'webhooks:write',
    'deliveries:read',
    'deliveries:resend',
    'calls:read',
    'messages:write',
  ])
  const headers = { authorization: bearer(key) }
  const body = { name: 'Child', scopes: ['webhooks:read'] }
  for (const answer of [
    await service.call('GET', path(owner), { headers }),
    await service.call('POST', path(owner), { headers, body }),
    await service.call('DELETE', path(owner, `/${id}`), { headers }),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: problem('forbidden') })
  }
})

test('a key without name or scopes, with an unknown scope or unknown fields is refused', async () => {
  for (const body of [
    {},
    { name: 'x' },
    { scopes: ['webhooks:read'] },
    { name: '  ', scopes: ['webhooks:read'] },
    { name: 'x'.repeat(101), scopes: ['webhooks:read'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['everything'] },
    { name: 'x', scopes: ['webhooks:read', 'webhooks:read'] },
    { name: 'x', scopes: ['webhooks:read'], key: 'plk_mine' },
  ]) {
    expect(await make(owner, body)).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
})

test('a key is returned once, uncacheable, and is not stored', async () => {
  const answer = await make(owner, { name: ' Backend ', scopes: ['deliveries:read', 'webhooks:read'] })
  expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } })
  const { key, ...rest } = answer.body
  expect(key).toMatch(/^plk_[\w-]{43}$/)
  expect(rest).toMatchObject({
    name: 'Backend',
    scopes: ['deliveries:read', 'webhooks:read'],
    hint: key.slice(0, 8),
    last_used_at: null,
  })
  expect(await listed()).toEqual([rest])
  const { rows } = await service.pool.query('select * from api_key')
  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(rows)).not.toContain(key.slice(12))
  expect(service.heard).toEqual([
    { subject: 'organization', message: { organization_id: owner.organizationId, what: 'api-keys' } },
  ])
})

test('an organization has 20 keys at most, also when many are created at once', async () => {
  for (let i = 0; i < 17; i++) await newKey()
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(owner)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 409, 409, 409,
  ])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'api_key_limit' })
  const [last] = await listed()
  await service.call('DELETE', path(owner, `/${last.id}`), { cookie: owner.cookie })
  expect(await make(owner)).toMatchObject({ status: 201 })
})

test('the list is paged, newest first', async () => {
  const made = [(await newKey()).id, (await newKey()).id, (await newKey()).id].toReversed()
  const first = await service.call('GET', path(owner, '?max=2'), { cookie: owner.cookie })
  expect(first.body.data.map((row: { id: string }) => row.id)).toEqual(made.slice(0, 2))
  const cursor = `?max=2&cursor=${first.body.pager.next}`
  const second = await service.call('GET', path(owner, cursor), { cookie: owner.cookie })
  expect(second.body).toMatchObject({ data: [{ id: made[2] }], pager: { next: null, sort: 'DESC' } })
})

test('access needs a key or a session, and a session needs the role', async () => {
  const agent = await service.join(owner, 'agent')
  await expect(enter(undefined)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(enter(undefined, { cookie: agent.cookie })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await enter(undefined, { cookie: owner.cookie })).toMatchObject({
    organizationId: owner.organizationId,
  })
  // Somebody else's Authorization, as a proxy with a password of its own hands it on.
  expect(await enter('Basic cGFzcw==', { cookie: owner.cookie })).toMatchObject({
    organizationId: owner.organizationId,
  })
})

test('an unknown, truncated or reformatted key is refused, with any cookie', async () => {
  const { key } = await newKey()
  for (const text of [
    wrongKey(),
    'plk_',
    key.slice(0, -1),
    `${key}x`,
    `${key} ${key}`,
    key.replace('plk_', 'PLK_'),
    `plk_${'é'.repeat(43)}`,
  ]) {
    await expect(enter(bearer(text), { cookie: owner.cookie })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  }
  await expect(enter(key)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(enter(`Basic ${key}`)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(enter(bearer(key.slice(4)))).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a key gives no access to other organizations, existing or not, nor beyond its scopes', async () => {
  const { key } = await newKey(['webhooks:write'])
  const stranger = await service.found('Elsewhere')
  for (const organizationId of [stranger.organizationId, newId(), 'x']) {
    await expect(enter(bearer(key), { organizationId })).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(enter(bearer(key), { scope: 'deliveries:resend' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  // What the person may, whose cookie comes along, is not what the key may.
  await expect(enter(bearer(key), { cookie: owner.cookie })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await enter(bearer(key), { scope: 'webhooks:write' })).toEqual({
    organizationId: owner.organizationId,
  })
  expect(await enter(`bearer  ${key}`, { scope: 'webhooks:write' })).toEqual({
    organizationId: owner.organizationId,
  })
})

test('a revoked key is refused at once, in every process', async () => {
  const { id, key } = await newKey()
  const elsewhere = await startPanelService({ url: service.url })
  const request = { headers: { authorization: bearer(key) }, ip: '198.51.100.1' }
  const needed = { role: 'admin', scope: 'webhooks:read' } as const
  await elsewhere.authorizeAccess(request, owner.organizationId, needed)
  await enter(bearer(key))
  const revoke = () => service.call('DELETE', path(owner, `/${id}`), { cookie: owner.cookie })
  expect(await revoke()).toMatchObject({ status: 204 })
  await expect(enter(bearer(key))).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(elsewhere.authorizeAccess(request, owner.organizationId, needed)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await elsewhere.close()
  expect(await revoke()).toMatchObject({ status: 404 })
  expect(service.heard.map(({ message }) => message)).toEqual([
    { organization_id: owner.organizationId, what: 'api-keys' },
    { organization_id: owner.organizationId, what: 'api-keys' },
  ])
})

test('the last use is written once a minute', async () => {
  const { key } = await newKey()
  const lastUse = async () => (await listed())[0].last_used_at as string
  await enter(bearer(key))
  const first = await lastUse()
  expect(first).toMatch(/\+00:00$/)
  service.advance(50_000)
  await enter(bearer(key))
  expect(await lastUse()).toBe(first)
  service.advance(11_000)
  await enter(bearer(key))
  expect(Date.parse(await lastUse()) - Date.parse(first)).toBeGreaterThanOrEqual(61_000)
})

test('an address that sends wrong keys is limited for a while; a key that worked from there is not', async () => {
  const { key } = await newKey()
  const ip = '203.0.113.7'
  await enter(bearer(key), { ip })
  const tries = await Promise.allSettled(
    Array.from({ length: wrongKeysOfNetwork.burst + 5 }, () => enter(bearer(wrongKey()), { ip })),
  )
  const codes = tries.map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(wrongKeysOfNetwork.burst)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5)
  const other = await newKey()
  await expect(enter(bearer(other.key), { ip })).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: expect.any(Number),
  })
  await enter(bearer(key), { ip })
  await enter(bearer(other.key), { ip: '203.0.113.8' })
  service.advance(60_000)
  await expect(enter(bearer(wrongKey()), { ip })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('valid keys do not count towards the limit of an address', async () => {
  for (let i = 0; i < wrongKeysOfNetwork.burst + 5; i++) await enter(bearer((await newKey()).key))
  await expect(enter(bearer(wrongKey()))).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a key over its rate limit is told to wait, and works again after it', async () => {
  const { key } = await newKey()
  const other = await newKey()
  await enter(bearer(key))
  const asked = await Promise.allSettled(
    Array.from({ length: requestsOfKey.burst + 60 }, () => enter(bearer(key))),
  )
  const refusals = asked.filter((one) => one.status === 'rejected')
  expect(refusals.length).toBeGreaterThan(0)
  for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  await enter(bearer(other.key))
  service.advance(10_000)
  await enter(bearer(key))
})

test('a request that needs several scopes counts once, and is refused for the one that is missing', async () => {
  const { key } = await newKey(['webhooks:read', 'deliveries:read'])
  const both = () => enter(bearer(key), { scope: ['webhooks:read', 'deliveries:read'] })
  await both()
  await Promise.all(Array.from({ length: requestsOfKey.burst - 1 }, both))
  service.advance(1_000)
  await expect(
    enter(bearer(key), { scope: ['webhooks:read', 'calls:read', 'deliveries:read'] }),
  ).rejects.toMatchObject({ code: 'forbidden', detail: expect.stringContaining('calls:read') })
})

test('an agent who lost the role while creating a key has created none', async () => {
  const admin = await service.join(owner, 'admin')
  const client = await service.pool.connect()
  await client.query('begin')
  await client.query(`update agent set role = 'agent' where id = $1`, [admin.agentId])
  const making = make(admin)
  // Let in as an admin, it waits for the row that is being changed.
  await expect
    .poll(async () => {
      const { rows } = await service.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBe(1)
  await client.query('commit')
  client.release()
  expect(await making).toMatchObject({ status: 403, body: problem('forbidden') })
  expect(await listed()).toEqual([])
})
