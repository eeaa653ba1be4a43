import type { Conversation, InboxCounts } from '@parley/protocol/conversation'
import type { InboxChanged } from '@parley/protocol/inbox'
import type { Label } from '@parley/protocol/label'
import type { Entries } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { blockedSessions } from '../../testing/blocked-sessions.ts'
import { foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()
const root = () => `/v1/organizations/${shop.organization.id}`

const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `${root()}${path}`, { cookie, ...(body && { body }) }) as Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
    body: any
  }>

const newLabel = async (name: string): Promise<Label> => {
  const made = await call('POST', '/labels', { name, colour: 'blue' })
  expect(made.status).toBe(201)
  return made.body
}

const labelled = (conversationId: string, labelId: string, cookie?: string) =>
  call('PUT', `/conversations/${conversationId}/labels/${labelId}`, undefined, cookie)
const unlabelled = (conversationId: string, labelId: string) =>
  call('DELETE', `/conversations/${conversationId}/labels/${labelId}`)

describe('the labels of an organization', () => {
  test('are managed by admins, and read by every agent', async () => {
    const agent = await inviteAgent(shop.service, shop.organization, 'Plain agent')
    const { id } = await newLabel('Managed')
    const body = { name: 'Mine', colour: 'red' }
    expect((await call('POST', '/labels', body, agent.cookie)).status).toBe(403)
    expect((await call('PATCH', `/labels/${id}`, { name: 'Mine' }, agent.cookie)).status).toBe(403)
    const seen = await call('GET', '/labels', undefined, agent.cookie)
    expect(seen.body.data.map((label: Label) => label.name)).toContain('Managed')
  })

  test('are refused without a name, with an unknown colour, and with a name that another label has', async () => {
    const taken = await newLabel('Refund')
    const refusals: [object, number, string][] = [
      [{ name: '  ', colour: 'red' }, 400, 'invalid_request'],
      [{ name: 'x'.repeat(41), colour: 'red' }, 400, 'invalid_request'],
      [{ name: 'Crimson', colour: '#dc143c' }, 400, 'invalid_request'],
      [{ name: ' rEFUND ', colour: 'red' }, 409, 'label_name_taken'],
    ]
    for (const [body, status, code] of refusals) {
      const answer = await call('POST', '/labels', body)
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code])
    }
    const other = await newLabel('Return')
    expect((await call('PATCH', `/labels/${other.id}`, { name: 'REFUND' })).body.code).toBe(
      'label_name_taken',
    )
    // A label may change the case of its own name.
    expect((await call('PATCH', `/labels/${taken.id}`, { name: 'REFUND' })).body.name).toBe('REFUND')
  })

  test('are created one after the other on one connection, so that waiting ones hold up nobody else', async () => {
    const lock = `labels ${shop.organization.id}`
    await shop.database.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock])
    const made = Array.from({ length: 40 }, () => call('POST', '/labels', { name: 'Once', colour: 'red' }))
    const waiting = () => blockedSessions(shop.database)
    await expect.poll(waiting).toBe(1)
    expect((await call('GET', '/labels')).status).toBe(200)
    expect(await waiting()).toBe(1)
    await shop.database.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
    const statuses = (await Promise.all(made)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  })

  test('belong to one organization: another one may use the same name', async () => {
    await newLabel('Shared name')
    const theirs = await foundOrganization(shop.service, 'Theirs')
    const made = await shop.service.call('POST', `/v1/organizations/${theirs.id}/labels`, {
      cookie: theirs.cookie,
      body: { name: 'Shared name', colour: 'red' },
    })
    expect(made.status).toBe(201)
  })

  test('are renamed, recoloured, archived and restored, and all agents are notified', async () => {
    const { id } = await newLabel('Shipping')
    const announced = () =>
      shop.agent.notifications.filter((frame) => JSON.stringify(frame.params) === '{"what":"labels"}').length
    const before = announced()
    await call('PATCH', `/labels/${id}`, { name: ' Ship  ping ', colour: 'teal', archived: true })
    await expect.poll(announced).toBeGreaterThan(before)
    const list = async () => (await call('GET', '/labels')).body.data.find((label: Label) => label.id === id)
    expect(await list()).toMatchObject({ name: 'Ship ping', colour: 'teal', archived_at: expect.any(String) })
    await call('PATCH', `/labels/${id}`, { archived: false })
    expect(await list()).toMatchObject({ archived_at: null })
  })
})

