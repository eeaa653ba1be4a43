import { apiScopes, type ApiScope } from '@parley/protocol/api-key'
import type { Conversation } from '@parley/protocol/conversation'
import type { Entries } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

/** What programs do with an API key (docs/webhooks.md). Denials per route are in tenancy.test.ts. */
const shop = useShop()
const marker = 'Marker-of-a-private-note'

async function keyWith(...scopes: ApiScope[]) {
  const send = await requestsWith(...scopes)
  return async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await send(method, path, payload)
    return { status: answer.statusCode, body: answer.json() }
  }
}

async function requestsWith(...scopes: ApiScope[]) {
  const made = await shop.service.call('POST', `/v1/organizations/${shop.organization.id}/api-keys`, {
    cookie: shop.organization.cookie,
    body: { name: 'Program', scopes },
  })
  const headers = { authorization: `Bearer ${(made.body as { key: string }).key}` }
  return (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const url = `/v1/organizations/${shop.organization.id}${path}`
    return shop.service.app.http.inject({ method, url, headers, ...(payload && { payload }) })
  }
}

const agentCall = (method: string, path: string, body: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    body,
  })

test('no scope but notes:read opens a note, and none opens a view or a take-over', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  await agentCall('POST', `/conversations/${conversationId}/notes`, { client_id: newId(), content: marker })
  const program = await keyWith(
    'conversations:read',
    'conversations:write',
    'customers:read',
    'messages:read',
  )
  const read = await Promise.all([
    program('GET', '/conversations?view=open'),
    program('GET', `/conversations?view=open&q=${marker}`),
    program('GET', `/conversations/${conversationId}`),
    program('GET', `/conversations/${conversationId}/messages`),
    program('GET', `/customers/${customerId}`),
    program('GET', `/customers/${customerId}/conversations`),
    program('GET', '/customers'),
  ])
  expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
  expect(JSON.stringify(read)).not.toContain(marker)
  expect(read[3]?.body.data).toMatchObject([{ content: 'Hello', sender_type: 'customer' }])
  expect((await program('GET', `/customers/${customerId}/notes`)).status).toBe(403)

  // Every route that a program can read, also those added later.
  const everything = await requestsWith(...apiScopes.filter((scope) => !scope.startsWith('notes:')))
  const description = await shop.service.app.http.inject({ url: '/v1/openapi.json' })
  const { paths } = description.json<{ paths: Record<string, object> }>()
  const base = '/v1/organizations/{organization_id}'
  const addresses = Object.entries(paths)
    .filter(([address, methods]) => address.startsWith(base) && 'get' in methods)
    .map(([address]) =>
      address
        .slice(base.length)
        .replace('{conversation_id}', conversationId)
        .replace('{customer_id}', customerId)
        .replace(/^\/conversations$/, '/conversations?view=open'),
    )
    .filter((address) => !address.includes('{'))
  const answers = await Promise.all(addresses.map((address) => everything('GET', address)))
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(9)
  expect(answers.map(({ body }) => body).join()).not.toContain(marker)
  for (const path of ['/views', '/search?q=hello', '/conversations/counts'])
    expect([path, (await program('GET', path)).status]).toEqual([path, 403])
  expect((await program('POST', `/conversations/${conversationId}/take-over`)).status).toBe(403)
  const notes = await (await keyWith('notes:read'))('GET', `/customers/${customerId}/notes`)
  expect(notes.body.data).toMatchObject([{ content: marker }])
  await socket.leave()
})

test('the receiver of conversation.started finds the conversation and answers in it', async () => {
  const { socket, customerId, conversationId } = await visitorWhoWrote(shop)
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  const started = entries.find(({ type }) => type === 'conversation.started')?.data as {
    customer_id: string
    started_at: string
  }
  const program = await keyWith('conversations:read', 'messages:write')
  const { body } = await program('GET', `/customers/${started.customer_id}/conversations?max=10`)
  const found = (body.data as Conversation[]).find(({ started_at: at }) => at === started.started_at)
  expect(found?.id).toBe(conversationId)
  const sent = await program('POST', `/conversations/${found?.id}/messages`, {
    client_id: newId(),
    sender: { type: 'system' },
    content: 'Thanks',
  })
  expect(sent.status).toBe(201)
  await socket.leave()
})

