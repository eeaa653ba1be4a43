import { ApiScope, type NewApiKey } from '@parley/protocol/api-key'
import { agentCommands, widgetCommands } from '@parley/protocol/upstream'
import type { MessageSent } from '@parley/protocol/message'
import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import { createTenantResources, type TenantResources } from './testing/tenant-resources.ts'
import { bodies, queries, routesOfOrganizations } from './testing/route-bodies.ts'
import type { TestSocket } from './testing/test-socket.ts'

/** Two tenants on one service: for each, the other's resources do not exist. */

let service: TestService
let ours: TestOrganization
let theirs: TestOrganization
/** Ids of their resources by path parameter. */
let their: TenantResources
let agent: TestSocket
let sockets: TestSocket[]
let description: OpenAPIV3_1.Document

beforeAll(async () => {
  service = await startTestService()
  description = await service.app.description()
  ours = await foundOrganization(service, 'Ours')
  theirs = await foundOrganization(service, 'Theirs')
  const { socket, ids } = await createTenantResources(service, theirs)
  their = ids
  agent = await connectAgent(service, ours.id, ours.cookie)
  sockets = [socket, agent]
})
afterAll(async () => {
  await Promise.all(sockets.map((socket) => socket.leave()))
  await service.stop()
})

const organizationRoutes = () => routesOfOrganizations(description)

function fill(route: string, organizationId: string): { method: string; url: string } {
  const [method = '', path = ''] = route.split(' ')
  const ids: Record<string, string> = { ...their, organization_id: organizationId }
  const url = path.replaceAll(/\{(\w+)\}/g, (parameter, name: string) => ids[name] ?? parameter)
  expect(url, `tenancy.test.ts does not know a parameter of ${route}`).not.toContain('{')
  return { method, url: url + (queries[route] ?? '') }
}

describe('another organization’s ids', () => {
  test('return 404 on every route, with their own organization in the path', async () => {
    const routes = organizationRoutes()
    expect(routes.length).toBeGreaterThan(20)
    for (const route of routes) {
      const { method, url } = fill(route, theirs.id)
      const body = bodies[route]
      const answer = await service.call(method, url, { cookie: ours.cookie, ...(body && { body }) })
      expect([route, answer.status, answer.body['code']]).toEqual([route, 404, 'not_found'])
    }
  })

  test('return 404 on every route, with our organization in the path', async () => {
    for (const route of organizationRoutes().filter((candidate) => /_id\}.*_id\}/.test(candidate))) {
      const { method, url } = fill(route, ours.id)
      const body = bodies[route]
      const answer = await service.call(method, url, { cookie: ours.cookie, ...(body && { body }) })
      expect([route, answer.status, answer.body['code']]).toEqual([route, 404, 'not_found'])
    }
  })

  test('cannot be assigned to our customers: their agent', async () => {
    const visitor = await connectVisitor(service, ours.providerId)
    const sent = await visitor.socket.request<MessageSent>('message.send', {
      client_id: newId(),
      content: 'Hi',
    })
    const assign = await service.call(
      'POST',
      `/v1/organizations/${ours.id}/conversations/${sent.conversation_id}/assign`,
      {
        cookie: ours.cookie,
        body: { agent_id: theirs.ownerId },
      },
    )
    expect(assign.body).toMatchObject({ status: 422, code: 'agent_unknown' })
    const dedicate = await service.call(
      'PATCH',
      `/v1/organizations/${ours.id}/customers/${sent.customer_id}`,
      {
        cookie: ours.cookie,
        body: { private_agent_id: theirs.ownerId },
      },
    )
    expect(dedicate.body).toMatchObject({ status: 422, code: 'agent_unknown' })
    await visitor.socket.leave()
  })

  test('[L7] are not_found in every socket command that names a customer', async () => {
    const params: Record<string, object> = {
      'customer.follow': {},
      'message.send': { client_id: newId(), content: 'Hello from elsewhere' },
      'message.history': {},
      'log.read': { after: 0 },
      receipt: { read: 1 },
      'media.ticket': { name: 'a.png', size: 1 },
    }
    for (const [method, rest] of Object.entries(params)) {
      expect([
        method,
        (await agent.refused(method, { customer_id: their.customer_id, ...rest })).code,
      ]).toEqual([method, 'not_found'])
    }
    // These two return an empty result and have no effect.
    expect(await agent.request('media.links', { customer_id: their.customer_id, ids: [newId()] })).toEqual({
      media: [],
    })
    expect(await agent.request('customer.unfollow', { customer_id: their.customer_id })).toEqual({})
    const naming = Object.entries(agentCommands).filter(([, schema]) => 'customer_id' in schema.properties)
    expect(naming.map(([method]) => method).sort()).toEqual(
      [...Object.keys(params), 'media.links', 'customer.unfollow', 'typing', 'desk.look'].sort(),
    )
  })

  test('[C12] are not_found in every socket command that names a call, for agents and for visitors', async () => {
    const peer = newId()
    const params: Record<string, object> = {
      'call.join': { peer },
      'call.connected': { peer },
      'call.alive': {},
      'call.quality': {
        quality: { round_trip: null, jitter: null, loss: null, path: null, restarts: 0 },
      },
      'call.end': {},
      'call.accept': { peer },
      'call.decline': {},
      'call.record': { state: 'on' },
      'call.hold': { held: true },
      'call.transfer': { agent_id: newId(), kind: 'blind' },
      'call.transfer_team': { team_id: newId() },
      'transfer.accept': {},
      'transfer.join': { peer },
      'transfer.complete': {},
      'transfer.end': {},
    }
    const naming = Object.entries(agentCommands).filter(([, schema]) => 'call_id' in schema.properties)
    expect(naming.map(([method]) => method).sort()).toEqual([...Object.keys(params), 'call.signal'].sort())
    const stranger = await connectVisitor(service, ours.providerId)
    await stranger.socket.request('message.send', { client_id: newId(), content: 'Hi' })
    for (const [method, rest] of Object.entries(params)) {
      const named = { call_id: their.call_id, ...rest }
      expect([method, (await agent.refused(method, named)).code]).toEqual([method, 'not_found'])
      if (!(method in widgetCommands)) continue
      expect([method, (await stranger.socket.refused(method, named)).code]).toEqual([method, 'not_found'])
    }
    await stranger.socket.leave()
  })

  test('[R3] typing to a customer of another organization is not delivered', async () => {
    const watcher = await connectAgent(service, theirs.id, theirs.cookie)
    await watcher.request('customer.follow', { customer_id: their.customer_id })
    agent.notify('typing', { active: true, customer_id: their.customer_id })
    await agent.request('ping')
    await watcher.request('ping')
    expect(watcher.notifications.filter((frame) => frame.method === 'typing')).toEqual([])
    await watcher.leave()
  })

  test('[R4] looking at a customer of another organization is not shown there', async () => {
    const watcher = await connectAgent(service, theirs.id, theirs.cookie)
    agent.notify('desk.look', { customer_id: their.customer_id, state: 'viewing' })
    await agent.next('desk.looks')
    expect(await watcher.request('desk.looks')).toEqual({ customers: [] })
    expect(watcher.notifications.filter((frame) => frame.method === 'desk.looks')).toEqual([])
    agent.notify('desk.look', { customer_id: their.customer_id, state: null })
    await watcher.leave()
  })

  test('do not let an agent connect to another organization', async () => {
    const socket = await service.openAgent({ cookie: ours.cookie })
    expect((await socket.refused('agent.connect', { organization_id: theirs.id })).code).toBe('not_found')
    expect((await socket.refused('message.history', { customer_id: their.customer_id })).code).toBe(
      'not_connected',
    )
    await socket.leave()
  })

  test('are not in our inbox feed', async () => {
    await agent.request('inbox.follow')
    const theirOwn = await connectAgent(service, theirs.id, theirs.cookie)
    await theirOwn.request('inbox.follow')
    await service.call(
      'POST',
      `/v1/organizations/${theirs.id}/conversations/${their.conversation_id}/take-over`,
      { cookie: theirs.cookie },
    )
    await theirOwn.next('inbox.changed')
    expect(
      agent.notifications.filter(
        (frame) => frame.method === 'inbox.changed' && JSON.stringify(frame).includes(their.conversation_id),
      ),
    ).toEqual([])
    await theirOwn.leave()
  })
})

