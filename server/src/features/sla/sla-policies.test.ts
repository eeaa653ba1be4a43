import type { SlaPolicy } from '@parley/protocol/sla'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { hourly, slaScene } from '../../testing/sla-scene.ts'
import { connectVisitor, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop } from '../../testing/test-shop.ts'
import { createSlaConsumer } from './sla-consumer.ts'

const hourMs = 3_600_000
let ahead = 0
const shop = useShop({ clock: () => Date.now() + ahead })
beforeAll(() => shop.service.app.logConsumers.start())

const urgent = (more: object = {}) =>
  hourly({ first_response: 600 }, { name: 'Urgent', conditions: { priority: 'urgent' }, ...more })

describe('policies are refused', () => {
  test('from agents, who can read them, and of other organizations', async () => {
    const { call, organization, leave } = await slaScene(shop.service)
    const agent = await inviteAgent(shop.service, organization, 'Plain')
    const { body } = await call('POST', '/sla-policies', urgent())
    for (const [method, path, input] of [
      ['POST', '/sla-policies', urgent()],
      ['PATCH', `/sla-policies/${body.id}`, { name: 'Mine' }],
      ['PUT', '/sla-policies/order', { ids: [body.id] }],
      ['DELETE', `/sla-policies/${body.id}`, undefined],
    ] as const)
      expect((await call(method, path, input, agent.cookie)).status).toBe(403)
    expect((await call('GET', '/sla-policies', undefined, agent.cookie)).body.data).toHaveLength(1)
    const theirs = await foundOrganization(shop.service, 'Strangers')
    const foreign = await shop.service.call(
      'DELETE',
      `/v1/organizations/${theirs.id}/sla-policies/${body.id}`,
      { cookie: theirs.cookie },
    )
    expect(foreign.status).toBe(404)
    await leave()
  })

  test.each([
    ['no target', { targets: { first_response: null, next_response: null, resolution: null } }, 422],
    [
      'a target below a minute',
      { targets: { first_response: 59, next_response: null, resolution: null } },
      400,
    ],
    [
      'a target over 30 days',
      { targets: { first_response: 2_592_001, next_response: null, resolution: null } },
      400,
    ],
    ['a condition on anything else', { conditions: { waiting: 'yes' } }, 400],
    ['a value that the field does not have', { conditions: { priority: 'critical' } }, 400],
    ['an unknown counting', { counting: 'workdays' }, 400],
    ['an empty name', { name: '  ' }, 400],
  ])('with %s', async (_, change, status) => {
    const { call, leave } = await slaScene(shop.service)
    expect((await call('POST', '/sla-policies', urgent(change))).status).toBe(status)
    await leave()
  })

  test('a second one without conditions, the twenty-first, and an order that misses one', async () => {
    const { call, leave } = await slaScene(shop.service)
    const fallback = await call('POST', '/sla-policies', hourly({ resolution: 86_400 }))
    const again = await call('POST', '/sla-policies', hourly({ resolution: 86_400 }))
    expect(again.body.code).toBe('sla_default_exists')
    const { body: first } = await call('POST', '/sla-policies', urgent())
    expect((await call('PATCH', `/sla-policies/${first.id}`, { conditions: {} })).body.code).toBe(
      'sla_default_exists',
    )
    for (const ids of [[], [first.id, fallback.body.id], [first.id, newId()]])
      expect((await call('PUT', '/sla-policies/order', { ids })).status).toBeGreaterThanOrEqual(400)
    for (let count = 2; count < 20; count += 1) await call('POST', '/sla-policies', urgent())
    expect((await call('POST', '/sla-policies', urgent())).body.code).toBe('sla_policy_limit')
    await leave()
  })
})

