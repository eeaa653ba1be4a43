import type { Media, MediaTicket } from '@parley/protocol/media'
import type { Note } from '@parley/protocol/note'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'
import { webhookEvents } from '@parley/protocol/webhook'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { baseUrl, connectAgent, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const root = () => `/v1/organizations/${shop.organization.id}`

/** Sends a request as the owner, or with another agent's cookie. */
const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `${root()}${path}`, { cookie, ...(body && { body }) }) as Promise<{
    status: number
    body: unknown
  }>

async function addNote(
  conversationId: string,
  content: string,
  more: object = {},
  cookie?: string,
): Promise<Note> {
  const body = { client_id: newId(), content, ...more }
  const added = await call('POST', `/conversations/${conversationId}/notes`, body, cookie)
  expect(added.status).toBe(201)
  return added.body as Note
}

async function upload(customerId: string, text: string): Promise<Media> {
  const ticket = await shop.agent.request<MediaTicket>('media.ticket', {
    name: 'plan.txt',
    size: text.length,
    customer_id: customerId,
  })
  const { pathname } = new URL(ticket.upload_url)
  const sent = await fetch(shop.service.address + pathname, {
    method: 'PUT',
    headers: { 'Parley-Upload': ticket.ticket },
    body: text,
  })
  return (await sent.json()) as Media
}

