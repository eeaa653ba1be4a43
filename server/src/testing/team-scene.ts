import type { Conversation } from '@parley/protocol/conversation'
import type { Team } from '@parley/protocol/team'
import type { Entries } from '@parley/protocol/timeline'
import { afterAll, beforeAll, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestService,
} from './test-service.ts'
import { sendText } from './test-shop.ts'
import type { TestSocket } from './test-socket.ts'

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

/** Two processes on one database. Visitors are connected to `right`, agents to either. */
export interface TeamProcesses {
  left: TestService
  right: TestService
  databaseUrl: string
  /** Moves the clock of both. */
  advance: (ms: number) => void
  /** Both processes at once. */
  sweep: () => Promise<unknown>
}

export function useTeamProcesses(): TeamProcesses {
  let ahead = 0
  const clock = () => Date.parse('2026-03-01T10:00:00.000Z') + ahead
  const shared: Partial<TeamProcesses> = {
    advance: (ms) => {
      ahead += ms
    },
    sweep: () => Promise.all([shared.left?.app.teams.sweep(), shared.right?.app.teams.sweep()]),
  }
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    const options = { databaseUrl: database.url, clock }
    const [left, right] = [await startTestService(options), await startTestService(options)]
    Object.assign(shared, { left, right, databaseUrl: database.url })
  })
  afterAll(async () => {
    await Promise.all([shared.left?.stop(), shared.right?.stop()])
    await database?.drop()
  })
  return shared as TeamProcesses
}

let scenes = 0

/** An organization whose widget starts in one team with connected members. `across`: half of them in the other process. */
export async function teamScene(
  { left, right, advance }: TeamProcesses,
  names: string[],
  settings: object,
  { across = false } = {},
) {
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
      advance(10)
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
