import type { MessageSent } from '@parley/protocol/message'
import type { MessageHistory } from '@parley/protocol/timeline'
import type { Entries } from '@parley/protocol/timeline'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectAgent, connectVisitor, inviteAgent } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()

const contents = (pieces: Entries[]): string[] =>
  pieces.flatMap((piece) =>
    piece.entries.flatMap((entry) => (entry.type === 'message.created' ? entry.data.content : [])),
  )

describe('sending', () => {
  test('[S5] neither text nor media is refused, as is too much text', async () => {
    const { socket } = await connectVisitor(shop.service, shop.organization.providerId)
    for (const content of ['', '   \n ']) {
      expect((await socket.refused('message.send', { client_id: newId(), content })).code).toBe(
        'message_empty',
      )
    }
    expect(
      (await socket.refused('message.send', { client_id: newId(), content: 'x'.repeat(8001) })).code,
    ).toBe('invalid_request')
    await socket.leave()
  })

  test('[S2] a repeat returns the first result and creates nothing, also on a new connection and after the conversation was closed', async () => {
    const { socket, key } = await connectVisitor(shop.service, shop.organization.providerId)
    const message = { client_id: newId(), content: 'Only once' }
    const first = await socket.request<MessageSent>('message.send', message)
    expect(await socket.request<MessageSent>('message.send', message)).toEqual({ ...first, duplicate: true })
    await shop.service.call(
      'POST',
      `/v1/organizations/${shop.organization.id}/conversations/${first.conversation_id}/close`,
      {
        cookie: shop.organization.cookie,
      },
    )
    await socket.leave()
    const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
    expect(await again.socket.request<MessageSent>('message.send', message)).toEqual({
      ...first,
      duplicate: true,
    })
    const { rows } = await shop.database.query(
      'select count(*)::int as n from message where customer_id = $1',
      [first.customer_id],
    )
    expect(rows[0].n).toBe(1)
    await again.socket.leave()
  })

  test('[S2] the same message sent ten times at once is stored once', async () => {
    const { socket, customerId, key } = await visitorWhoWrote(shop)
    const tabs = await Promise.all(
      Array.from({ length: 10 }, () => connectVisitor(shop.service, shop.organization.providerId, { key })),
    )
    const message = { client_id: newId(), content: 'Racing' }
    const answers = await Promise.all(
      tabs.map((tab) => tab.socket.request<MessageSent>('message.send', message)),
    )
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1)
    const { rows } = await shop.database.query(
      "select count(*)::int as n from event_log where customer_id = $1 and data->>'content' = 'Racing'",
      [customerId],
    )
    expect(rows[0].n).toBe(1)
    await Promise.all([socket.leave(), ...tabs.map((tab) => tab.socket.leave())])
  })

  test('[S2] first messages of two tabs at once create one customer and one conversation', async () => {
    const { socket, key } = await connectVisitor(shop.service, shop.organization.providerId)
    const other = await connectVisitor(shop.service, shop.organization.providerId, { key })
    const [a, b] = await Promise.all([
      sendText(socket, 'From one tab'),
      sendText(other.socket, 'From the other'),
    ])
    expect(a.customer_id).toBe(b.customer_id)
    expect(a.conversation_id).toBe(b.conversation_id)
    // Both tabs follow the new log.
    const end = Math.max(a.seq, b.seq)
    expect(contents(await socket.entriesUpTo(end)).sort()).toEqual(['From one tab', 'From the other'])
    expect(contents(await other.socket.entriesUpTo(end)).sort()).toEqual(['From one tab', 'From the other'])
    await Promise.all([socket.leave(), other.socket.leave()])
  })

  test('a message that waits for a concurrent close starts a new conversation, and one that waits for a block is refused', async () => {
    const { socket, customerId, conversationId } = await visitorWhoWrote(shop)
    const other = new pg.Client({ connectionString: shop.service.databaseUrl })
    await other.connect()
    /** Locks the customer, as another process would, until the message waits for the lock. */
    const whileHeld = async (change: string, content: string) => {
      await other.query('begin')
      await other.query('select from customer_log where customer_id = $1 for update', [customerId])
      const answer = socket.exchange('message.send', { client_id: newId(), content })
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      while ((await shop.database.query(waiting)).rowCount === 0);
      await other.query(change, [customerId])
      await other.query('commit')
      return answer
    }
    const late = await whileHeld(
      "update conversation set status = 'closed', closed_at = now(), duration = 0 where customer_id = $1",
      'Too late',
    )
    expect(late.result).toMatchObject({ duplicate: false })
    expect((late.result as MessageSent).conversation_id).not.toBe(conversationId)
    const blocked = await whileHeld(
      'update customer_log set may_write = false where customer_id = $1',
      'Blocked',
    )
    expect(blocked.error?.data.code).toBe('customer_blocked')
    await other.end()
    await socket.leave()
  })

  test('a message that waits for its customer delays nobody else', async () => {
    const [held, free] = await Promise.all([visitorWhoWrote(shop), visitorWhoWrote(shop)])
    const other = new pg.Client({ connectionString: shop.service.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select from customer_log where customer_id = $1 for update', [held.customerId])
    const late = sendText(held.socket, 'Late')
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while ((await shop.database.query(waiting)).rowCount === 0);
    expect(await sendText(free.socket, 'In time')).toMatchObject({ duplicate: false })
    await other.query('commit')
    expect(await late).toMatchObject({ duplicate: false })
    await other.end()
    await Promise.all([held.socket.leave(), free.socket.leave()])
  })

  test('[S3] the same client_id with other content is a conflict', async () => {
    const { socket } = await visitorWhoWrote(shop)
    const clientId = newId()
    await socket.request('message.send', { client_id: clientId, content: 'One' })
    expect((await socket.refused('message.send', { client_id: clientId, content: 'Two' })).code).toBe(
      'client_id_conflict',
    )
    await socket.leave()
  })

  test('[S4] messages of one socket keep the order in which they were sent, from the first one on', async () => {
    const { socket } = await connectVisitor(shop.service, shop.organization.providerId)
    const texts = Array.from({ length: 60 }, (_, index) => `message ${index}`)
    const sent = await Promise.all(texts.map((text) => sendText(socket, text)))
    const history = await socket.request<MessageHistory>('message.history', { max: 100 })
    expect(history.messages.map((message) => message.content).toReversed()).toEqual(texts)
    const places = sent.map((message) => message.seq)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    await socket.leave()
  })

  test('[S6] a blocked customer cannot write, and can still read', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop, 'Before')
    await shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
      cookie: shop.organization.cookie,
      body: { is_blocked: true },
    })
    expect((await socket.refused('message.send', { client_id: newId(), content: 'After' })).code).toBe(
      'customer_blocked',
    )
    expect((await socket.request<MessageHistory>('message.history')).messages).toHaveLength(1)
    const blocked = await socket.next<Entries>('entries', (piece) =>
      piece.entries.some((entry) => entry.type === 'customer.updated'),
    )
    // The frame may also have earlier entries.
    const change = blocked.entries.find((entry) => entry.type === 'customer.updated')
    expect(change?.data).toMatchObject({ changes: { is_blocked: true } })
    await shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
      cookie: shop.organization.cookie,
      body: { is_blocked: false },
    })
    await sendText(socket, 'Again')
    await socket.leave()
  })

  test('[S7] an agent cannot write into a closed conversation', async () => {
    const { socket, customerId, sent } = await visitorWhoWrote(shop)
    await shop.service.call(
      'POST',
      `/v1/organizations/${shop.organization.id}/conversations/${sent.conversation_id}/close`,
      {
        cookie: shop.organization.cookie,
      },
    )
    const refusal = await shop.agent.refused('message.send', {
      client_id: newId(),
      content: 'Late',
      customer_id: customerId,
    })
    expect(refusal.code).toBe('conversation_closed')
    await socket.leave()
  })

  test('messages and typing of an agent who changed their name have the new one, on a socket opened before', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const { cookie } = await inviteAgent(shop.service, shop.organization, 'Full Name')
    const agent = await connectAgent(shop.service, shop.organization.id, cookie)
    await agent.request('customer.follow', { customer_id: customerId })
    await sendText(agent, 'Before', { customer_id: customerId })
    agent.notifications.length = 0
    await shop.service.call('POST', '/v1/auth/update-user', { cookie, body: { name: 'Short' } })
    await agent.next('organization.changed', ({ what }: { what: string }) => what === 'agents')
    await sendText(agent, 'After', { customer_id: customerId })
    const { messages } = await socket.request<MessageHistory>('message.history')
    expect(messages.slice(0, 2).map(({ sender_agent }) => sender_agent?.name)).toEqual(['Short', 'Full Name'])
    agent.notify('typing', { active: true, customer_id: customerId })
    expect(await socket.next('typing')).toMatchObject({ agent: { name: 'Short' } })
    await Promise.all([socket.leave(), agent.leave()])
  })

  test('[S8] a reply needs a message of this log that its sender still sees', async () => {
    const { socket, sent } = await visitorWhoWrote(shop, 'The question')
    const stranger = await visitorWhoWrote(shop, 'Somebody else')
    const reply = (id: string) => ({ client_id: newId(), content: 'See above', reply_to_id: id })
    expect((await socket.refused('message.send', reply(newId()))).code).toBe('reply_target_unknown')
    expect((await socket.refused('message.send', reply(stranger.sent.id))).code).toBe('reply_target_unknown')
    await socket.request('message.send', reply(sent.id))
    const history = await socket.request<MessageHistory>('message.history')
    expect(history.messages[0]?.reply_to_id).toBe(sent.id)
    await socket.request('chat.clear')
    expect((await socket.refused('message.send', reply(sent.id))).code).toBe('reply_target_unknown')
    await Promise.all([socket.leave(), stranger.socket.leave()])
  })

  test('[S9] unknown media, and media uploaded by another sender, are refused', async () => {
    const { socket, customerId } = await visitorWhoWrote(shop)
    const unknown = { client_id: newId(), content: '', media_ids: [newId()] }
    expect((await socket.refused('message.send', unknown)).code).toBe('media_unknown')
    expect((await shop.agent.refused('message.send', { ...unknown, customer_id: customerId })).code).toBe(
      'media_unknown',
    )
    await socket.leave()
  })
})