test('a program changes a conversation; the history shows an API client', async () => {
  const { socket, customerId, conversationId: id } = await visitorWhoWrote(shop)
  const program = await keyWith('conversations:write', 'conversations:read')
  const stranger = await foundOrganization(shop.service, 'Stranger')
  const steps: ['POST' | 'PUT', string, object | undefined, object][] = [
    ['PUT', 'priority', { priority: 'high' }, { priority: 'high' }],
    ['POST', 'snooze', { until: null }, { snooze: { until: null } }],
    ['POST', 'unsnooze', undefined, { snooze: null }],
    ['POST', 'assign', { agent_id: shop.organization.ownerId }, { agent: { id: shop.organization.ownerId } }],
    ['POST', 'close', undefined, { status: 'closed' }],
    ['POST', 'reopen', undefined, { status: 'open' }],
  ]
  for (const [method, command, payload, expected] of steps) {
    const answer = await program(method, `/conversations/${id}/${command}`, payload)
    expect([command, answer]).toMatchObject([command, { status: 200, body: expected }])
  }
  expect(await program('POST', `/conversations/${id}/assign`, { agent_id: stranger.ownerId })).toMatchObject({
    status: 422,
    body: { code: 'agent_unknown' },
  })
  const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
  const changes = entries.filter(({ type }) => /priorit|snoozed|assigned|ended/.test(type))
  expect(changes.map(({ actor }) => actor)).toEqual(changes.map(() => ({ type: 'system' })))
  // Reopening also announces the agent.
  expect(changes).toHaveLength(6)
  expect((await program('GET', '/conversations?view=open&priority=high')).body.data).toMatchObject([{ id }])
  expect((await program('GET', '/conversations?view=mine')).body.data).toEqual([])
  await socket.leave()
})

test('a program adds notes in the name of an agent of its organization only, without files', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const { agentId } = await inviteAgent(shop.service, shop.organization, 'Author')
  const stranger = await foundOrganization(shop.service, 'Elsewhere')
  const program = await keyWith('notes:write')
  const note = { client_id: newId(), content: 'From the order system' }
  const post = (change: object) =>
    program('POST', `/conversations/${conversationId}/notes`, { ...note, ...change })
  expect(await post({})).toMatchObject({ status: 400 })
  expect(await post({ agent_id: stranger.ownerId })).toMatchObject({
    status: 422,
    body: { code: 'agent_unknown' },
  })
  expect(await post({ agent_id: agentId, media_ids: [newId()] })).toMatchObject({ status: 400 })
  const asColleague = { ...note, agent_id: agentId }
  expect(await agentCall('POST', `/conversations/${conversationId}/notes`, asColleague)).toMatchObject({
    status: 400,
  })
  expect(await post({ agent_id: agentId })).toMatchObject({
    status: 201,
    body: { author: { name: 'Author' } },
  })
  expect(await post({ agent_id: agentId })).toMatchObject({ status: 200 })
  await sendText(socket, 'Still here')
  expect(JSON.stringify(await socket.request('message.history'))).not.toContain('order system')
  await socket.leave()
})

test('[S2] [S3] a repeat of a note whose author was removed since returns it, other text is a conflict', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const { agentId } = await inviteAgent(shop.service, shop.organization, 'Author')
  const program = await keyWith('notes:write')
  const note = { client_id: newId(), content: 'Called back', agent_id: agentId }
  const post = (change: object) =>
    program('POST', `/conversations/${conversationId}/notes`, { ...note, ...change })
  const first = await post({})
  await shop.service.call('DELETE', `/v1/organizations/${shop.organization.id}/agents/${agentId}`, {
    cookie: shop.organization.cookie,
  })
  expect(await post({})).toMatchObject({ status: 200, body: { id: first.body.id } })
  expect(await post({ content: 'Other' })).toMatchObject({
    status: 409,
    body: { code: 'client_id_conflict' },
  })
  expect(await post({ client_id: newId() })).toMatchObject({ status: 422, body: { code: 'agent_unknown' } })
  await socket.leave()
})

