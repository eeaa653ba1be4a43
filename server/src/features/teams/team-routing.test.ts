import type { Conversation } from '@parley/protocol/conversation'
import type { Team } from '@parley/protocol/team'
import type { Entries } from '@parley/protocol/timeline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startParams } from '../../testing/test-calls.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'
import { sendText } from '../../testing/test-shop.ts'

/** Two processes on one database: agents and visitors are connected to either. */
let ahead = 0
const clock = () => Date.parse('2026-03-01T10:00:00.000Z') + ahead
const minute = 60_000
let database: TestDatabase
let left: TestService
let right: TestService
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  left = await startTestService({ databaseUrl: database.url, clock })
  right = await startTestService({ databaseUrl: database.url, clock })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await Promise.all([left.stop(), right.stop()])
  await database.drop()
})

interface Member {
  agentId: string
  cookie: string
  socket: TestSocket
}

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any
}

let scenes = 0

/** An organization whose widget starts in one team with connected members. `across`: half of them in the other process. */
async function scene(names: string[], settings: object, { across = false } = {}) {
  scenes += 1
  const organization = await foundOrganization(left, `Team${scenes}`)
  const call = (method: string, path: string, body?: object, cookie = organization.cookie): Promise<Answer> =>
    left.call(method, `/v1/organizations/${organization.id}${path}`, { cookie, ...(body && { body }) })

  const members: Member[] = []
  for (const [index, name] of names.entries()) {
    const agent = await inviteAgent(left, organization, name)
    const service = across && index % 2 === 1 ? right : left
    members.push({ ...agent, socket: await connectAgent(service, organization.id, agent.cookie) })
  }
  const seesOnline = async (service: TestService) => {
    const path = `/v1/organizations/${organization.id}/agents?max=100`
    const { data } = (await service.call('GET', path, { cookie: organization.cookie })).body as {
      data: { id: string; online: boolean }[]
    }
    return data.filter(({ online }) => online).length
  }
  const online = (count: number) =>
    expect.poll(async () => [await seesOnline(left), await seesOnline(right)]).toEqual([count, count])
  await online(members.length)
  const made = await call('POST', '/teams', {
    name: 'Support',
    members: members.map(({ agentId }) => ({ agent_id: agentId, capacity: null })),
    provider_ids: [organization.providerId],
    ...settings,
  })
  expect(made.status).toBe(201)
  await left.app.teams.settled()

  return {
    organization,
    call,
    online,
    team: made.body as Team,
    members: members as [Member, Member, ...Member[]],
    async write() {
      ahead += 10
      const visitor = await connectVisitor(right, organization.providerId)
      const sent = await sendText(visitor.socket, 'Hello')
      return { id: sent.conversation_id, customerId: sent.customer_id, socket: visitor.socket }
    },
    async agentOf(conversationId: string): Promise<string | null> {
      return ((await call('GET', `/conversations/${conversationId}`)).body as Conversation).agent?.id ?? null
    },
    async entriesOf(customerId: string) {
      const socket = await connectAgent(left, organization.id, organization.cookie)
      const { entries } = await socket.request<Entries>('log.read', { customer_id: customerId, after: 0 })
      await socket.leave()
      return entries
    },
    leave: () => Promise.all(members.map(({ socket }) => socket.leave())),
  }
}

/** Both processes at once. */
const sweep = () => Promise.all([left.app.teams.sweep(), right.app.teams.sweep()])

