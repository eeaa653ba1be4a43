import type { Note } from '@parley/protocol/note'
import {
  notificationKinds,
  type Notification,
  type NotificationsChanged,
} from '@parley/protocol/notification'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { connectAgent, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createNotificationRetention } from './notification-retention.ts'

let time = Date.now()
const shop = useShop({ clock: () => time })
const root = () => `/v1/organizations/${shop.organization.id}`

interface Colleague {
  agentId: string
  cookie: string
}

let ana: Colleague
let bob: Colleague
beforeAll(async () => {
  await shop.service.app.logConsumers.start()
})
beforeEach(async () => {
  // Accepting invitations is limited per address and time.
  time += 10 * 60_000
  ana = await inviteAgent(shop.service, shop.organization, 'Ana')
  bob = await inviteAgent(shop.service, shop.organization, 'Bob')
})

const call = (method: string, path: string, as: { cookie: string }, body?: object) =>
  shop.service.call(method, `${root()}${path}`, { cookie: as.cookie, ...(body && { body }) }) as Promise<{
    status: number
    body: unknown
  }>

/** Waits until the consumer has handled all committed entries. */
async function received(as: Colleague, query = ''): Promise<Notification[]> {
  await shop.service.app.logConsumers.look()
  await shop.service.app.logConsumers.settled()
  return ((await call('GET', `/notifications${query}`, as)).body as { data: Notification[] }).data
}

async function unreadOf(as: Colleague): Promise<number> {
  return ((await call('GET', '/notifications/unread', as)).body as { unread: number }).unread
}

async function addNote(conversationId: string, as: { cookie: string }, mentions: string[], content = 'Look') {
  const body = { client_id: newId(), content, mentions }
  return (await call('POST', `/conversations/${conversationId}/notes`, as, body)).body as Note
}

const assign = (conversationId: string, as: { cookie: string }, agentId: string | null) =>
  call('POST', `/conversations/${conversationId}/assign`, as, { agent_id: agentId })

describe('an agent is not notified', () => {
  test('of their own actions: mentioning themselves and taking a conversation', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    await addNote(conversationId, ana, [ana.agentId])
    await assign(conversationId, ana, ana.agentId)
    expect(await received(ana)).toEqual([])
    await socket.leave()
  })

  test('if not concerned: another agent, the previous assignee, an unassigned conversation', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    await addNote(conversationId, ana, [bob.agentId])
    await assign(conversationId, bob, ana.agentId)
    await assign(conversationId, bob, null)
    const carl = await inviteAgent(shop.service, shop.organization, 'Carl')
    expect(await received(carl)).toEqual([])
    expect((await received(bob)).map(({ kind }) => kind)).toEqual(['mention'])
    expect((await received(ana)).map(({ kind }) => kind)).toEqual(['assigned'])
    await socket.leave()
  })

  test('after being removed: of later entries, and of earlier ones once invited again', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    const owner = shop.organization
    await addNote(conversationId, ana, [bob.agentId])
    expect(await received(bob)).toHaveLength(1)
    await addNote(conversationId, ana, [bob.agentId])
    await call('DELETE', `/agents/${bob.agentId}`, owner)
    await received(ana)
    expect((await call('GET', '/notifications', bob)).status).toBe(404)
    const { rows } = await shop.database.query('select 1 from notification where agent_id = $1', [
      bob.agentId,
    ])
    expect(rows).toEqual([])
    await socket.leave()
  })

  test('of a kind that they turned off', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    expect((await call('GET', '/notifications/settings', bob)).body).toEqual({
      data: notificationKinds.map((kind) => ({ kind, transports: ['in_app', 'desktop'] })),
    })
    await addNote(conversationId, ana, [bob.agentId], 'Before')
    await received(bob)
    const off = { kind: 'mention', transports: [] }
    expect((await call('PATCH', '/notifications/settings', bob, off)).body).toMatchObject({
      data: [off, { kind: 'assigned', transports: ['in_app', 'desktop'] }, {}, {}, {}, {}, {}],
    })
    await addNote(conversationId, ana, [bob.agentId], 'After')
    await assign(conversationId, ana, bob.agentId)
    expect((await received(bob)).map(({ kind, preview }) => [kind, preview])).toEqual([
      ['assigned', null],
      ['mention', 'Before'],
    ])
    await socket.leave()
  })

  test('of an unknown kind or transport: the setting is refused', async () => {
    for (const setting of [
      { kind: 'other', transports: [] },
      { kind: 'mention', transports: ['letter'] },
      { kind: 'mention', transports: ['in_app', 'in_app'] },
    ])
      expect((await call('PATCH', '/notifications/settings', bob, setting)).status).toBe(400)
  })
})

