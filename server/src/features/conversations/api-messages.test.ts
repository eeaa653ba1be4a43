import type { ApiScope } from '@parley/protocol/api-key'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { messagesPage } from './messages-page.ts'
import { openDatabase } from '../../core/database.ts'

const shop = useShop()

const system = { type: 'system' } as const
const pathOf = (conversationId: string, organizationId = shop.organization.id) =>
  `/v1/organizations/${organizationId}/conversations/${conversationId}/messages`

async function newKey(scopes: ApiScope[] = ['messages:write']): Promise<string> {
  const { id, cookie } = shop.organization
  const body = { name: 'Program', scopes }
  const made = await shop.service.call('POST', `/v1/organizations/${id}/api-keys`, { cookie, body })
  return (made.body as { key: string }).key
}

async function post(key: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await shop.service.app.http.inject({ method: 'POST', url: path, headers, payload: body })
  return { status: answer.statusCode, body: answer.json() }
}

const change = (conversationId: string, command: string) =>
  shop.service.call(
    'POST',
    `/v1/organizations/${shop.organization.id}/conversations/${conversationId}/${command}`,
    { cookie: shop.organization.cookie },
  )

const rowOf = async (conversationId: string) => {
  const { rows } = await shop.database.query(
    `select agent_id, first_response_time, last_sender_type, last_preview, unread, waiting_since, updated_at
     from conversation where id = $1`,
    [conversationId],
  )
  return rows[0]
}

test('a key without the scope, an agent’s session and nobody are refused', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const body = { client_id: newId(), sender: system, content: 'Hi' }
  const path = pathOf(conversationId)
  expect(await post(await newKey(['webhooks:write']), path, body)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  const agent = await inviteAgent(shop.service, shop.organization, 'Agent')
  expect(await shop.service.call('POST', path, { cookie: agent.cookie, body })).toMatchObject({ status: 403 })
  expect(await shop.service.call('POST', path, { body })).toMatchObject({ status: 401 })
  const history = await socket.request<MessageHistory>('message.history')
  expect(history.messages).toHaveLength(1)
  await socket.leave()
})

test('unknown conversations and agents, empty text, foreign replies and unknown members are refused', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const stranger = await visitorWhoWrote(shop)
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const { id, cookie } = shop.organization
  const removed = await shop.service.call('DELETE', `/v1/organizations/${id}/agents/${leaver.agentId}`, {
    cookie,
  })
  expect(removed.status).toBe(204)
  const key = await newKey()
  const body = { client_id: newId(), sender: system, content: 'Hi' }
  const refusals: [object, number, string, path?: string][] = [
    [body, 404, 'not_found', pathOf(newId())],
    [body, 404, 'not_found', pathOf(conversationId, theirs.id)],
    [{ ...body, sender: { type: 'agent', agent_id: newId() } }, 422, 'agent_unknown'],
    [{ ...body, sender: { type: 'agent', agent_id: theirs.ownerId } }, 422, 'agent_unknown'],
    [{ ...body, sender: { type: 'agent', agent_id: leaver.agentId } }, 422, 'agent_unknown'],
    [{ ...body, sender: { type: 'customer' } }, 400, 'invalid_request'],
    [{ ...body, sender: { type: 'ai_agent', agent_id: shop.organization.ownerId } }, 400, 'invalid_request'],
    [{ ...body, sender: undefined }, 400, 'invalid_request'],
    [{ ...body, client_id: 'first' }, 400, 'invalid_request'],
    [{ ...body, media_ids: [newId()] }, 400, 'invalid_request'],
    [{ ...body, content: ' \n' }, 422, 'message_empty'],
    [{ ...body, content: 'x'.repeat(8001) }, 400, 'invalid_request'],
    [{ ...body, content: 'a\0b' }, 400, 'invalid_request'],
    [{ ...body, reply_to_id: stranger.sent.id }, 422, 'reply_target_unknown'],
  ]
  for (const [refused, status, code, path = pathOf(conversationId)] of refusals) {
    const answer = await post(key, path, refused)
    expect([refused, answer.status, answer.body.code]).toEqual([refused, status, code])
  }
  const { rows } = await shop.database.query('select from message where customer_id = $1', [customerId])
  expect(rows).toHaveLength(1)
  await Promise.all([socket.leave(), stranger.socket.leave()])
})

test('[S10] a message to a closed conversation is refused, also while the customer has another open one', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const key = await newKey()
  await change(conversationId, 'close')
  const body = { client_id: newId(), sender: system, content: 'Late' }
  const closed = { status: 409, body: { code: 'conversation_closed' } }
  expect(await post(key, pathOf(conversationId), body)).toMatchObject(closed)
  const open = await sendText(socket, 'Something else')
  expect(open.conversation_id).not.toBe(conversationId)
  expect(await post(key, pathOf(conversationId), body)).toMatchObject(closed)
  expect(await post(key, pathOf(open.conversation_id), body)).toMatchObject({ status: 201 })
  await socket.leave()
})