/** Tables with this text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await shop.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await shop.database.query(
      `select from "${name}" t where position($1 in t::text) > 0 limit 1`,
      [text],
    )
    if (rowCount === 1) found.push(name)
  }
  return found
}

const listed = async (customerId: string) =>
  ((await call('GET', `/customers/${customerId}/notes`)).body as { data: Note[] }).data

describe('a note is refused', () => {
  test('without text, for unknown conversations, mentions and uploads', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const theirs = await foundOrganization(shop.service, 'Theirs')
    const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
    await call('DELETE', `/agents/${leaver.agentId}`)
    const body = { client_id: newId(), content: 'Hi' }
    const refusals: [object, number, string, conversation?: string][] = [
      [{ ...body, content: ' \n' }, 422, 'note_empty'],
      [{ ...body, content: 'x'.repeat(8001) }, 400, 'invalid_request'],
      [{ ...body, mentions: [newId()] }, 422, 'agent_unknown'],
      [{ ...body, mentions: [theirs.ownerId] }, 422, 'agent_unknown'],
      [{ ...body, mentions: [leaver.agentId] }, 422, 'agent_unknown'],
      [{ ...body, media_ids: [newId()] }, 422, 'media_unknown'],
      [body, 404, 'not_found', newId()],
    ]
    for (const [refused, status, code, id = conversationId] of refusals) {
      const answer = await call('POST', `/conversations/${id}/notes`, refused)
      expect([refused, answer.status, (answer.body as { code: string }).code]).toEqual([
        refused,
        status,
        code,
      ])
    }
    expect(await listed(customerId)).toEqual([])
    await socket.leave()
  })

  test('when another agent edits it, when a plain agent deletes it, and once it is deleted', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const colleague = await inviteAgent(shop.service, shop.organization, 'Colleague')
    const note = await addNote(conversationId, 'Ours')
    const edit = { content: 'Theirs' }
    expect(await call('PATCH', `/notes/${note.id}`, edit, colleague.cookie)).toMatchObject({ status: 403 })
    expect(await call('DELETE', `/notes/${note.id}`, undefined, colleague.cookie)).toMatchObject({
      status: 403,
    })
    expect(await call('PATCH', `/notes/${note.id}`, { content: '' })).toMatchObject({ status: 422 })
    expect(await listed(customerId)).toMatchObject([{ content: 'Ours', edited_at: null }])
    expect(await call('DELETE', `/notes/${note.id}`)).toMatchObject({ status: 200 })
    expect(await call('PATCH', `/notes/${note.id}`, edit)).toMatchObject({
      status: 409,
      body: { code: 'note_deleted' },
    })
    await socket.leave()
  })

  test('with a client_id of a note in another conversation', async () => {
    const first = await visitorWhoWrote(shop)
    const second = await visitorWhoWrote(shop)
    const body = { client_id: newId(), content: 'Once' }
    expect(await call('POST', `/conversations/${first.conversationId}/notes`, body)).toMatchObject({
      status: 201,
    })
    expect(await call('POST', `/conversations/${second.conversationId}/notes`, body)).toMatchObject({
      status: 409,
      body: { code: 'client_id_conflict' },
    })
    await Promise.all([first.socket.leave(), second.socket.leave()])
  })
})

test('a note reaches the sockets of agents with its mentions and attachments', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const colleague = await inviteAgent(shop.service, shop.organization, 'Colleague')
  const watching = await connectAgent(shop.service, shop.organization.id, colleague.cookie)
  await watching.request('customer.follow', { customer_id: customerId })
  const media = await upload(customerId, 'the plan')
  const note = await addNote(conversationId, '@Colleague see the plan', {
    mentions: [colleague.agentId],
    media_ids: [media.id],
  })
  expect(note).toMatchObject({
    author: { id: shop.organization.ownerId },
    mentions: [{ type: 'agent', id: colleague.agentId, name: 'Colleague' }],
    media: [{ id: media.id, name: 'plan.txt' }],
    conversation_id: conversationId,
  })
  const { entries } = await watching.next<Entries>('entries')
  expect(entries).toMatchObject([
    {
      seq: note.seq,
      type: 'note.created',
      actor: { type: 'agent', id: shop.organization.ownerId },
      data: { id: note.id, content: note.content, media: [{ url: expect.stringContaining(media.id) }] },
    },
  ])
  await Promise.all([socket.leave(), watching.leave()])
})

test('a repeat with the same client_id returns the first note', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const body = { client_id: newId(), content: 'Once' }
  const path = `/conversations/${conversationId}/notes`
  const first = await call('POST', path, body)
  expect(await call('POST', path, body)).toMatchObject({ status: 200, body: { id: (first.body as Note).id } })
  expect(await listed(customerId)).toHaveLength(1)
  await socket.leave()
})

test('the same client_id with other text or attachments is refused; a repeat after an edit or a deletion is not', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const media = await upload(customerId, 'the plan')
  const body = { client_id: newId(), content: 'Once', media_ids: [media.id] }
  const post = (more: object) => call('POST', `/conversations/${conversationId}/notes`, { ...body, ...more })
  const { id } = (await post({})).body as Note
  const refuseOthers = async () => {
    for (const other of [{ content: 'Edited' }, { media_ids: [] }, { media_ids: [newId()] }])
      expect([other, await post(other)]).toMatchObject([
        other,
        { status: 409, body: { code: 'client_id_conflict' } },
      ])
  }
  await refuseOthers()
  expect(await post({})).toMatchObject({ status: 200, body: { id, content: 'Once' } })
  await call('PATCH', `/notes/${id}`, { content: 'Edited' })
  await refuseOthers()
  expect(await post({})).toMatchObject({ status: 200, body: { id, content: 'Edited' } })
  await call('DELETE', `/notes/${id}`)
  await refuseOthers()
  expect(await post({})).toMatchObject({ status: 200, body: { id, deleted_at: expect.any(String) } })
  expect(await listed(customerId)).toHaveLength(1)
  await socket.leave()
})

test('a note that mentions an agent who is removed since is repeated and edited, but they cannot be mentioned anew', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const leaver = await inviteAgent(shop.service, shop.organization, 'Leaver')
  const body = { client_id: newId(), content: 'Ask @Leaver', mentions: [leaver.agentId] }
  const { id } = (await call('POST', `/conversations/${conversationId}/notes`, body)).body as Note
  const other = await addNote(conversationId, 'No mention')
  await call('DELETE', `/agents/${leaver.agentId}`)
  expect(await call('POST', `/conversations/${conversationId}/notes`, body)).toMatchObject({
    status: 200,
    body: { id },
  })
  const { content, mentions } = { ...body, content: 'Ask @Leaver, please' }
  expect(await call('PATCH', `/notes/${id}`, { content, mentions })).toMatchObject({
    status: 200,
    body: { content, mentions: [{ id: leaver.agentId }] },
  })
  expect(await call('PATCH', `/notes/${other.id}`, { content, mentions })).toMatchObject({
    status: 422,
    body: { code: 'agent_unknown' },
  })
  await socket.leave()
})

test('an edit replaces text and mentions and keeps the earlier version; an edit without a change does nothing', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const note = await addNote(conversationId, 'First')
  const mentions = [shop.organization.ownerId]
  const edited = await call('PATCH', `/notes/${note.id}`, { content: 'Second', mentions })
  expect(edited.body).toMatchObject({ content: 'Second', mentions: [{ id: shop.organization.ownerId }] })
  const again = await call('PATCH', `/notes/${note.id}`, { content: 'Second', mentions })
  expect(again.body).toEqual(edited.body)
  const { body } = await call('GET', `/notes/${note.id}/versions`)
  expect(body).toMatchObject({ data: [{ content: 'First', mentions: [] }] })
  await socket.leave()
})

test('an admin deletes the note of an agent; its text remains only in the versions', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const agent = await inviteAgent(shop.service, shop.organization, 'Author')
  const note = await addNote(conversationId, 'Regrettable', {}, agent.cookie)
  await call('DELETE', `/notes/${note.id}`)
  expect(await listed(customerId)).toMatchObject([
    { id: note.id, content: '', deleted_at: expect.any(String) },
  ])
  const { body } = await call('GET', `/notes/${note.id}/versions`)
  expect(body).toMatchObject({
    data: [{ content: 'Regrettable', replaced_by: { id: shop.organization.ownerId } }],
  })
  await socket.leave()
})

test('a note can be added to a closed conversation and changes nothing in the inbox', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  await call('POST', `/conversations/${conversationId}/close`)
  const before = await call('GET', `/conversations/${conversationId}`)
  await addNote(conversationId, 'For next time')
  expect(await call('GET', `/conversations/${conversationId}`)).toEqual(before)
  expect(await listed(customerId)).toMatchObject([{ content: 'For next time' }])
  await socket.leave()
})

test('notes are listed in pages, newest first', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  for (const content of ['One', 'Two', 'Three']) await addNote(conversationId, content)
  const first = await call('GET', `/customers/${customerId}/notes?max=2`)
  const { data, pager } = first.body as { data: Note[]; pager: { next: string } }
  expect(data.map(({ content }) => content)).toEqual(['Three', 'Two'])
  const rest = await call('GET', `/customers/${customerId}/notes?max=2&cursor=${pager.next}`)
  expect(rest.body).toMatchObject({ data: [{ content: 'One' }], pager: { next: null } })
  await socket.leave()
})

test('no part of a note reaches the customer: live, on resume, in history or by links to its attachment', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const media = await upload(customerId, 'Marker-in-a-file')
  const note = await addNote(conversationId, 'Marker-in-a-note', { media_ids: [media.id] })
  await call('PATCH', `/notes/${note.id}`, { content: 'Marker-in-an-edit' })
  const reply = await sendText(shop.agent, 'A reply', { customer_id: customerId })
  const live = await socket.next('entries')
  const received = [
    live,
    await socket.request<Entries>('log.read', { after: 0 }),
    await socket.request<MessageHistory>('message.history'),
    await socket.request('media.links', { ids: [media.id] }),
    socket.notifications,
  ]
  expect(received[1]).toMatchObject({ to: reply.seq })
  expect(JSON.stringify(received)).toContain('A reply')
  expect(JSON.stringify(received)).not.toMatch(/Marker|note\./)
  expect(JSON.stringify(received)).not.toContain(media.id)

  // Signed links, and everything that webhooks, e-mails, reports and exports are made from.
  await call('POST', '/webhooks', { url: 'https://hooks.example.com/', events: [...webhookEvents] })
  await shop.service.app.logConsumers.start()
  await call('POST', `/conversations/${conversationId}/close`)
  await shop.service.app.logConsumers.settled()
  const { url } = await socket.request<{ url: string }>('transcript.link', {
    conversation_id: conversationId,
  })
  const transcript = await fetch(shop.service.address + url.replace(baseUrl, ''))
  const page = await transcript.text()
  expect(page).toContain('A reply')
  expect(page).not.toContain('Marker')
  expect(await tablesWith('A reply')).toContain('message')
  expect(await tablesWith('Marker')).toEqual(['event_log', 'note', 'note_version'])
  await call('DELETE', `/notes/${note.id}`)
  await socket.leave()
})