test('a mention names the colleague, the customer, the conversation, the entry and the text', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const note = await addNote(conversationId, ana, [bob.agentId], `@Bob ${'long '.repeat(100)}`)
  expect(await received(bob)).toMatchObject([
    {
      kind: 'mention',
      actor: { id: ana.agentId, name: 'Ana' },
      customer: { id: customerId },
      conversation_id: conversationId,
      seq: note.seq,
      preview: note.content.slice(0, 160),
      read_at: null,
    },
  ])
  await socket.leave()
})

test('an edit notifies only newly mentioned agents, once each', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const carl = await inviteAgent(shop.service, shop.organization, 'Carl')
  const note = await addNote(conversationId, ana, [bob.agentId])
  for (const mentions of [[bob.agentId, carl.agentId], [], [bob.agentId, carl.agentId]]) {
    // The clock stands still, and edits are told apart by their time.
    time += 1
    await call('PATCH', `/notes/${note.id}`, ana, { content: `Look ${mentions.length}`, mentions })
  }
  expect(await received(bob)).toHaveLength(1)
  expect(await received(carl)).toHaveLength(1)
  // Also after the first notification was deleted with age.
  await shop.database.query('delete from notification where agent_id = any($1)', [
    [bob.agentId, carl.agentId],
  ])
  await call('PATCH', `/notes/${note.id}`, ana, { content: 'Again', mentions: [bob.agentId] })
  expect(await received(bob)).toEqual([])
  await socket.leave()
})

test('deleting a note deletes its notifications, and the preview follows an edit', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const note = await addNote(conversationId, ana, [bob.agentId], 'First')
  await received(bob)
  await call('PATCH', `/notes/${note.id}`, ana, { content: 'Second', mentions: [bob.agentId] })
  expect(await received(bob)).toMatchObject([{ preview: 'Second' }])
  await call('DELETE', `/notes/${note.id}`, ana)
  expect(await received(bob)).toEqual([])
  expect(await unreadOf(bob)).toBe(0)
  await socket.leave()
})

test('entries that are handled again create no second notification', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  await addNote(conversationId, ana, [bob.agentId])
  await assign(conversationId, ana, bob.agentId)
  const first = await received(bob)
  expect(first).toHaveLength(2)
  const reset = "update log_cursor set seq = 0 where consumer = 'notifications' and customer_id = $1"
  await shop.database.query(reset, [customerId])
  await addNote(conversationId, ana, [])
  expect(await received(bob)).toEqual(first)
  await socket.leave()
})

describe('reading', () => {
  test('by id, by conversation, or all up to one; never those of other agents', async () => {
    const [one, two] = [await visitorWhoWrote(shop), await visitorWhoWrote(shop)]
    for (const { conversationId } of [one, one, two, two]) await addNote(conversationId, ana, [bob.agentId])
    const [newest, second, third] = await received(bob)
    expect(await unreadOf(bob)).toBe(4)
    const read = async (as: Colleague, which: object) =>
      (await call('POST', '/notifications/read', as, which)).body
    expect(await read(ana, { ids: [newest?.id] })).toEqual({ unread: 0 })
    expect(await read(ana, { conversation_id: one.conversationId })).toEqual({ unread: 0 })
    expect(await read(ana, { up_to: newest?.id })).toEqual({ unread: 0 })
    expect(await unreadOf(bob)).toBe(4)
    expect(await read(bob, { ids: [newest?.id, newId()] })).toEqual({ unread: 3 })
    expect(await read(bob, { conversation_id: one.conversationId })).toEqual({ unread: 1 })
    expect((await received(bob, '?unread=true')).map(({ id }) => id)).toEqual([second?.id])
    expect(await read(bob, { up_to: third?.id })).toEqual({ unread: 1 })
    expect(await read(bob, { up_to: second?.id })).toEqual({ unread: 0 })
    await Promise.all([one.socket.leave(), two.socket.leave()])
  })

  test('all up to one includes everything below it in the list, in whichever order processes wrote it', async () => {
    const { socket, conversationId } = await visitorWhoWrote(shop)
    for (const content of ['One', 'Two']) await addNote(conversationId, ana, [bob.agentId], content)
    const [highestId] = await received(bob)
    const older = "update notification set created_at = created_at - interval '1 second' where id = $1"
    await shop.database.query(older, [highestId?.id])
    const [newest, last] = await received(bob)
    expect(last?.id).toBe(highestId?.id)
    await call('POST', '/notifications/read', bob, { up_to: newest?.id })
    expect(await unreadOf(bob)).toBe(0)
    await socket.leave()
  })

  test('needs one way of choosing', async () => {
    for (const which of [{}, { ids: [] }, { ids: ['x'] }, { ids: [newId()], up_to: newId() }, { all: true }])
      expect((await call('POST', '/notifications/read', bob, which)).status).toBe(400)
  })
})

