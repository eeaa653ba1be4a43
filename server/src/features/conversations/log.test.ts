import type { MediaTicket } from '@parley/protocol/media'
import type { Entries, MessageHistory } from '@parley/protocol/timeline'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { untilBlocked } from '../../testing/blocked-sessions.ts'
import { baseUrl, connectVisitor } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import type { SocketOptions } from '../../testing/test-socket.ts'

const shop = useShop()

const contents = (pieces: Entries[]): string[] =>
  pieces.flatMap((piece) =>
    piece.entries.flatMap((entry) => (entry.type === 'message.created' ? entry.data.content : [])),
  )

describe('the log', () => {
  test('[L1] [L3] entries cover it without gap or overlap, and some are for agents only', async () => {
    const { socket, customerId, sent } = await visitorWhoWrote(shop, 'One')
    await shop.agent.request('customer.follow', { customer_id: customerId, after: 0 })
    await shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
      cookie: shop.organization.cookie,
      body: { phone: '123' },
    })
    const last = await sendText(shop.agent, 'Two', { customer_id: customerId })
    const mine = await socket.entriesUpTo(last.seq)
    const theirs = await shop.agent.entriesUpTo(last.seq)
    for (const pieces of [mine, theirs]) {
      expect(pieces[0]?.after).toBe(0)
      pieces.slice(1).forEach((piece, index) => expect(piece.after).toBe(pieces[index]?.to))
    }
    const types = (pieces: Entries[]) => pieces.flatMap((piece) => piece.entries.map((entry) => entry.type))
    expect(types(mine)).toEqual([
      'conversation.started',
      'message.created',
      'conversation.assigned',
      'message.created',
    ])
    expect(types(theirs)).toEqual([
      'customer.created',
      'conversation.started',
      'message.created',
      'customer.updated',
      'conversation.assigned',
      'message.created',
    ])
    expect(theirs.flatMap((piece) => piece.entries.map((entry) => entry.seq))).toEqual([1, 2, 3, 4, 5, 6])
    expect(sent.seq).toBe(3)
    await socket.leave()
  })

  test('[L2] a resume from any position returns the same remaining entries', async () => {
    const { socket, key, customerId } = await visitorWhoWrote(shop, '0')
    for (let i = 1; i <= 6; i++)
      await sendText(i % 2 ? socket : shop.agent, String(i), i % 2 ? {} : { customer_id: customerId })
    const end = (await sendText(socket, 'end')).seq
    const whole = (await socket.entriesUpTo(end)).flatMap((piece) => piece.entries)
    await socket.leave()
    for (let after = 0; after <= end; after++) {
      const again = await connectVisitor(shop.service, shop.organization.providerId, { key, resume: after })
      expect(again.connected.start).toEqual({ mode: 'resume' })
      const rest =
        after === end ? [] : (await again.socket.entriesUpTo(end)).flatMap((piece) => piece.entries)
      expect(rest).toEqual(whole.filter((entry) => entry.seq > after))
      await again.socket.leave()
    }
  })

  test('[L2] missed entries follow the response to connect, however long the response takes', async () => {
    const { socket, key, customerId, sent } = await visitorWhoWrote(shop, 'Before')
    await socket.leave()
    await sendText(shop.agent, 'Missed', { customer_id: customerId })
    const { pool, close } = openDatabase(shop.service.databaseUrl, { connections: 2 })
    const lock = await pool.connect()
    // The response needs the live call, the entries do not.
    await lock.query('begin')
    await lock.query('lock table call in access exclusive mode')
    const frames: (string | undefined)[] = []
    const openWidget = async (options?: SocketOptions) => {
      const opened = await shop.service.openWidget(options)
      opened.ws.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()).method))
      return opened
    }
    const connecting = connectVisitor({ ...shop.service, openWidget }, shop.organization.providerId, {
      key,
      resume: sent.seq,
    })
    await untilBlocked(lock)
    await shop.agent.request('log.read', { customer_id: customerId, after: 0 })
    await lock.query('rollback')
    lock.release()
    const again = await connecting
    expect(contents([await again.socket.next<Entries>('entries')])).toEqual(['Missed'])
    expect(frames.filter((method) => method === undefined || method === 'entries')).toEqual([
      undefined,
      'entries',
    ])
    await again.socket.leave()
    await close()
  })

  test('a resume from a position beyond the log starts from a snapshot', async () => {
    const { socket, key } = await visitorWhoWrote(shop, 'Hello')
    await socket.leave()
    const again = await connectVisitor(shop.service, shop.organization.providerId, { key, resume: 999 })
    expect(again.connected.start).toMatchObject({ mode: 'snapshot', messages: [{ content: 'Hello' }] })
    await again.socket.leave()
  })

  test('[L2] following from a position beyond the log begins at its end', async () => {
    const { socket, sent, customerId } = await visitorWhoWrote(shop)
    const followed = await shop.agent.request('customer.follow', { customer_id: customerId, after: 1000 })
    expect(followed).toMatchObject({ seq: sent.seq })
    const next = await sendText(socket, 'Next')
    const [first] = await shop.agent.entriesUpTo(next.seq)
    expect(first).toMatchObject({ customer_id: customerId, after: sent.seq })
    await shop.agent.request('customer.unfollow', { customer_id: customerId })
    await socket.leave()
  })

  test('[L6] cleared messages disappear from the customer’s window; agents see them with the time', async () => {
    const { socket, key, customerId } = await visitorWhoWrote(shop, 'Embarrassing')
    await sendText(shop.agent, 'Noted', { customer_id: customerId })
    const { seq } = await socket.request<{ seq: number }>('chat.clear')
    await sendText(socket, 'Fresh start')
    expect(
      (await socket.request<MessageHistory>('message.history')).messages.map((message) => message.content),
    ).toEqual(['Fresh start'])
    const read = await socket.request<Entries>('log.read', { after: 0 })
    expect(contents([read])).toEqual(['Fresh start'])
    expect(read.entries.find((entry) => entry.type === 'messages.cleared')?.data).toMatchObject({
      up_to: seq - 1,
    })
    await socket.leave()
    const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
    expect(again.connected.start).toMatchObject({ messages: [{ content: 'Fresh start' }], more: false })
    await again.socket.leave()
    const kept = await shop.agent.request<MessageHistory>('message.history', { customer_id: customerId })
    expect(kept.messages.map((message) => message.content)).toEqual(['Fresh start', 'Noted', 'Embarrassing'])
    expect(kept.messages.map((message) => message.deleted_by_customer_at !== null)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('[F7] pages of large messages end early: history, snapshot and resume', async () => {
    const { socket, key, sent } = await visitorWhoWrote(shop, '0')
    // 48 KB as JSON.
    const large = '\u0001'.repeat(8000)
    for (let i = 1; i <= 24; i++) await sendText(socket, large)
    const limit = 512 * 1024
    const bytesOf = (page: unknown) => Buffer.byteLength(JSON.stringify(page))
    const messages: string[] = []
    for (let page: MessageHistory | undefined; page?.more !== false;) {
      const before: number | undefined = page?.messages.at(-1)?.seq
      page = await socket.request<MessageHistory>('message.history', { ...(before && { before }), max: 100 })
      expect(bytesOf(page.messages)).toBeLessThan(limit)
      messages.push(...page.messages.map((message) => message.id))
    }
    expect(new Set(messages).size).toBe(25)
    expect(messages).toHaveLength(25)
    await socket.leave()
    const fresh = await connectVisitor(shop.service, shop.organization.providerId, { key })
    expect(bytesOf(fresh.connected)).toBeLessThan(limit + 2000)
    expect(fresh.connected.start).toMatchObject({ mode: 'snapshot', more: true })
    await fresh.socket.leave()
    const resumed = await connectVisitor(shop.service, shop.organization.providerId, {
      key,
      resume: sent.seq,
    })
    const pieces = await resumed.socket.entriesUpTo(sent.seq + 24)
    for (const piece of pieces) expect(bytesOf(piece.entries)).toBeLessThan(limit)
    expect(pieces.flatMap(({ entries }) => entries)).toHaveLength(24)
    await resumed.socket.leave()
  })

  test('history is read backwards in pages, and reports its end', async () => {
    const { socket } = await visitorWhoWrote(shop, '0')
    for (let i = 1; i < 5; i++) await sendText(socket, String(i))
    const first = await socket.request<MessageHistory>('message.history', { max: 2 })
    const second = await socket.request<MessageHistory>('message.history', {
      max: 3,
      before: first.messages.at(-1)?.seq,
    })
    expect(first).toMatchObject({ messages: [{ content: '4' }, { content: '3' }], more: true })
    expect(second).toMatchObject({
      messages: [{ content: '2' }, { content: '1' }, { content: '0' }],
      more: false,
    })
    await socket.leave()
  })
})

test('[L6] an attachment that was sent has links, until its message is cleared; agents keep them', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  const bytes = Buffer.from('a text file')
  const ticket = await socket.request<MediaTicket>('media.ticket', { name: 'note.txt', size: bytes.length })
  const upload = await fetch(shop.service.address + new URL(ticket.upload_url).pathname, {
    method: 'PUT',
    headers: { 'parley-upload': ticket.ticket },
    body: bytes,
  })
  expect(upload.status).toBe(201)
  const ids = [ticket.media_id]
  expect(await socket.request('media.links', { ids })).toEqual({ media: [] })
  const sent = await sendText(socket, '', { media_ids: ids })
  const { messages } = await socket.request<MessageHistory>('message.history')
  expect(messages[0]).toMatchObject({
    id: sent.id,
    media: [{ name: 'note.txt', mime: 'text/plain', size: 11 }],
  })
  const read = await fetch(messages[0]?.media[0]?.url.replace(baseUrl, shop.service.address) ?? '')
  expect(await read.text()).toBe('a text file')
  expect(await socket.request('media.links', { ids })).toMatchObject({ media: [{ id: ticket.media_id }] })
  await socket.request('chat.clear')
  expect(await socket.request('media.links', { ids })).toEqual({ media: [] })
  expect(await shop.agent.request('media.links', { ids, customer_id: customerId })).toMatchObject({
    media: [{ id: ticket.media_id }],
  })
  await socket.leave()
})