describe('a waiting conversation', () => {
  test('is never assigned to agents who are offline, away, in a call or full, nor to agents outside the team', async () => {
    const { members, write, agentOf, call, team, online, leave, organization } = await scene(['Ada', 'Bea'], {
      strategy: 'balanced',
      capacity: 1,
    })
    const [ada, bea] = members
    const outsider = await inviteAgent(left, organization, 'Outsider')
    const outside = await connectAgent(left, organization.id, outsider.cookie)
    await ada.socket.request('desk.open', { microphone: false })
    await ada.socket.request('desk.availability', { availability: 'away' })
    await bea.socket.leave()
    await online(2)
    const { id } = await write()
    await sweep()
    expect(await agentOf(id)).toBeNull()

    // Away with a free capacity, back with a call that takes all of it.
    await call('PATCH', `/providers/${organization.providerId}`, { calls: { mode: 'voice' } })
    await ada.socket.request('desk.open', { microphone: true })
    const caller = await connectVisitor(left, organization.providerId)
    await ada.socket.request('desk.availability', { availability: 'available' })
    await left.app.teams.settled()
    expect(await agentOf(id)).toBe(ada.agentId)
    await call('POST', `/conversations/${id}/close`)
    await caller.socket.request('call.start', startParams())
    await left.app.calls.settled()
    const second = await write()
    await sweep()
    expect(await agentOf(second.id)).toBeNull()
    await caller.socket.leave()

    await call('PATCH', `/teams/${team.id}`, { strategy: 'manual' })
    await sweep()
    expect(await agentOf(second.id)).toBeNull()
    await Promise.all([leave(), outside.leave()])
  })

  test('goes round robin over three agents in two processes; one who disconnects gets no more', async () => {
    const shop = await scene(
      ['Ada', 'Bea', 'Cem'],
      { strategy: 'round_robin', capacity: 50 },
      { across: true },
    )
    const [ada, bea, cem] = shop.members.map(({ agentId }) => agentId)
    const assigned: (string | null)[] = []
    for (let count = 0; count < 6; count++) {
      const { id } = await shop.write()
      await sweep()
      assigned.push(await shop.agentOf(id))
    }
    expect(assigned).toEqual([ada, bea, cem, ada, bea, cem])
    await shop.members[1].socket.leave()
    await shop.online(2)
    const later: (string | null)[] = []
    for (let count = 0; count < 4; count++) {
      const { id } = await shop.write()
      await sweep()
      later.push(await shop.agentOf(id))
    }
    expect(later).toEqual([ada, cem, ada, cem])
    // Back after a reload: the next in turn.
    shop.members[1].socket = await connectAgent(left, shop.organization.id, shop.members[1].cookie)
    await shop.online(3)
    const { id } = await shop.write()
    await sweep()
    expect(await shop.agentOf(id)).toBe(bea)
    await shop.leave()
    await shop.members[1].socket.leave()
  })

  test('is assigned once, and within the capacities, when two processes compete', async () => {
    const shop = await scene(['Ada', 'Bea', 'Cem'], { strategy: 'balanced', capacity: 3 }, { across: true })
    const customers = []
    for (let count = 0; count < 10; count++) customers.push(await shop.write())
    await Promise.all([sweep(), sweep(), sweep()])
    const agents = await Promise.all(customers.map(({ id }) => shop.agentOf(id)))
    for (const { agentId } of shop.members)
      expect(agents.filter((agent) => agent === agentId)).toHaveLength(3)
    // The newest waits.
    expect(agents.map((agent) => agent === null)).toEqual([...Array.from({ length: 9 }, () => false), true])
    const [first] = customers
    const entries = await shop.entriesOf(first?.customerId ?? '')
    expect(entries.filter(({ type }) => type === 'conversation.assigned')).toMatchObject([
      { actor: { type: 'system' } },
    ])
    await shop.leave()
  })

  test('that has waited longest is next; a customer whose log is locked is skipped, not waited for', async () => {
    const shop = await scene(['Ada', 'Bea'], { strategy: 'longest_idle', capacity: 1 })
    const [ada, bea] = shop.members.map(({ agentId }) => agentId)
    const waiting = [await shop.write(), await shop.write(), await shop.write()]
    const ids = waiting.map(({ id }) => id)
    await client.query('begin')
    await client.query('select from customer_log where customer_id = $1 for update', [waiting[0]?.customerId])
    await sweep()
    const agents = async () => Promise.all(ids.map((id) => shop.agentOf(id)))
    expect(await agents()).toEqual([null, ada, bea])
    await client.query('rollback')
    await sweep()
    expect(await agents()).toEqual([null, ada, bea])
    // A snoozed conversation takes no room.
    await shop.call('POST', `/conversations/${ids[2]}/snooze`, { until: null })
    await sweep()
    expect(await agents()).toEqual([bea, ada, bea])
    await shop.leave()
  })

  test('is assigned without a sweep: when it begins, when an agent connects, returns or has room again', async () => {
    const shop = await scene(['Ada'], { strategy: 'balanced', capacity: 1 })
    const [ada] = shop.members
    await left.app.logConsumers.start()
    const first = await shop.write()
    await expect.poll(() => shop.agentOf(first.id)).toBe(ada.agentId)
    const second = await shop.write()
    await shop.call('POST', `/conversations/${first.id}/close`)
    await expect.poll(() => shop.agentOf(second.id)).toBe(ada.agentId)
    await ada.socket.leave()
    await shop.online(0)
    await shop.call('POST', `/conversations/${second.id}/close`)
    const third = await shop.write()
    ada.socket = await connectAgent(left, shop.organization.id, ada.cookie)
    await expect.poll(() => shop.agentOf(third.id)).toBe(ada.agentId)
    // A removed agent's conversation waits again, for whoever is added to the team.
    await shop.call('DELETE', `/agents/${ada.agentId}`)
    await expect.poll(() => shop.agentOf(third.id)).toBeNull()
    const bea = await inviteAgent(left, shop.organization, 'Bea')
    const socket = await connectAgent(left, shop.organization.id, bea.cookie)
    await shop.call('PATCH', `/teams/${shop.team.id}`, { members: [{ agent_id: bea.agentId, capacity: 9 }] })
    await expect.poll(() => shop.agentOf(third.id)).toBe(bea.agentId)
    await socket.leave()
  })
})