test('notifications are listed in pages, newest first', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  for (const content of ['One', 'Two', 'Three']) await addNote(conversationId, ana, [bob.agentId], content)
  await received(bob)
  const first = await call('GET', '/notifications?max=2', bob)
  const { data, pager } = first.body as { data: Notification[]; pager: { next: string } }
  expect(data.map(({ preview }) => preview)).toEqual(['Three', 'Two'])
  expect(await received(bob, `?max=2&cursor=${pager.next}`)).toMatchObject([{ preview: 'One' }])
  await socket.leave()
})

test('[N1] changes are sent to all windows of the recipient and to no one else', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const theirs = await foundOrganization(shop.service, 'Theirs')
  const open = ({ cookie }: { cookie: string }, organizationId = shop.organization.id) =>
    connectAgent(shop.service, organizationId, cookie)
  const windows = [await open(bob), await open(bob)]
  const others = [await open(ana), await open(theirs, theirs.id)]
  await addNote(conversationId, ana, [bob.agentId], 'Live')
  await received(bob)
  for (const window of windows) {
    const changed = await window.next<NotificationsChanged>('notifications.changed')
    expect(changed).toMatchObject({ added: [{ kind: 'mention', preview: 'Live' }], unread: 1 })
  }
  await call('POST', '/notifications/read', bob, { conversation_id: conversationId })
  for (const window of windows)
    expect(await window.next('notifications.changed')).toEqual({ added: [], unread: 0 })
  for (const other of others) {
    await other.request('ping')
    expect(other.notifications.filter(({ method }) => method === 'notifications.changed')).toEqual([])
  }
  await Promise.all([socket, ...windows, ...others].map((each) => each.leave()))
})

test('a desktop-only notification is sent to the windows but not listed', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const window = await connectAgent(shop.service, shop.organization.id, bob.cookie)
  await call('PATCH', '/notifications/settings', bob, { kind: 'mention', transports: ['desktop'] })
  await addNote(conversationId, ana, [bob.agentId])
  expect(await received(bob)).toEqual([])
  expect(await window.next('notifications.changed')).toMatchObject({
    added: [{ kind: 'mention', transports: ['desktop'] }],
    unread: 0,
  })
  await Promise.all([socket.leave(), window.leave()])
})

test('notifications are deleted after 90 days', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop)
  const database = openDatabase(shop.service.databaseUrl, { connections: 1 })
  const sweep = createNotificationRetention({ db: database.db, clock: () => time })
  const day = 24 * 3600 * 1000
  await addNote(conversationId, ana, [bob.agentId], 'Old')
  await received(bob)
  time += day
  await addNote(conversationId, ana, [bob.agentId], 'New')
  await received(bob)
  time += 89 * day - 60_000
  await sweep()
  const kept = async () => {
    const { rows } = await shop.database.query('select 1 from notification where agent_id = $1', [
      bob.agentId,
    ])
    return rows.length
  }
  expect(await kept()).toBe(2)
  time += 120_000
  await sweep()
  expect(await kept()).toBe(1)
  time -= 90 * day + 60_000
  await database.close()
  await socket.leave()
})
