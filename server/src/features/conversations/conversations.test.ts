import type { Conversation } from '@parley/protocol/conversation'
import type { MessageSent } from '@parley/protocol/message'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
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

let service: TestService
let shop: TestOrganization
let colleague: { cookie: string; agentId: string }
let agent: TestSocket
let database: pg.Client
let now = Date.parse('2026-03-01T10:00:00.000Z')

beforeAll(async () => {
  service = await startTestService({ clock: () => now })
  shop = await foundOrganization(service, 'Shop')
  colleague = await inviteAgent(service, shop, 'Bea')
  agent = await connectAgent(service, shop.id, shop.cookie)
  database = new pg.Client({ connectionString: service.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await agent.leave()
  await service.stop()
})

const conversationsOf = `/v1/organizations/`
const act = (id: string, command: string, options: { cookie?: string; body?: object } = {}) =>
  service.call('POST', `${conversationsOf}${shop.id}/conversations/${id}/${command}`, {
    cookie: options.cookie ?? shop.cookie,
    ...(options.body && { body: options.body }),
  }) as Promise<{ status: number; body: Conversation & { code?: string } }>

const send = (socket: TestSocket, content: string, more: object = {}) =>
  socket.request<MessageSent>('message.send', { client_id: newId(), content, ...more })

async function newConversation(text = 'Hello') {
  const visitor = await connectVisitor(service, shop.providerId)
  const sent = await send(visitor.socket, text)
  return { ...visitor, customerId: sent.customer_id, id: sent.conversation_id }
}

async function publicEvents(customerId: string) {
  const { rows } = await database.query<{ type: string; data: Record<string, unknown> }>(
    "select type, data from event_log where customer_id = $1 and type ~ '^(conversation.(started|ended)|customer)' order by seq",
    [customerId],
  )
  return rows
}

describe('public events in the log have exactly the fields of the specification (spec 2.1, 2.2, 6)', () => {
  test('from the first message to the end, paired by customer_id and started_at', async () => {
    const { socket, customerId, id } = await newConversation()
    now += 7_400
    await send(agent, 'Hi!', { customer_id: customerId })
    now += 60_000
    await act(id, 'close')
    const [created, started, ended] = await publicEvents(customerId)
    expect(created).toEqual({
      type: 'customer.created',
      data: {
        id: customerId,
        provider_id: shop.providerId,
        external_id: customerId,
        first_name: null,
        last_name: null,
        username: null,
        email: null,
        phone: null,
        language: 'de',
        country_code: 'ZZ',
        auth_provider: null,
        created_at: '2026-03-01T10:00:00.000+00:00',
      },
    })
    expect(started).toEqual({
      type: 'conversation.started',
      data: {
        customer_id: customerId,
        provider_id: shop.providerId,
        external_id: customerId,
        started_at: '2026-03-01T10:00:00.000+00:00',
      },
    })
    expect(ended).toEqual({
      type: 'conversation.ended',
      data: {
        id,
        customer_id: customerId,
        provider_id: shop.providerId,
        agent_id: shop.ownerId,
        started_at: '2026-03-01T10:00:00.000+00:00',
        closed_at: '2026-03-01T10:01:07.400+00:00',
        duration: 67,
        first_response_time: 7,
        messages_url: `/v1/public/webhook/conversations/${id}/messages`,
      },
    })
    await socket.leave()
  })

  test('first_response_time is null when no agent replied', async () => {
    const { socket, customerId, id } = await newConversation()
    await act(id, 'close')
    expect((await publicEvents(customerId)).at(-1)?.data).toMatchObject({
      first_response_time: null,
      agent_id: null,
      duration: 0,
    })
    await socket.leave()
  })

  test('customer.updated holds only changed fields, and only allowed keys', async () => {
    const { socket, customerId } = await newConversation()
    const change = (body: object) =>
      service.call('PATCH', `/v1/organizations/${shop.id}/customers/${customerId}`, {
        cookie: shop.cookie,
        body,
      })
    expect((await change({ language: 'fr' })).status).toBe(400)
    await change({ first_name: ' Ada ', last_name: null, is_blocked: false })
    await change({ first_name: 'Ada' })
    await change({ private_agent_id: colleague.agentId, email: 'ada@example.com' })
    await change({ private_agent_id: null })
    const updates = (await publicEvents(customerId)).filter((event) => event.type === 'customer.updated')
    expect(updates.map((event) => event.data.changes)).toEqual([
      { first_name: 'Ada' },
      { private_agent_id: colleague.agentId, email: 'ada@example.com' },
      { private_agent_id: null },
    ])
    expect(Object.keys(updates[0]?.data ?? {}).sort()).toEqual([
      'changes',
      'external_id',
      'id',
      'provider_id',
    ])
    await socket.leave()
  })
})

describe('lifecycle (spec 3, design 5)', () => {
  test('a closed conversation is neither closed again nor assigned, an open one not reopened', async () => {
    const { socket, id } = await newConversation()
    expect((await act(id, 'reopen')).body).toMatchObject({ status: 409, code: 'conversation_open' })
    await act(id, 'close')
    expect((await act(id, 'close')).body).toMatchObject({ status: 409, code: 'conversation_closed' })
    expect((await act(id, 'assign', { body: { agent_id: null } })).body).toMatchObject({
      code: 'conversation_closed',
    })
    await socket.leave()
  })

  test('the first message after closing begins a new conversation', async () => {
    const { socket, customerId, id } = await newConversation()
    await act(id, 'close')
    const next = await send(socket, 'One more thing')
    expect(next.conversation_id).not.toBe(id)
    expect(next.customer_id).toBe(customerId)
    expect((await act(id, 'reopen')).body).toMatchObject({ code: 'another_conversation_open' })
    await socket.leave()
  })

  test('a reopened conversation waits again when the customer’s message was the last one, and not when it was answered', async () => {
    const { customerId, id } = await newConversation()
    const waiting = async () =>
      ((await act(id, 'reopen')).body as { waiting_since: string | null }).waiting_since
    await act(id, 'close')
    expect(await waiting()).toMatch(/\+00:00$/)
    await send(agent, 'An answer', { customer_id: customerId })
    await act(id, 'close')
    expect(await waiting()).toBeNull()
  })

  test('reopening keeps the id, resets the durations, and sets another started_at, also within one millisecond', async () => {
    const { socket, customerId, id } = await newConversation()
    await send(agent, 'First answer', { customer_id: customerId })
    await act(id, 'close')
    const reopened = await act(id, 'reopen')
    expect(reopened.body).toMatchObject({
      id,
      status: 'open',
      closed_at: null,
      first_response_time: null,
      agent: { id: shop.ownerId },
    })
    const { rows } = await database.query(
      'select type, data from event_log where customer_id = $1 order by seq desc limit 2',
      [customerId],
    )
    // Whoever watches live learns again who has it: the start alone does not say.
    expect(rows).toMatchObject([
      { type: 'conversation.assigned', data: { agent: { id: shop.ownerId } } },
      { type: 'conversation.started' },
    ])
    now += 5_000
    await send(agent, 'Second answer', { customer_id: customerId })
    await act(id, 'close')
    const events = (await publicEvents(customerId)).filter((event) => event.type.startsWith('conversation'))
    const starts = events.map((event) => event.data.started_at)
    expect(events.map((event) => event.type)).toEqual([
      'conversation.started',
      'conversation.ended',
      'conversation.started',
      'conversation.ended',
    ])
    expect(starts[0]).toBe(starts[1])
    expect(starts[2]).toBe(starts[3])
    expect(starts[0]).not.toBe(starts[2])
    expect(events.at(-1)?.data.first_response_time).toBe(4)
    await socket.leave()
  })

  test('taking over assigns it to me, and reopens a closed one', async () => {
    const { socket, customerId, id } = await newConversation()
    expect((await act(id, 'take-over')).body.agent?.id).toBe(shop.ownerId)
    expect((await act(id, 'take-over', { cookie: colleague.cookie })).body.agent?.id).toBe(colleague.agentId)
    await act(id, 'close')
    const taken = await act(id, 'take-over')
    expect(taken.body).toMatchObject({ status: 'open', agent: { id: shop.ownerId } })
    const starts = (await publicEvents(customerId)).filter((event) => event.type === 'conversation.started')
    expect(starts).toHaveLength(2)
    await socket.leave()
  })

  test('the first agent to answer is assigned; a later answer by a colleague changes nothing', async () => {
    const { socket, customerId, id } = await newConversation()
    const other = await connectAgent(service, shop.id, colleague.cookie)
    await Promise.all([
      send(agent, 'Mine', { customer_id: customerId }),
      send(other, 'No, mine', { customer_id: customerId }),
    ])
    const shown = (
      await service.call('GET', `/v1/organizations/${shop.id}/conversations/${id}`, { cookie: shop.cookie })
    ).body as Conversation
    const { rows } = await database.query(
      "select sender from message where conversation_id = $1 and sender_type = 'agent' order by seq",
      [id],
    )
    expect(rows).toHaveLength(2)
    expect(shown.agent?.id).toBe(rows[0].sender)
    await Promise.all([socket.leave(), other.leave()])
  })

  test('a new conversation is assigned to the dedicated agent; removing an agent unassigns theirs', async () => {
    const { socket, customerId, id } = await newConversation()
    const leaving = await inviteAgent(service, shop, 'Leaving')
    const dedicate = (agentId: string) =>
      service.call('PATCH', `/v1/organizations/${shop.id}/customers/${customerId}`, {
        cookie: shop.cookie,
        body: { private_agent_id: agentId },
      })
    expect((await dedicate(newId())).body).toMatchObject({ code: 'agent_unknown' })
    await dedicate(leaving.agentId)
    await act(id, 'close')
    const second = await send(socket, 'Again')
    const agentOf = async (conversationId: string) =>
      (
        (
          await service.call('GET', `/v1/organizations/${shop.id}/conversations/${conversationId}`, {
            cookie: shop.cookie,
          })
        ).body as Conversation
      ).agent
    expect((await agentOf(second.conversation_id))?.id).toBe(leaving.agentId)
    await service.call('DELETE', `/v1/organizations/${shop.id}/agents/${leaving.agentId}`, {
      cookie: shop.cookie,
    })
    expect(await agentOf(second.conversation_id)).toBeNull()
    await act(second.conversation_id, 'close')
    const third = await send(socket, 'And again')
    expect(await agentOf(third.conversation_id)).toBeNull()
    const changes = (await publicEvents(customerId)).flatMap((event) => event.data.changes ?? [])
    expect(changes).toEqual([{ private_agent_id: leaving.agentId }, { private_agent_id: null }])
    await socket.leave()
  })
})