test('the first policy whose conditions apply is chosen, and the one without conditions is last', async () => {
  const scene = await slaScene(shop.service)
  await scene.policy(hourly({ first_response: 7200 }, { name: 'Default' }))
  const high = await scene.policy(urgent({ name: 'High', conditions: { priority: 'high,urgent' } }))
  const only = await scene.policy(urgent({ name: 'Only urgent' }))
  const names = async () =>
    (await scene.call('GET', '/sla-policies')).body.data.map(({ name }: SlaPolicy) => name)
  expect(await names()).toEqual(['High', 'Only urgent', 'Default'])
  const visitor = await scene.visitor()
  const policy = async () => (await visitor.clocks()).policy?.name
  expect(await policy()).toBe('Default')
  await scene.call('PUT', `/conversations/${visitor.id}/priority`, { priority: 'urgent' })
  await scene.settle()
  expect(await policy()).toBe('High')
  await scene.call('PUT', '/sla-policies/order', { ids: [only.id, high.id] })
  await scene.settle()
  expect(await names()).toEqual(['Only urgent', 'High', 'Default'])
  expect(await policy()).toBe('Only urgent')
  await scene.call('DELETE', `/sla-policies/${only.id}`)
  await scene.call('DELETE', `/sla-policies/${high.id}`)
  await scene.settle()
  expect(await policy()).toBe('Default')
  await visitor.socket.leave()
  await scene.leave()
})

test('labels, teams and widgets are conditions', async () => {
  const scene = await slaScene(shop.service)
  const { body: label } = await scene.call('POST', '/labels', { name: 'VIP', colour: 'amber' })
  const { body: team } = await scene.call('POST', '/teams', { name: 'Sales' })
  await scene.policy(urgent({ name: 'VIP', conditions: { label: label.id } }))
  await scene.policy(urgent({ name: 'Sales', conditions: { team: team.id } }))
  await scene.policy(urgent({ name: 'Widget', conditions: { provider: scene.organization.providerId } }))
  const visitor = await scene.visitor()
  const policy = async () => (await visitor.clocks()).policy?.name
  expect(await policy()).toBe('Widget')
  await scene.call('PUT', `/conversations/${visitor.id}/team`, { team_id: team.id })
  await scene.settle()
  expect(await policy()).toBe('Sales')
  await scene.call('PUT', `/conversations/${visitor.id}/labels/${label.id}`)
  await scene.settle()
  expect(await policy()).toBe('VIP')
  await scene.call('DELETE', `/conversations/${visitor.id}/labels/${label.id}`)
  await scene.settle()
  expect(await policy()).toBe('Sales')
  await visitor.socket.leave()
  await scene.leave()
})

test('conversations that are open already get the first policy, and lose the last', async () => {
  const scene = await slaScene(shop.service)
  const { socket } = await connectVisitor(shop.service, scene.organization.providerId)
  const { conversation_id: id } = await sendText(socket, 'Before the policy')
  await scene.settle()
  const row = async () => (await scene.call('GET', `/conversations/${id}`)).body
  expect((await row()).sla).toBeNull()
  const { id: policyId } = await scene.policy(hourly({ first_response: 3600 }))
  const { waiting_since: since, sla } = await row()
  expect(Date.parse(sla.due_at) - Date.parse(since)).toBe(3_600_000)
  await scene.call('DELETE', `/sla-policies/${policyId}`)
  await scene.settle()
  expect((await row()).sla).toBeNull()
  await socket.leave()
  await scene.leave()
})

test('a policy that replaces the last one before the recalculation does not continue its clocks', async () => {
  const scene = await slaScene(shop.service)
  const { id: policyId } = await scene.policy(hourly({ first_response: 3600 }))
  const answered = await scene.visitor()
  const closed = await scene.visitor()
  await scene.call('DELETE', `/sla-policies/${policyId}`)
  await sendText(scene.agent, 'An answer', { customer_id: answered.customerId })
  await scene.call('POST', `/conversations/${closed.id}/close`)
  ahead += 1000
  await scene.policy(hourly({ first_response: 3600, next_response: 7200 }))
  expect(await closed.row()).toMatchObject({ status: 'closed', sla: null })
  expect(await closed.clocks()).toEqual({ policy: null, clocks: [] })
  expect(await answered.due()).toBeNull()
  ahead += 2 * hourMs
  await answered.write()
  expect((await answered.clocks()).clocks.map(({ metric }) => metric)).toEqual(['next_response'])
  expect([...(await answered.entries()), ...(await closed.entries())]).toEqual([])
  await answered.socket.leave()
  await closed.socket.leave()
  await scene.leave()
})