test('a conversation is closed and reopened with the type of a body and no body', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const { id, cookie } = shop.organization
  for (const command of ['close', 'reopen']) {
    const answer = await shop.service.app.http.inject({
      method: 'POST',
      url: `/v1/organizations/${id}/conversations/${conversationId}/${command}`,
      headers: { cookie, 'content-type': 'application/json' },
    })
    expect([command, answer.statusCode]).toEqual([command, 200])
  }
  await socket.leave()
})

test('sorted by creation, each conversation is on exactly one page, although all of them change meanwhile', async () => {
  const visitors = []
  for (let count = 0; count < 5; count += 1) visitors.push(await visitorWhoWrote(shop))
  const created = visitors.map(({ conversationId }) => conversationId)
  const program = await keyWith('conversations:read', 'conversations:write')
  await program('POST', `/conversations/${created[4]}/close`)
  const read: string[] = []
  for (let cursor = ''; ;) {
    const { body } = await program('GET', `/conversations?sort=created&max=1${cursor}`)
    read.push(...(body.data as Conversation[]).map(({ id }) => id))
    if (body.pager.next === null) break
    cursor = `&cursor=${body.pager.next}`
    for (const { socket } of visitors.slice(0, 3)) await sendText(socket, 'Another message')
    for (const id of created.slice(3))
      for (const command of ['close', 'reopen']) await program('POST', `/conversations/${id}/${command}`)
  }
  expect(read).toHaveLength(new Set(read).size)
  expect(read.filter((id) => created.includes(id))).toEqual(created)
  await program('POST', `/conversations/${created[4]}/close`)
  const open = await program('GET', '/conversations?view=open&sort=created&max=100')
  const openIds = (open.body.data as Conversation[]).map(({ id }) => id)
  expect(openIds.filter((id) => created.includes(id))).toEqual(created.slice(0, 4))
  expect(open.body.pager).toMatchObject({ next: null, sort: 'ASC' })
  for (const { socket } of visitors) await socket.leave()
})

test('without a view, conversations are listed only by creation', async () => {
  const program = await keyWith('conversations:read')
  const refused = { status: 400, body: { code: 'invalid_request', pointer: '/querystring/view' } }
  for (const query of ['', '?sort=newest', '?sort=waiting', '?sort=due'])
    expect(await program('GET', `/conversations${query}`)).toMatchObject(refused)
})

test('a program may search as often as it may send other requests', async () => {
  const program = await keyWith('conversations:read', 'messages:read', 'customers:read')
  const statuses = new Set<number>()
  // The burst of a key.
  for (let count = 0; count < 60; count += 1)
    statuses.add((await program('GET', '/conversations?view=open&q=nobody&stated=seats:5')).status)
  expect([...statuses]).toEqual([200])
})

test('conditions on attributes find customers, for programs that may read customers', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await socket.request('customer.attributes', { attributes: { plan: 'pro & more', seats: 5 } })
  const plain = await keyWith('conversations:read')
  const program = await keyWith('conversations:read', 'customers:read')
  const path = `/conversations?view=open&stated=${encodeURIComponent('plan:pro%20%26%20more')}`
  expect((await plain('GET', path)).status).toBe(403)
  const idsOf = async (address: string) =>
    ((await program('GET', address)).body.data as Conversation[]).map(({ id }) => id)
  expect(await idsOf(path)).toEqual([conversationId])
  expect(await idsOf('/conversations?view=open&stated=seats:5')).toEqual([conversationId])
  expect(await idsOf('/conversations?view=open&stated=!seats:5')).not.toContain(conversationId)
  // What a page states confirms nothing.
  expect(await idsOf('/conversations?view=open&confirmed=seats:5')).toEqual([])
  expect((await program('GET', '/conversations?view=open&stated=plan:%25FF')).status).toBe(400)
  await socket.leave()
})
