import type { ApiScope } from '@parley/protocol/api-key'
import type { Conversation } from '@parley/protocol/conversation'
import type { MessageHistory } from '@parley/protocol/timeline'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

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

test('a key changes what programs wrote and deletes what the team wrote, but edits no words of agents or customers', async () => {
  const { socket, conversationId, customerId, sent: theirs } = await visitorWhoWrote(shop)
  const key = await newKey()
  const path = pathOf(conversationId)
  const send = async (sender: object, content: string): Promise<string> =>
    (await post(key, path, { client_id: newId(), sender, content })).body.id
  const notice = await send(system, 'Monday')
  const inTheirName = await send({ type: 'agent', agent_id: shop.organization.ownerId }, 'Tuseday')
  const { id: typed } = await sendText(shop.agent, 'My own words', { customer_id: customerId })
  const request = (method: 'PATCH' | 'DELETE', id: string, content?: string, as = key) =>
    shop.service.app.http
      .inject({
        method,
        url: `${path}/${id}`,
        headers: { authorization: `Bearer ${as}` },
        ...(content !== undefined && { payload: { content } }),
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() }))

  const reader = await newKey(['messages:read'])
  const elsewhere = await visitorWhoWrote(shop)
  for (const [refused, status, code] of [
    [request('PATCH', notice, 'x', reader), 403, 'forbidden'],
    [request('DELETE', notice, undefined, reader), 403, 'forbidden'],
    [request('PATCH', typed, 'Not theirs'), 403, 'forbidden'],
    [request('PATCH', theirs.id, 'x'), 403, 'forbidden'],
    [request('DELETE', theirs.id), 403, 'forbidden'],
    [request('PATCH', elsewhere.sent.id, 'x'), 404, 'not_found'],
    [request('PATCH', notice, ' '), 422, 'message_empty'],
  ] as const)
    expect(await refused).toMatchObject({ status, body: { code } })

  for (const [id, content] of [
    [notice, 'Tuesday'],
    [inTheirName, 'Tuesday'],
  ] as const) {
    const first = await request('PATCH', id, content)
    expect(first).toMatchObject({ status: 200, body: { id, content, edited_at: expect.any(String) } })
    expect(await request('PATCH', id, content)).toEqual(first)
  }
  const gone = await request('DELETE', typed)
  expect(gone).toMatchObject({ status: 200, body: { content: '', deleted_at: expect.any(String) } })
  expect(await request('DELETE', typed)).toEqual(gone)
  expect(await request('PATCH', typed, 'Back')).toMatchObject({ status: 403 })

  const { messages } = await socket.request<MessageHistory>('message.history')
  expect(messages.map(({ content }) => content)).toEqual(['', 'Tuesday', 'Tuesday', 'Hello'])
  // That a program wrote in an agent's name stays in the log.
  const entries = await shop.database.query(
    `select actor from event_log where customer_id = $1 and type like 'message.%' order by seq`,
    [customerId],
  )
  const owner = { type: 'agent', id: shop.organization.ownerId }
  expect(entries.rows.map(({ actor }) => actor)).toEqual([
    { type: 'customer' },
    system,
    { ...owner, by_api: true },
    owner,
    system,
    system,
    system,
  ])
  await Promise.all([socket.leave(), elsewhere.socket.leave()])
})

test('a changed notice of the system does not replace the customer’s message in the inbox', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'Where is my parcel?')
  const key = await newKey()
  const path = pathOf(conversationId)
  const { id } = (await post(key, path, { client_id: newId(), sender: system, content: 'We open at 9' })).body
  const lastMessage = async () => {
    const { cookie } = shop.organization
    const row = await shop.service.call('GET', path.replace(/\/messages$/, ''), { cookie })
    return (row.body as Conversation).last_message
  }
  const before = await lastMessage()
  expect(before).toMatchObject({ sender_type: 'customer', preview: 'Where is my parcel?' })
  for (const change of [{ method: 'PATCH', payload: { content: 'At 10' } }, { method: 'DELETE' }] as const) {
    const headers = { authorization: `Bearer ${key}` }
    const { statusCode } = await shop.service.app.http.inject({ ...change, url: `${path}/${id}`, headers })
    expect(statusCode).toBe(200)
    expect(await lastMessage()).toEqual(before)
  }
  await socket.leave()
})