test('entries from before the remaining policy are counted after the oldest one was deleted', async () => {
  const scene = await slaScene(shop.service)
  const { id: oldest } = await scene.policy(hourly({ first_response: 3600 }))
  const entryAt = (at: number): StoredEntry => ({
    id: newId(),
    seq: 1,
    type: 'message.created',
    audience: 'both',
    conversation_id: newId(),
    actor: { type: 'agent', id: newId() },
    data: {},
    created_at: new Date(at).toISOString(),
  })
  const start = Date.now() + ahead
  const entries = [entryAt(start - hourMs), entryAt(start + hourMs / 2)]
  ahead += hourMs
  const { id: remaining } = await scene.policy(urgent())
  await scene.call('DELETE', `/sla-policies/${oldest}`)
  const counted = async () => {
    const found: StoredEntry[] = []
    const { handle } = createSlaConsumer({
      tracking: {
        async apply(_trx, _organizationId, _policies, entriesOf) {
          found.push(...[...entriesOf.values()].flat())
          return []
        },
      },
      onChange: () => {},
    })
    const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
    const { id: organizationId } = scene.organization
    const batch = [{ customerId: newId(), organizationId, entries }]
    await db.transaction().execute((trx) => handle(trx, batch, new AbortController().signal))
    await close()
    return found
  }
  expect(await counted()).toEqual(entries.slice(1))
  // As a process of the last release creates it.
  await shop.database.query('update sla_policy set counted_since = null where id = $1', [remaining])
  expect(await counted()).toEqual([])
  await scene.leave()
})

test('clocks of a closed conversation that the consumer missed cause no further alarm', async () => {
  const scene = await slaScene(shop.service)
  await scene.policy(hourly({ first_response: 3600 }))
  const visitor = await scene.visitor()
  const rowOf = async () =>
    (await shop.database.query('select * from conversation_sla where conversation_id = $1', [visitor.id]))
      .rows[0]
  const running = await rowOf()
  await scene.call('POST', `/conversations/${visitor.id}/close`)
  await scene.settle()
  // As if the end had been parked.
  await shop.database.query(
    `update conversation_sla set state = $2, deadlines = $3, due_metric = $4, due_at = $5, alarm_at = $6
     where conversation_id = $1`,
    [
      visitor.id,
      JSON.stringify(running.state),
      JSON.stringify(running.deadlines),
      running.due_metric,
      running.due_at,
      running.alarm_at,
    ],
  )
  ahead += 2 * hourMs
  await shop.service.app.sla.sweep()
  expect(await rowOf()).toMatchObject({ alarm_at: null, due_at: null, deadlines: [] })
  expect(await visitor.entries()).toEqual([])
  await visitor.socket.leave()
  await scene.leave()
})

test('time that the customer of an import waited in another product does not count', async () => {
  const scene = await slaScene(shop.service)
  const visitor = await scene.visitor()
  await shop.database.query(
    `with log as (
       update event_log set actor = actor || '{"imported": true}' where customer_id = $2
     ) update conversation set waiting_since = waiting_since - interval '30 days' where id = $1`,
    [visitor.id, visitor.customerId],
  )
  await scene.policy(hourly({ first_response: 3600 }))
  expect(Date.parse((await visitor.due()) ?? '')).toBeGreaterThan(Date.now() + ahead + hourMs / 2)
  expect(await visitor.entries()).toEqual([])
  await visitor.socket.leave()
  await scene.leave()
})

test('API keys read policies and clocks with their scope only', async () => {
  const scene = await slaScene(shop.service)
  await scene.policy(hourly({ first_response: 3600 }))
  const visitor = await scene.visitor()
  const statusWith = async (scope: string, path: string): Promise<number> => {
    const { body } = await scene.call('POST', '/api-keys', { name: scope, scopes: [scope] })
    const { statusCode } = await shop.service.app.http.inject({
      method: 'GET',
      url: `/v1/organizations/${scene.organization.id}${path}`,
      headers: { authorization: `Bearer ${body.key}` },
    })
    return statusCode
  }
  for (const path of ['/sla-policies', `/conversations/${visitor.id}/sla`]) {
    expect(await statusWith('conversations:read', path)).toBe(403)
    expect(await statusWith('sla:read', path)).toBe(200)
  }
  await visitor.socket.leave()
  await scene.leave()
})