describe('a conversation', () => {
  test('rejects unknown and archived labels and those of another organization', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const theirs = await foundOrganization(shop.service, 'Others')
    const made = await shop.service.call('POST', `/v1/organizations/${theirs.id}/labels`, {
      cookie: theirs.cookie,
      body: { name: 'Theirs', colour: 'red' },
    })
    const archived = await newLabel('Archived')
    await call('PATCH', `/labels/${archived.id}`, { archived: true })
    for (const [id, status, code] of [
      [newId(), 404, 'not_found'],
      [(made.body as Label).id, 404, 'not_found'],
      [archived.id, 409, 'label_archived'],
    ] as const) {
      expect(await labelled(conversationId, id)).toMatchObject({ status, body: { code } })
    }
    expect((await call('GET', `/conversations/${conversationId}`)).body.label_ids).toEqual([])
    await socket.leave()
  })

  test('has at most 20 labels', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    for (let number = 1; number <= 20; number++) {
      const { id } = await newLabel(`Number ${number}`)
      expect((await labelled(conversationId, id)).status).toBe(200)
    }
    const { id } = await newLabel('One too many')
    expect((await labelled(conversationId, id)).body.code).toBe('conversation_label_limit')
    await socket.leave()
  })

  test('is labelled by any agent, also after it was closed, without moving in the list', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const colleague = await inviteAgent(shop.service, shop.organization, 'Colleague')
    const vip = await newLabel('VIP')
    const before = (await call('POST', `/conversations/${conversationId}/close`)).body
    const answer = await labelled(conversationId, vip.id, colleague.cookie)
    expect(answer).toEqual({ status: 200, body: { label_ids: [vip.id] } })
    const after = (await call('GET', `/conversations/${conversationId}`)).body
    expect(after).toMatchObject({ label_ids: [vip.id], updated_at: before.updated_at })
    // Archiving keeps the label where it is; it can still be removed.
    await call('PATCH', `/labels/${vip.id}`, { archived: true })
    expect((await unlabelled(conversationId, vip.id)).body.label_ids).toEqual([])
    await socket.leave()
  })

  test('announces each change once, to agents only', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const label = await newLabel('Marker-of-a-label')
    await shop.agent.request('inbox.follow')
    const twice = [1, 2]
    for (const time of twice)
      expect([time, (await labelled(conversationId, label.id)).status]).toEqual([time, 200])
    await shop.agent.next<InboxChanged>('inbox.changed', ({ conversations }) =>
      conversations.some((row) => row.label_ids.includes(label.id)),
    )
    for (const time of twice)
      expect([time, (await unlabelled(conversationId, label.id)).status]).toEqual([time, 200])
    await shop.agent.request('inbox.unfollow')
    const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
    const about = entries.filter(({ type }) => type.includes('labelled'))
    expect(about.map(({ type }) => type)).toEqual(['conversation.labelled', 'conversation.unlabelled'])
    expect(about[0]).toMatchObject({
      conversation_id: conversationId,
      actor: { type: 'agent', id: shop.organization.ownerId },
      data: {
        label: { id: label.id, name: label.name, colour: 'blue' },
        by: { id: shop.organization.ownerId },
      },
    })
    await sendText(shop.agent, 'A reply', { customer_id: customerId })
    const received = [
      await socket.next('entries'),
      await socket.request<Entries>('log.read', { after: 0 }),
      socket.notifications,
    ]
    expect(JSON.stringify(received)).toContain('A reply')
    expect(JSON.stringify(received)).not.toMatch(/Marker-of-a-label|labelled/)
    await socket.leave()
  })

  test('can be filtered by label in every view', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const other = await visitorWhoWrote(shop)
    const label = await newLabel('Wanted')
    await labelled(conversationId, label.id)
    const found = async (view: keyof InboxCounts) =>
      (await call('GET', `/conversations?view=${view}&label=${label.id}`)).body.data.map(
        ({ id }: Conversation) => id,
      )
    expect(await found('open')).toEqual([conversationId])
    expect(await found('unassigned')).toEqual([conversationId])
    expect(await found('mine')).toEqual([])
    await call('POST', `/conversations/${conversationId}/close`)
    expect(await found('closed')).toEqual([conversationId])
    expect((await call('GET', '/conversations?view=open&label=nonsense')).status).toBe(400)
    await Promise.all([socket.leave(), other.socket.leave()])
  })

  test('can be labelled by an API key only with the scope', async () => {
    const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
    const label = await newLabel('By a program')
    const keyWith = async (scope: string) =>
      (await call('POST', '/api-keys', { name: scope, scopes: [scope] })).body.key
    const put = async (key: string) => {
      const answer = await shop.service.app.http.inject({
        method: 'PUT',
        url: `${root()}/conversations/${conversationId}/labels/${label.id}`,
        headers: { authorization: `Bearer ${key}` },
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    expect(await put(await keyWith('labels:read'))).toMatchObject({ status: 403 })
    // Neither the customer's name nor a message: the scope is for labels only.
    expect(await put(await keyWith('labels:write'))).toEqual({ status: 200, body: { label_ids: [label.id] } })
    const { entries } = await shop.agent.request<Entries>('log.read', { customer_id: customerId, after: 0 })
    expect(entries.at(-1)).toMatchObject({
      type: 'conversation.labelled',
      actor: { type: 'system' },
      data: { by: null },
    })
    await socket.leave()
  })
})
