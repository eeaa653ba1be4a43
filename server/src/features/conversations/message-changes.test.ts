import type { Conversation } from '@parley/protocol/conversation'
import type { LogEntry } from '@parley/protocol/event'
import type { Media, MediaTicket } from '@parley/protocol/media'
import type { MessageChange, MessageVersion } from '@parley/protocol/message-change'
import type { MessageSent } from '@parley/protocol/message'
import type { MessagesPage } from '@parley/protocol/messages-page'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { links } from '../../testing/messages-page-setup.ts'
import { connectAgent, inviteAgent } from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { messagesPath } from './messages-path.ts'

const hourMs = 3_600_000
let passedMs = 0
const shop = useShop({ clock: () => Date.now() + passedMs })

const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: Record<string, unknown> }>

const pathOf = ({ conversation_id, id }: Pick<MessageSent, 'conversation_id' | 'id'>) =>
  `/conversations/${conversation_id}/messages/${id}`
const edit = (message: MessageSent, content: string, cookie?: string) =>
  call('PATCH', pathOf(message), { content }, cookie)
const remove = (message: MessageSent, cookie?: string) => call('DELETE', pathOf(message), undefined, cookie)
const versions = async (message: MessageSent) =>
  (await call('GET', `${pathOf(message)}/versions`)).body['data'] as MessageVersion[]

async function answered(content = 'Wrong') {
  const visitor = await visitorWhoWrote(shop)
  const reply = await sendText(shop.agent, content, { customer_id: visitor.customerId })
  return { ...visitor, reply }
}

async function upload(customerId: string): Promise<Media> {
  const text = 'marker in a file'
  const ticket = await shop.agent.request<MediaTicket>('media.ticket', {
    name: 'plan.txt',
    size: text.length,
    customer_id: customerId,
  })
  const sent = await fetch(shop.service.address + new URL(ticket.upload_url).pathname, {
    method: 'PUT',
    headers: { 'Parley-Upload': ticket.ticket },
    body: text,
  })
  return (await sent.json()) as Media
}

async function nextEdited(reader: TestSocket): Promise<LogEntry> {
  for (;;) {
    const { entries } = await reader.next<Entries>('entries')
    const edited = entries.find(({ type }) => type === 'message.edited')
    if (edited) return edited
  }
}

const download = async ({ url }: Media): Promise<number> => {
  const { pathname, search } = new URL(url)
  return (await fetch(shop.service.address + pathname + search)).status
}

async function colleague(name: string, role?: 'admin') {
  const agent = await inviteAgent(shop.service, shop.organization, name)
  if (role) await call('PATCH', `/agents/${agent.agentId}`, { role })
  return agent
}

