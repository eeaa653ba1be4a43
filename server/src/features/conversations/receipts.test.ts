import type { Customer } from '@parley/protocol/customer'
import type { Entries } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { connectAgent, connectVisitor } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()

describe('receipts', () => {
  test('[R1] [R2] they only grow, with one entry for each change', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop, 'Seen?')
    const { seq } = await sendText(shop.agent, 'Yes', { customer_id: customerId })
    expect((await socket.refused('receipt', { read: seq + 1 })).code).toBe('too_far_ahead')
    await socket.request('receipt', { delivered: seq })
    await socket.request('receipt', { read: seq })
    await socket.request('receipt', { read: seq - 1, delivered: 1 })
    await shop.agent.request('receipt', { read: 3, customer_id: customerId })
    const { entries } = await socket.request<Entries>('log.read', { after: seq })
    expect(entries.map((entry) => [entry.type, entry.data])).toEqual([
      ['receipt.updated', { by: 'customer', delivered: seq, read: 0 }],
      ['receipt.updated', { by: 'customer', delivered: seq, read: seq }],
      ['receipt.updated', { by: 'agent', delivered: 3, read: 3 }],
    ])
    await socket.leave()
  })

  test('what an agent reads is no longer unread in the inbox', async () => {
    const { socket, customerId, sent } = await visitorWhoWrote(shop, 'One')
    const last = await sendText(socket, 'Two')
    const unread = async () =>
      (
        await shop.service.call(
          'GET',
          `/v1/organizations/${shop.organization.id}/conversations/${sent.conversation_id}`,
          {
            cookie: shop.organization.cookie,
          },
        )
      ).body['unread']
    expect(await unread()).toBe(2)
    await shop.agent.request('receipt', { read: sent.seq, customer_id: customerId })
    expect(await unread()).toBe(1)
    await shop.agent.request('receipt', { read: last.seq, customer_id: customerId })
    expect(await unread()).toBe(0)
    await socket.leave()
  })
})

test('a message that arrives while an agent reads stays unread', async () => {
  const { socket, customerId, conversationId, sent } = await visitorWhoWrote(shop, 'One')
  for (let round = 0; round < 10; round++) {
    const [, last] = await Promise.all([
      shop.agent.request('receipt', { read: sent.seq + round, customer_id: customerId }),
      sendText(socket, `Meanwhile ${round}`),
    ])
    const { rows } = await shop.database.query<{ unread: number; rest: number }>(
      `select c.unread, (select count(*)::int from message m where m.conversation_id = c.id
         and sender_type = 'customer' and seq > (select agents_read from customer_log l where l.customer_id = c.customer_id)) as rest
       from conversation c where id = $1`,
      [conversationId],
    )
    expect(rows[0]?.unread, `round ${round}, up to ${last.seq}`).toBe(rows[0]?.rest)
  }
  await socket.leave()
})

const act = async (conversationId: string, command: string) =>
  (
    await shop.service.call(
      'POST',
      `/v1/organizations/${shop.organization.id}/conversations/${conversationId}/${command}`,
      { cookie: shop.organization.cookie },
    )
  ).body['unread']

test.each(['reopen', 'take-over'])('%s restores the unread count, without what was read', async (command) => {
  const { socket, customerId, conversationId, sent } = await visitorWhoWrote(shop, 'One')
  await sendText(socket, 'Two')
  await shop.agent.request('receipt', { read: sent.seq, customer_id: customerId })
  expect(await act(conversationId, 'close')).toBe(0)
  expect(await act(conversationId, command)).toBe(1)
  const last = await sendText(socket, 'Three')
  await act(conversationId, 'close')
  await shop.agent.request('receipt', { read: last.seq, customer_id: customerId })
  expect(await act(conversationId, command)).toBe(0)
  await socket.leave()
})

describe('typing', () => {
  test('[R3] it reaches the other side, not the sender, and is never in the log', async () => {
    const { socket, customerId, key } = await visitorWhoWrote(shop)
    const otherTab = await connectVisitor(shop.service, shop.organization.providerId, { key })
    const followed = await shop.agent.request<{ seq: number }>('customer.follow', { customer_id: customerId })
    socket.notify('typing', { active: true })
    expect(await shop.agent.next('typing')).toEqual({ customer_id: customerId, agent: null, active: true })
    shop.agent.notify('typing', { active: true, customer_id: customerId })
    expect(await socket.next('typing')).toMatchObject({
      customer_id: customerId,
      agent: { name: 'Shop Owner' },
      active: true,
    })
    await otherTab.socket.next('typing', (typing: { agent: unknown }) => typing.agent !== null)
    expect(otherTab.socket.notifications.filter((frame) => frame.method === 'typing')).toEqual([])
    const customer = (
      await shop.service.call('GET', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
        cookie: shop.organization.cookie,
      })
    ).body as Customer
    expect(customer.seq).toBe(followed.seq)
    await Promise.all([socket.leave(), otherTab.socket.leave()])
  })
})

test('receipts for a customer that a frozen process has locked do not delay other customers', async () => {
  const { service, organization, database } = shop
  const { socket, customerId, sent } = await visitorWhoWrote(shop, 'Locked')
  const other = await visitorWhoWrote(shop, 'Free')
  const agents = await Promise.all(
    Array.from({ length: 13 }, () => connectAgent(service, organization.id, organization.cookie)),
  )
  await database.query('begin')
  await database.query('select from customer_log where customer_id = $1 for update', [customerId])
  let settled = 0
  const receipts = agents.map(async (agent) => {
    await agent.request('receipt', { read: sent.seq, customer_id: customerId })
    settled += 1
  })
  const waiters = async () => {
    await database.query('select pg_stat_clear_snapshot()')
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  await expect.poll(waiters).toBeGreaterThan(0)
  const path = `/v1/organizations/${organization.id}/conversations/${other.conversationId}/close`
  expect(await service.call('POST', path, { cookie: organization.cookie })).toMatchObject({ status: 200 })
  expect(settled).toBe(0)
  await database.query('rollback')
  await Promise.all(receipts)
  await Promise.all([socket.leave(), other.socket.leave(), ...agents.map((agent) => agent.leave())])
})
