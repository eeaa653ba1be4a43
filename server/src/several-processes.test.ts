import type { Desk } from '@parley/protocol/call-view'
import type { InboxChanged } from '@parley/protocol/inbox'
import type { DeskLooks } from '@parley/protocol/look'
import type { TeamStatus } from '@parley/protocol/session'
import type { Entries } from '@parley/protocol/timeline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startParams } from './testing/test-calls.ts'
import {
  connectAgent,
  connectVisitor,
  foundOrganization,
  inviteAgent,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'
import { startTwoProcesses, testedBuses, type TwoProcesses } from './testing/two-processes.ts'
import { newId } from './core/ids.ts'

/** Two services on one database. Agents are connected to `left`, visitors to `right`. */

describe.each(testedBuses())('two processes, by %s', (bus) => {
  let processes: TwoProcesses
  let left: TestService
  let right: TestService
  let organization: TestOrganization

  beforeAll(async () => {
    processes = await startTwoProcesses(bus)
    ;({ left, right } = processes)
    organization = await foundOrganization(left, 'Pair')
  })
  afterAll(() => processes.stop())

  const agentHere = async (name: string) => {
    const { cookie, agentId } = await inviteAgent(left, organization, name)
    return { cookie, agentId, socket: await connectAgent(left, organization.id, cookie) }
  }

  test('messages, typing and inbox rows reach the other process', async () => {
    const agent = await agentHere('Ada')
    await agent.socket.request('inbox.follow', {})
    const visitor = await connectVisitor(right, organization.providerId)
    await visitor.socket.request('message.send', { client_id: newId(), content: 'Hello' })
    const { conversations } = await agent.socket.next<InboxChanged>('inbox.changed')
    const customerId = conversations[0]?.customer.id ?? ''
    await agent.socket.request('customer.follow', { customer_id: customerId })
    await agent.socket.request('message.send', { customer_id: customerId, client_id: newId(), content: 'Hi' })
    const isReply = ({ entries }: Entries) => JSON.stringify(entries).includes('"Hi"')
    await visitor.socket.next<Entries>('entries', isReply)
    await agent.socket.request('typing', { customer_id: customerId, active: true })
    expect(await visitor.socket.next<{ agent: { id: string } }>('typing')).toMatchObject({
      agent: { id: agent.agentId },
    })
    await visitor.socket.request('typing', { active: true })
    await agent.socket.next('typing', ({ agent: face }: { agent: unknown }) => face === null)
  })

  test('rows show whether a visitor of the other process is online, and who looks at the conversation', async () => {
    const here = await agentHere('Eda')
    await here.socket.request('inbox.follow', {})
    const visitor = await connectVisitor(right, organization.providerId)
    await visitor.socket.request('message.send', { client_id: newId(), content: 'Anyone?' })
    const shows =
      (online: boolean) =>
      ({ conversations }: InboxChanged) =>
        conversations.some(
          ({ customer, last_message: last }) => last?.preview === 'Anyone?' && customer.online === online,
        )
    const { conversations } = await here.socket.next<InboxChanged>('inbox.changed', shows(true))
    const customerId = conversations[0]?.customer.id ?? ''

    const { cookie, agentId } = await inviteAgent(left, organization, 'Filiz')
    const there = await connectAgent(right, organization.id, cookie)
    await there.request('desk.look', { customer_id: customerId, state: 'viewing' })
    const isFiliz = ({ customers }: DeskLooks) =>
      customers.some(({ customer_id: id, looks }) => id === customerId && looks[0]?.agent.id === agentId)
    await here.socket.next<DeskLooks>('desk.looks', isFiliz)

    await visitor.socket.leave()
    await here.socket.next<InboxChanged>('inbox.changed', shows(false))
    await here.socket.leave()
    await there.leave()
  })

  test('rows that an agent has read from the other process show when the visitor leaves', async () => {
    const other = await foundOrganization(left, 'Rows')
    const visitor = await connectVisitor(right, other.providerId)
    await visitor.socket.request('message.send', { client_id: newId(), content: 'Still there?' })
    const agent = await connectAgent(left, other.id, other.cookie)
    await agent.request('inbox.follow', {})
    const list = await right.call('GET', `/v1/organizations/${other.id}/conversations?view=open`, {
      cookie: other.cookie,
    })
    expect(list.body).toMatchObject({ data: [{ customer: { online: true } }] })
    await visitor.socket.leave()
    await agent.next<InboxChanged>('inbox.changed', ({ conversations }) =>
      conversations.some(({ customer }) => !customer.online),
    )
    await agent.leave()
  })

  test('presence of agents is sent to visitors, and not while it stays the same', async () => {
    const other = await foundOrganization(left, 'Presence')
    const visitor = await connectVisitor(right, other.providerId)
    expect(visitor.connected.team.online).toBe(false)
    const socket = await connectAgent(left, other.id, other.cookie)
    await visitor.socket.next('team', ({ online }: { online: boolean }) => online)
    // A reloaded panel: within a second it is back.
    await socket.leave()
    const reloaded = await connectAgent(left, other.id, other.cookie)
    await reloaded.leave()
    const told = await visitor.socket.next<TeamStatus>('team')
    expect(told.online).toBe(false)
  })

  test('a call rings in the other process', async () => {
    const agent = await agentHere('Bea')
    await agent.socket.request<Desk>('desk.open', { microphone: true })
    await agent.socket.request('desk.availability', { availability: 'available' })
    const visitor = await connectVisitor(right, organization.providerId)
    const { call } = await visitor.socket.request<{ call: { id: string } }>('call.start', startParams())
    await agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
    await agent.socket.leave()
  })

  test('removing an agent in one process closes their sockets in the other', async () => {
    const { cookie, agentId } = await inviteAgent(left, organization, 'Cem')
    const socket = await connectAgent(right, organization.id, cookie)
    const answer = await left.call('DELETE', `/v1/organizations/${organization.id}/agents/${agentId}`, {
      cookie: organization.cookie,
    })
    expect(answer.status).toBe(204)
    expect(await socket.closed).toMatchObject({ reason: 'signed_out' })
  })
})