test('[S2] [S3] a repeat returns the first message, other content or another conversation is a conflict', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const key = await newKey()
  const body = { client_id: newId(), sender: system, content: 'Your parcel is on its way.' }
  const first = await post(key, pathOf(conversationId), body)
  expect(first).toMatchObject({
    status: 201,
    body: { conversation_id: conversationId, customer_id: customerId, duplicate: false },
  })
  expect(await post(key, pathOf(conversationId), body)).toEqual({
    status: 200,
    body: { ...first.body, duplicate: true },
  })
  const conflict = { status: 409, body: { code: 'client_id_conflict' } }
  expect(await post(key, pathOf(conversationId), { ...body, content: 'Other' })).toMatchObject(conflict)
  await change(conversationId, 'close')
  expect(await post(key, pathOf(conversationId), body)).toMatchObject({
    status: 200,
    body: { id: first.body.id },
  })
  const next = await sendText(socket, 'Something else')
  expect(await post(key, pathOf(next.conversation_id), body)).toMatchObject(conflict)
  await socket.leave()
})

test('[S2] [S3] a repeat for an agent who was removed since returns the first message, other content is a conflict', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const key = await newKey()
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const sender = { type: 'agent', agent_id: leaver.agentId }
  const body = { client_id: newId(), sender, content: 'On its way' }
  const first = await post(key, pathOf(conversationId), body)
  const { id, cookie } = shop.organization
  await shop.service.call('DELETE', `/v1/organizations/${id}/agents/${leaver.agentId}`, { cookie })
  expect(await post(key, pathOf(conversationId), body)).toEqual({
    status: 200,
    body: { ...first.body, duplicate: true },
  })
  expect(await post(key, pathOf(conversationId), { ...body, content: 'Other' })).toMatchObject({
    status: 409,
    body: { code: 'client_id_conflict' },
  })
  expect(await post(key, pathOf(conversationId), { ...body, client_id: newId() })).toMatchObject({
    status: 422,
    body: { code: 'agent_unknown' },
  })
  await socket.leave()
})

test('[S2] the same message posted ten times at once is sent once', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const key = await newKey()
  const body = { client_id: newId(), sender: system, content: 'Racing' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(key, pathOf(conversationId), body)))
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(9)
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  await socket.leave()
})

test('[S11] customer and agents receive a system message live, and the inbox row stays as it is', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop, 'Where is my parcel?')
  await shop.agent.request('customer.follow', { customer_id: customerId })
  const before = await rowOf(conversationId)
  const { body: sent } = await post(await newKey(), pathOf(conversationId), {
    client_id: newId(),
    sender: system,
    content: 'Your parcel is on its way.',
  })
  for (const reader of [socket, shop.agent]) {
    const { entries } = await reader.next<Entries>(
      'entries',
      (piece) => piece.customer_id === customerId && piece.to === sent.seq,
    )
    expect(entries.at(-1)).toMatchObject({
      type: 'message.created',
      actor: { type: 'system' },
      data: { id: sent.id, sender_type: 'system', sender_agent: null, content: 'Your parcel is on its way.' },
    })
  }
  expect(await rowOf(conversationId)).toEqual(before)
  expect(before).toMatchObject({ last_preview: 'Where is my parcel?', unread: 1, first_response_time: null })
  expect(before.waiting_since).not.toBeNull()
  await socket.leave()
})

test('an agent’s message counts as theirs: it takes an unassigned conversation, answers it, and shows their face', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'Anybody there?')
  const { ownerId } = shop.organization
  const { body: sent } = await post(await newKey(), pathOf(conversationId), {
    client_id: newId(),
    sender: { type: 'agent', agent_id: ownerId },
    content: 'Written in another tool',
  })
  expect(await rowOf(conversationId)).toMatchObject({
    agent_id: ownerId,
    first_response_time: expect.any(Number),
    last_sender_type: 'agent',
    last_preview: 'Written in another tool',
    waiting_since: null,
  })
  const { messages } = await socket.request<MessageHistory>('message.history')
  expect(messages[0]).toMatchObject({ id: sent.id, sender_agent: { id: ownerId, name: 'Shop Owner' } })
  await socket.leave()
})

test('the page of a closed conversation names the sender of each message (spec 2.3)', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'Hello')
  const key = await newKey()
  const { ownerId } = shop.organization
  const say = (sender: object, content: string) =>
    post(key, pathOf(conversationId), { client_id: newId(), sender, content })
  await say({ type: 'agent', agent_id: ownerId }, 'Hi')
  const { body: notice } = await say(system, 'Call scheduled')
  const reply = { client_id: newId(), sender: system, content: 'See above', reply_to_id: notice.id }
  expect(await post(key, pathOf(conversationId), reply)).toMatchObject({ status: 201 })
  await change(conversationId, 'close')
  const handle = openDatabase(shop.service.databaseUrl)
  const { data } = await messagesPage({ db: handle.db, withLinks: () => [] }, conversationId, { sort: 'ASC' })
  await handle.close()
  expect(
    data.map(({ sender_type, sender_agent, content, reply_to_id }) => [
      sender_type,
      sender_agent?.id ?? null,
      content,
      reply_to_id,
    ]),
  ).toEqual([
    ['customer', null, 'Hello', null],
    ['agent', ownerId, 'Hi', null],
    ['system', null, 'Call scheduled', null],
    ['system', null, 'See above', notice.id],
  ])
  await socket.leave()
})

test('a key that sends too fast is told to wait', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const key = await newKey()
  const say = () => post(key, pathOf(conversationId), { client_id: newId(), sender: system, content: 'Hi' })
  const answers = await Promise.all(Array.from({ length: 80 }, say))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' })
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(answers.length - refused.length)
  await socket.leave()
})