describe('an API key with every scope', () => {
  /** Whether the OpenAPI document allows API keys for the route. */
  const takesKeys = (route: string) => scopesOf(route).length > 0
  const scopesOf = (route: string) => {
    const [method = '', path = ''] = route.split(' ')
    const { paths = {} } = description
    const operation = paths[path]?.[method.toLowerCase() as 'get']
    return operation?.security?.flatMap((scheme) => scheme['apiKey'] ?? []) ?? []
  }
  const withKey = async (route: string, organizationId: string, { key } = all) => {
    const { method, url } = fill(route, organizationId)
    const answer = await service.app.http.inject({
      method: method as 'GET',
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(bodies[route] && { payload: bodies[route] }),
    })
    return answer.statusCode
  }
  const newKey = async (name: string, scopes: readonly ApiScope[]) => {
    const body = { name, scopes }
    const made = await service.call('POST', `/v1/organizations/${ours.id}/api-keys`, {
      cookie: ours.cookie,
      body,
    })
    return made.body as NewApiKey
  }
  // An organization has 20 keys at most.
  const revoke = async ({ id }: NewApiKey) => {
    const path = `/v1/organizations/${ours.id}/api-keys/${id}`
    expect((await service.call('DELETE', path, { cookie: ours.cookie })).status).toBe(204)
  }
  // One per test: the requests of a key are limited.
  let all: NewApiKey
  beforeEach(async () => {
    all = await newKey('All', ApiScope.enum)
  })
  afterEach(() => revoke(all))

  test('is rejected by all routes that are not documented for API keys', async () => {
    const others = organizationRoutes().filter((route) => !takesKeys(route))
    expect(others.length).toBeGreaterThan(20)
    for (const route of others) expect([route, await withKey(route, ours.id)]).toEqual([route, 403])
  })

  test('gets 403 on every route once the scope of that route is taken away', async () => {
    for (const scope of ApiScope.enum) {
      const others = ApiScope.enum.filter((each) => each !== scope)
      const without = await newKey(`Not ${scope}`, others)
      const routes = organizationRoutes().filter((route) => scopesOf(route).includes(scope))
      expect(routes, scope).not.toEqual([])
      for (const route of routes)
        expect([route, await withKey(route, ours.id, without)]).toEqual([route, 403])
      await revoke(without)
    }
  })

  test('gets 404 for other organizations', async () => {
    for (const route of organizationRoutes().filter(takesKeys))
      expect([route, await withKey(route, theirs.id)]).toEqual([route, 404])
  })

  test('gets 404 for ids of other organizations', async () => {
    for (const route of organizationRoutes().filter(takesKeys))
      if (/_id\}.*_id\}/.test(route)) expect([route, await withKey(route, ours.id)]).toEqual([route, 404])
  })
})

test('without a session every route of an organization returns 401', async () => {
  for (const route of organizationRoutes()) {
    const { method, url } = fill(route, theirs.id)
    const body = bodies[route]
    const answer = await service.call(method, url, body ? { body } : {})
    expect([route, answer.status]).toEqual([route, 401])
  }
})
