import type { Role } from '@parley/protocol/agent'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { startPanelService, type Member, type PanelService } from './testing/panel-service.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Routes of an organization that need no customer, with the minimum role and a valid body. */
const routes: [method: Method, path: string, least: Role, body?: object][] = [
  ['GET', '', 'agent'],
  ['PATCH', '', 'admin', { name: 'Acme' }],
  ['GET', '/agents', 'agent'],
  ['PATCH', '/agents/:agent', 'admin', { role: 'agent' }],
  ['DELETE', '/agents/:agent', 'admin'],
  ['POST', '/agents/:agent/reset-link', 'admin'],
  ['GET', '/invitations', 'admin'],
  ['POST', '/invitations', 'admin', { role: 'agent' }],
  ['DELETE', '/invitations/:invitation', 'admin'],
  ['GET', '/providers', 'agent'],
  ['POST', '/providers', 'admin', { name: 'Shop' }],
  ['GET', '/providers/:provider', 'agent'],
  ['PATCH', '/providers/:provider', 'admin', { name: 'Shop' }],
  ['DELETE', '/providers/:provider', 'admin'],
  ['GET', '/providers/:provider/secret', 'admin'],
  ['POST', '/providers/:provider/secret/regenerate', 'admin', {}],
  ['POST', '/providers/:provider/secret/retire', 'admin', {}],
  ['GET', '/mail-settings', 'agent'],
  ['PATCH', '/mail-settings', 'admin', { notification_previews: true }],
]
const rank: Record<Role, number> = { agent: 0, admin: 1, owner: 2 }

let service: PanelService
let members: Record<Role, Member>
let stranger: Member
/** Ids for the placeholders, of one organization. */
const resources = { agent: '', invitation: '', provider: '' }
const foreign = { ...resources }

beforeAll(async () => {
  service = await startPanelService()
  const owner = await service.found('Acme')
  members = { owner, admin: await service.join(owner, 'admin'), agent: await service.join(owner, 'agent') }
  stranger = await service.found('Globex')
  Object.assign(resources, await makeResources(owner))
  Object.assign(foreign, await makeResources(stranger))
})
afterAll(() => service.close())

async function makeResources(owner: Member): Promise<typeof resources> {
  const post = async (path: string, body: object) =>
    (
      await service.call('POST', `/v1/organizations/${owner.organizationId}${path}`, {
        cookie: owner.cookie,
        body,
      })
    ).body.id
  const { agentId } = await service.join(owner, 'agent')
  return {
    agent: agentId,
    invitation: await post('/invitations', { role: 'agent' }),
    provider: await post('/providers', { name: 'Shop' }),
  }
}

const fill = (path: string, ids: typeof resources) =>
  path.replace(/:(agent|invitation|provider)/, (_, name: keyof typeof resources) => ids[name])

function request(
  [method, path, , body]: (typeof routes)[number],
  options: { as?: Member; of: string; ids: typeof resources },
) {
  return service.call(method, `/v1/organizations/${options.of}${fill(path, options.ids)}`, {
    cookie: options.as?.cookie,
    ...(body && { body }),
  })
}
const title = ([method, path]: (typeof routes)[number]) => `${method} …${path}`

describe.each(routes.map((route) => ({ route, name: title(route) })))('$name', ({ route }) => {
  const acme = () => members.owner.organizationId

  test('needs a session', async () => {
    const answer = await request(route, { of: acme(), ids: resources })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('does not exist for the owner of another organization', async () => {
    const answer = await request(route, { as: stranger, of: acme(), ids: resources })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await request(route, { as: stranger, of: newId(), ids: resources })).toMatchObject({ status: 404 })
  })

  test('returns 404 for resources of another organization', async () => {
    if (!route[1].includes(':')) return
    for (const ids of [foreign, { agent: newId(), invitation: newId(), provider: newId() }]) {
      const answer = await request(route, { as: members.owner, of: acme(), ids })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('is forbidden for a lower role', async () => {
    for (const role of ['agent', 'admin', 'owner'] as const) {
      if (rank[role] >= rank[route[2]]) continue
      const answer = await request(route, { as: members[role], of: acme(), ids: resources })
      expect(answer, role).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  test('rejects unsafe requests from a page of another origin', async () => {
    if (route[0] === 'GET') return
    const [method, path, , body] = route
    const answer = await service.call(method, `/v1/organizations/${acme()}${fill(path, resources)}`, {
      cookie: members.owner.cookie,
      origin: 'https://evil.example',
      ...(body && { body }),
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('rejects malformed ids and bodies with a problem', async () => {
    const as = members.owner
    for (const bad of ['x', '%00', '..', newId().toUpperCase(), 'a'.repeat(280)]) {
      const ids = { agent: bad, invitation: bad, provider: bad }
      for (const of of route[1].includes(':') ? [acme(), bad] : [bad]) {
        const { status, body } = await request(route, { as, of, ids })
        expect([400, 404], `${bad} ${status}`).toContain(status)
        expect(body).toMatchObject({ status, code: expect.any(String) })
      }
    }
    if (!route[3] || Object.keys(route[3]).length === 0) return
    const bodies = [
      [],
      'text',
      '{',
      'null',
      { name: {} },
      { name: 'x'.repeat(70_000) },
      { role: 7 },
      { extra: 1 },
    ]
    for (const body of bodies) {
      const answer = await service.call(route[0], `/v1/organizations/${acme()}${fill(route[1], resources)}`, {
        cookie: as.cookie,
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect([400, 413], JSON.stringify(body).slice(0, 40)).toContain(answer.status)
      expect(answer.body).toMatchObject({ status: answer.status, code: expect.any(String) })
    }
  })
})

// Last, with deletions at the end, because deleted resources cannot be used again.
const allowed = [...routes]
  .sort(([a], [b]) => Number(a === 'DELETE') - Number(b === 'DELETE'))
  .flatMap((route) =>
    (['owner', 'admin', 'agent'] as const)
      .filter((role) => rank[role] >= rank[route[2]])
      .map((role) => ({ route, role, name: title(route) })),
  )
test.each(allowed)('$name is allowed for the role $role', async ({ route, role }) => {
  const ids =
    route[0] === 'DELETE' || route[1].endsWith('/regenerate') ? await makeResources(members.owner) : resources
  const answer = await request(route, { as: members[role], of: members.owner.organizationId, ids })
  expect([200, 201, 204], JSON.stringify(answer.body)).toContain(answer.status)
})