describe('an assigned conversation', () => {
  const unanswered = { strategy: 'round_robin', reassign_minutes: 5 }

  test('moves on when its agent does not answer in time, and not when they do or a person assigned it', async () => {
    const shop = await scene(['Ada', 'Bea'], unanswered)
    const [ada, bea] = shop.members
    const silent = await shop.write()
    await sweep()
    const answered = await shop.write()
    await sweep()
    const chosen = await shop.write()
    await shop.call('POST', `/conversations/${chosen.id}/assign`, { agent_id: ada.agentId })
    expect(await shop.agentOf(silent.id)).toBe(ada.agentId)
    expect(await shop.agentOf(answered.id)).toBe(bea.agentId)
    await sendText(bea.socket, 'One moment', { customer_id: answered.customerId })

    ahead += 5 * minute - 60
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(ada.agentId)
    ahead += 100
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(bea.agentId)
    expect(await shop.agentOf(answered.id)).toBe(bea.agentId)
    expect(await shop.agentOf(chosen.id)).toBe(ada.agentId)
    expect((await shop.entriesOf(silent.customerId)).slice(-2)).toMatchObject([
      {
        type: 'conversation.routed',
        actor: { type: 'system' },
        data: { reason: 'unanswered', from: { id: ada.agentId }, team: { id: shop.team.id } },
      },
      { type: 'conversation.assigned', data: { agent: { id: bea.agentId } } },
    ])
    // The minutes begin again with the new agent.
    await sweep()
    expect(await shop.agentOf(silent.id)).toBe(bea.agentId)
    await shop.leave()
  })

  test('stays with the only agent while they are present, and returns to its team when they have left', async () => {
    const shop = await scene(['Ada'], unanswered)
    const [ada] = shop.members
    const { id } = await shop.write()
    await sweep()
    ahead += 6 * minute
    await sweep()
    expect(await shop.agentOf(id)).toBe(ada.agentId)
    await ada.socket.leave()
    await shop.online(0)
    await sweep()
    expect(await shop.agentOf(id)).toBeNull()
    await shop.leave()
  })

  test('of a dedicated agent stays with them, also while they are offline', async () => {
    const shop = await scene(['Ada', 'Bea'], unanswered)
    const [, bea] = shop.members
    const { id, customerId, socket } = await shop.write()
    await shop.call('POST', `/conversations/${id}/close`)
    await shop.call('PATCH', `/customers/${customerId}`, { private_agent_id: bea.agentId })
    await bea.socket.leave()
    await shop.online(1)
    const sent = await sendText(socket, 'Again')
    await sweep()
    ahead += 6 * minute
    await sweep()
    expect(sent.conversation_id).not.toBe(id)
    expect(await shop.agentOf(sent.conversation_id)).toBe(bea.agentId)
    await shop.leave()
  })

  test('returns to its agent when it is reopened only if they are present', async () => {
    const shop = await scene(['Ada', 'Bea'], { strategy: 'round_robin' })
    const [ada, bea] = shop.members
    const { id } = await shop.write()
    await sweep()
    const reopen = async () => {
      await shop.call('POST', `/conversations/${id}/close`)
      return (await shop.call('POST', `/conversations/${id}/reopen`)).body.agent?.id ?? null
    }
    expect(await reopen()).toBe(ada.agentId)
    await ada.socket.request('desk.open', { microphone: false })
    await ada.socket.request('desk.availability', { availability: 'away' })
    expect(await reopen()).toBeNull()
    await sweep()
    expect(await shop.agentOf(id)).toBe(bea.agentId)
    await bea.socket.leave()
    await shop.online(1)
    expect(await reopen()).toBeNull()
    // Who acts is there, also with the panel closed.
    await shop.call('POST', `/conversations/${id}/assign`, { agent_id: bea.agentId })
    await shop.call('POST', `/conversations/${id}/close`)
    const own = await shop.call('POST', `/conversations/${id}/reopen`, undefined, bea.cookie)
    expect(own.body.agent).toMatchObject({ id: bea.agentId })
    await shop.leave()
  })
})
