import type { Conversation, InboxCounts } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import { describe, expect, test } from 'vitest'
import { connectAgent, connectVisitor, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

let now = Date.parse('2026-03-01T10:00:00.000Z')
const shop = useShop({ clock: () => now })

const act = (id: string, command: string) =>
  shop.service.call('POST', `/v1/organizations/${shop.organization.id}/conversations/${id}/${command}`, {
    cookie: shop.organization.cookie,
  })

describe('the inbox', () => {
  test('views, counts and search by name and text', async () => {
    const quiet = await foundOrganization(shop.service, 'Quiet')
    const owner = await connectAgent(shop.service, quiet.id, quiet.cookie)
    const list = async (query: string) =>
      (
        (
          await shop.service.call('GET', `/v1/organizations/${quiet.id}/conversations?${query}`, {
            cookie: quiet.cookie,
          })
        ).body as PageOf<Conversation>
      ).data
    const visitors = []
    for (const text of ['A parcel is missing', 'Where is my invoice?', 'Größe passt nicht']) {
      const visitor = await connectVisitor(shop.service, quiet.providerId)
      now += 1000
      visitors.push({ ...visitor, sent: await sendText(visitor.socket, text) })
    }
    const [first, second, third] = visitors as [
      (typeof visitors)[0],
      (typeof visitors)[0],
      (typeof visitors)[0],
    ]
    now += 1000
    await sendText(owner, 'On its way', { customer_id: first.sent.customer_id })
    await shop.service.call(
      'POST',
      `/v1/organizations/${quiet.id}/conversations/${third.sent.conversation_id}/close`,
      { cookie: quiet.cookie },
    )
    await shop.service.call('PATCH', `/v1/organizations/${quiet.id}/customers/${second.sent.customer_id}`, {
      cookie: quiet.cookie,
      body: { first_name: 'Grace', last_name: 'Hopper' },
    })
    const ids = async (query: string) => (await list(query)).map((row) => row.id)
    expect(await ids('view=mine')).toEqual([first.sent.conversation_id])
    expect(await ids('view=unassigned')).toEqual([second.sent.conversation_id])
    expect(await ids('view=open')).toEqual([first.sent.conversation_id, second.sent.conversation_id])
    expect(await ids('view=closed')).toEqual([third.sent.conversation_id])
    expect(await ids('view=open&q=invoi')).toEqual([second.sent.conversation_id])
    expect(await ids('view=open&q=hopper')).toEqual([second.sent.conversation_id])
    expect(await ids('view=closed&q=gr%C3%B6%C3%9Fe')).toEqual([third.sent.conversation_id])
    expect(await ids("view=open&q=%25';--")).toEqual([])
    const counts = (
      await shop.service.call('GET', `/v1/organizations/${quiet.id}/conversations/counts`, {
        cookie: quiet.cookie,
      })
    ).body as InboxCounts
    expect(counts).toEqual({ mine: 1, unassigned: 1, open: 2, snoozed: 0, closed: 1, mine_unread: 1 })
    const [row] = await list('view=unassigned')
    expect(row).toMatchObject({
      customer: { name: 'Grace Hopper', online: true },
      last_message: { sender_type: 'customer', preview: 'Where is my invoice?' },
      unread: 1,
      waiting_since: expect.stringMatching(/\+00:00$/),
    })
    await Promise.all([owner.leave(), ...visitors.map((visitor) => visitor.socket.leave())])
  })

  test('pages stay stable while rows are added, and an invalid cursor is refused', async () => {
    const page = (query: string) =>
      shop.service.call(
        'GET',
        `/v1/organizations/${shop.organization.id}/conversations?view=open&max=2${query}`,
        {
          cookie: shop.organization.cookie,
        },
      ) as Promise<{
        status: number
        body: PageOf<Conversation>
      }>
    const earlier = [await visitorWhoWrote(shop), await visitorWhoWrote(shop), await visitorWhoWrote(shop)]
    const first = (await page('')).body
    const { socket } = await visitorWhoWrote(shop, 'Newcomer')
    const second = (await page(`&cursor=${first.pager.next}`)).body
    expect(first.data).toHaveLength(2)
    expect(new Set([...first.data, ...second.data].map((row) => row.id)).size).toBe(
      first.data.length + second.data.length,
    )
    for (const cursor of ['x', Buffer.from('1; drop table message').toString('base64url')]) {
      expect((await page(`&cursor=${cursor}`)).status).toBe(400)
    }
    await Promise.all([socket, ...earlier.map((visitor) => visitor.socket)].map((each) => each.leave()))
  })

  test('agents who follow it are notified of each changed row', async () => {
    const colleague = await inviteAgent(shop.service, shop.organization, 'Bea')
    const watcher = await connectAgent(shop.service, shop.organization.id, colleague.cookie)
    await watcher.request('inbox.follow')
    const { socket, conversationId: id } = await visitorWhoWrote(shop, 'Live')
    type Changed = { conversations: Conversation[] }
    const has = (matches: (row: Conversation) => boolean) =>
      watcher.next<Changed>('inbox.changed', (changed) =>
        changed.conversations.some((row) => row.id === id && matches(row)),
      )
    await has((row) => row.last_message?.preview === 'Live' && row.agent === null)
    await act(id, 'take-over')
    await has((row) => row.agent?.id === shop.organization.ownerId)
    await act(id, 'close')
    const closed = has((row) => row.status === 'closed')
    await sendText(socket, 'One more question')
    await closed
    await Promise.all([socket.leave(), watcher.leave()])
  })
})

test('updated_at does not go back when clocks differ, so that panels accept each change', async () => {
  const { socket, conversationId, customerId } = await visitorWhoWrote(shop)
  const row = async () => {
    const { id, cookie } = shop.organization
    const path = `/v1/organizations/${id}/conversations/${conversationId}`
    return (await shop.service.call('GET', path, { cookie })).body as Conversation
  }
  now += 2000
  await sendText(socket, 'Stored by a process whose clock is ahead')
  const { updated_at: ahead } = await row()
  expect(Date.parse(ahead)).toBe(now)
  now -= 1000
  await act(conversationId, 'take-over')
  expect(await row()).toMatchObject({ updated_at: ahead, agent: { id: shop.organization.ownerId } })
  await sendText(socket, 'Placed by a batch')
  expect(await row()).toMatchObject({ updated_at: ahead, last_message: { preview: 'Placed by a batch' } })
  await sendText(shop.agent, 'The first response', { customer_id: customerId })
  expect(await row()).toMatchObject({ updated_at: ahead, last_message: { preview: 'The first response' } })
  await act(conversationId, 'close')
  expect(await row()).toMatchObject({ updated_at: ahead, status: 'closed' })
  now += 2000
  await act(conversationId, 'reopen')
  expect(Date.parse((await row()).updated_at)).toBe(now)
  await socket.leave()
})