describe('a change is rejected', () => {
  test('[E4] for messages of customers, colleagues and the system, and for ids of another conversation', async () => {
    const { socket, sent, reply } = await answered()
    const other = await visitorWhoWrote(shop)
    const agent = await colleague('Colleague')
    const admin = await colleague('Admin', 'admin')
    const system = await call('POST', `/conversations/${sent.conversation_id}/messages`, {
      client_id: newId(),
      sender: { type: 'system' },
      content: 'Delivered',
    })
    const notice = system.body as unknown as MessageSent
    for (const refused of [
      edit(sent, 'Mine'),
      remove(sent),
      edit(notice, 'Mine'),
      remove(notice),
      edit(reply, 'Mine', admin.cookie),
      remove(reply, agent.cookie),
    ])
      expect(await refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const elsewhere = { ...reply, conversation_id: other.conversationId }
    for (const refused of [
      edit(elsewhere, 'x'),
      remove(elsewhere),
      call('GET', `${pathOf(elsewhere)}/versions`),
      edit({ ...reply, id: newId() }, 'x'),
    ])
      expect(await refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
    await Promise.all([socket.leave(), other.socket.leave()])
  })

  test('[E4] for a day-old message, unless an admin deletes it', async () => {
    const { socket, customerId } = await answered()
    const agent = await colleague('Author')
    const theirs = await connectAgent(shop.service, shop.organization.id, agent.cookie)
    const old = await sendText(theirs, 'Old', { customer_id: customerId })
    passedMs = 24 * hourMs + 1000
    try {
      for (const refused of [edit(old, 'New', agent.cookie), remove(old, agent.cookie)])
        expect(await refused).toMatchObject({ status: 409, body: { code: 'message_too_old' } })
      expect(await remove(old)).toMatchObject({ status: 200, body: { content: '' } })
    } finally {
      passedMs = 0
    }
    await Promise.all([socket.leave(), theirs.leave()])
  })

  test('without text, with text that cannot be stored, after deletion, and after 100 edits', async () => {
    const { socket, reply } = await answered()
    expect(await edit(reply, ' \n')).toMatchObject({ status: 422, body: { code: 'message_empty' } })
    expect(await edit(reply, 'x'.repeat(8001))).toMatchObject({ status: 400 })
    for (const unstorable of ['a\0b', '\ud800'])
      expect(await edit(reply, unstorable)).toMatchObject({ body: { code: 'invalid_request' } })
    await shop.database.query(
      `insert into message_version select $1, n, 0, 'x', '[]', now() from generate_series(1, 100) n`,
      [reply.id],
    )
    expect(await edit(reply, 'Once more')).toMatchObject({
      status: 409,
      body: { code: 'message_edit_limit' },
    })
    expect(await remove(reply)).toMatchObject({ status: 200 })
    expect(await edit(reply, 'Back')).toMatchObject({ status: 409, body: { code: 'message_deleted' } })
    await socket.leave()
  })
})

test('[E1] an edit is sent to both sides with the current text and is idempotent', async () => {
  const { socket, customerId, reply } = await answered()
  await shop.agent.request('customer.follow', { customer_id: customerId })
  const edited = (await edit(reply, 'Right')).body as MessageChange
  const entry = {
    type: 'message.edited',
    actor: { type: 'agent', id: shop.organization.ownerId },
    data: { id: reply.id, content: 'Right', media: [], edited_at: expect.any(String), deleted_at: null },
  }
  expect(await nextEdited(socket)).toMatchObject(entry)
  expect(await nextEdited(shop.agent)).toMatchObject(entry)
  expect((await edit(reply, 'Right')).body).toEqual(edited)
  expect(await versions(reply)).toMatchObject([
    { content: 'Wrong', replaced_by: { id: shop.organization.ownerId } },
  ])
  const { messages } = await socket.request<MessageHistory>('message.history')
  expect(messages[0]).toMatchObject({ id: reply.id, content: 'Right', edited_at: edited.edited_at })
  expect(messages[1]).not.toHaveProperty('edited_at')
  await shop.agent.request('customer.unfollow', { customer_id: customerId })
  await socket.leave()
})

test('[E2] neither side receives replaced text afterwards', async () => {
  const { socket, customerId, reply } = await answered('Marker one')
  await edit(reply, 'Marker two')
  await edit(reply, 'Final')
  const gone = await sendText(shop.agent, 'Marker three', { customer_id: customerId })
  await edit(gone, 'Marker four')
  await remove(gone)
  const received = (reader: typeof socket, customer: object) =>
    Promise.all([
      reader.request<Entries>('log.read', { after: 0, ...customer }),
      reader.request<MessageHistory>('message.history', customer),
    ])
  for (const [log, history] of [
    await received(socket, {}),
    await received(shop.agent, { customer_id: customerId }),
  ]) {
    expect(JSON.stringify([log, history])).not.toContain('Marker')
    expect(history?.messages[0]).toMatchObject({ id: gone.id, content: '', deleted_at: expect.any(String) })
    expect(history?.messages[1]).toMatchObject({ id: reply.id, content: 'Final' })
    expect(log?.entries.map(({ type }) => type).slice(-5)).toEqual([
      'message.edited',
      'message.edited',
      'message.created',
      'message.edited',
      'message.deleted',
    ])
  }
  expect((await versions(gone)).map(({ content }) => content)).toEqual(['Marker four', 'Marker three'])
  const found = await call('GET', '/conversations?view=open&q=marker')
  expect(found.body['data']).toEqual([])
  await socket.leave()
})

test('[E2] the messages page has the current text and no deleted messages, with exactly the fields of the spec', async () => {
  const { socket, customerId, conversationId, reply } = await answered()
  const gone = await sendText(shop.agent, 'Gone', { customer_id: customerId })
  await edit(reply, 'Right')
  await remove(gone)
  const link = links.sign(messagesPath(conversationId), Math.floor(Date.now() / 1000) + 60)
  const page = (await (await fetch(`${shop.service.address}${link}&sort=ASC`)).json()) as MessagesPage
  expect(page.data.map(({ content }) => content)).toEqual(['Hello', 'Right'])
  expect(Object.keys(page.data[1] ?? {})).toEqual(Object.keys(page.data[0] ?? {}))
  expect(page.data[1]).not.toHaveProperty('edited_at')
  await socket.leave()
})

test('[E2] attachments of a deleted message can no longer be downloaded by anyone', async () => {
  const { socket, customerId } = await answered()
  const media = await upload(customerId)
  const sent = await sendText(shop.agent, '', { customer_id: customerId, media_ids: [media.id] })
  const held = (await socket.request<MessageHistory>('message.history')).messages[0]?.media[0] as Media
  expect(await download(held)).toBe(200)
  expect((await edit(sent, '')).body).toMatchObject({ media: [{ id: media.id }] })
  await remove(sent)
  expect(await download(held)).toBe(404)
  expect(await socket.request('media.links', { ids: [media.id] })).toEqual({ media: [] })
  expect(await shop.agent.request('media.links', { ids: [media.id], customer_id: customerId })).toEqual({
    media: [],
  })
  expect(await versions(sent)).toMatchObject([{ media: [{ name: 'plan.txt' }] }])
  await socket.leave()
})

test('[E3] [L6] a change of a cleared message reaches agents only', async () => {
  const { socket, customerId, reply } = await answered('Marker before')
  await edit(reply, 'Marker between')
  await socket.request('chat.clear')
  await edit(reply, 'Marker after')
  const last = await sendText(shop.agent, 'End', { customer_id: customerId })
  const seen = await socket.request<Entries>('log.read', { after: 0 })
  expect(seen.to).toBe(last.seq)
  expect(JSON.stringify(seen)).not.toContain('Marker')
  const agents = await shop.agent.request<Entries>('log.read', { after: 0, customer_id: customerId })
  expect(JSON.stringify(agents)).toContain('Marker after')
  await socket.leave()
})

test('[E5] a repeat after an edit is compared with the message as it was sent', async () => {
  const { socket, customerId } = await answered()
  const client_id = newId()
  const first = await sendText(shop.agent, 'As sent', { customer_id: customerId, client_id })
  await edit(first, 'As edited')
  const repeat = await sendText(shop.agent, 'As sent', { customer_id: customerId, client_id })
  expect(repeat).toMatchObject({ id: first.id, duplicate: true })
  const other = { client_id, content: 'As edited', customer_id: customerId }
  expect(await shop.agent.refused('message.send', other)).toMatchObject({ code: 'client_id_conflict' })
  await socket.leave()
})

test('[E4] the inbox row shows the new text without moving; a change of an earlier message does not affect it', async () => {
  const { socket, customerId, conversationId, reply } = await answered()
  const row = async () =>
    (await call('GET', `/conversations/${conversationId}`)).body as unknown as Conversation
  const before = await row()
  await edit(reply, 'Right')
  const preview = { ...before.last_message, preview: 'Right' }
  expect(await row()).toEqual({ ...before, last_message: preview })
  const last = await sendText(shop.agent, 'Newer', { customer_id: customerId })
  await edit(reply, 'Rather')
  expect((await row()).last_message).toMatchObject({ preview: 'Newer' })
  await call('POST', `/conversations/${conversationId}/close`)
  await remove(last)
  expect((await row()).last_message).toMatchObject({ preview: '', media_count: 0 })
  await socket.leave()
})