test('[S6] a blocked customer gets no upload ticket, and an earlier ticket is refused', async () => {
  const { socket } = await connectVisitor(shop.service, shop.organization.providerId)
  const file = { name: 'note.txt', size: 11 }
  const beforeFirstMessage = await socket.request<MediaTicket>('media.ticket', file)
  const { customer_id: customerId } = await sendText(socket, 'Hello')
  const early = await socket.request<MediaTicket>('media.ticket', file)
  const blockCustomer = (isBlocked: boolean) =>
    shop.service.call('PATCH', `/v1/organizations/${shop.organization.id}/customers/${customerId}`, {
      cookie: shop.organization.cookie,
      body: { is_blocked: isBlocked },
    })
  const upload = (ticket: MediaTicket) =>
    fetch(shop.service.address + new URL(ticket.upload_url).pathname, {
      method: 'PUT',
      headers: { 'parley-upload': ticket.ticket },
      body: 'a text file',
    })
  await blockCustomer(true)
  await expect(socket.request('media.ticket', file)).rejects.toThrow('customer_blocked')
  for (const ticket of [early, beforeFirstMessage]) {
    const refused = await upload(ticket)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'customer_blocked' }])
  }
  const agents = await shop.agent.request<MediaTicket>('media.ticket', { ...file, customer_id: customerId })
  expect((await upload(agents)).status).toBe(201)
  await blockCustomer(false)
  expect((await upload(early)).status).toBe(201)
  await socket.leave()
})
