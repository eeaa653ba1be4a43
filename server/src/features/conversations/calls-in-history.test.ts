import type { CallJoined } from '@parley/protocol/call-view'
import type { ChatCleared } from '@parley/protocol/message'
import type { MessageHistory } from '@parley/protocol/timeline'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectVisitor } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'

const shop = useShop()

beforeAll(async () => {
  const { id, cookie, providerId } = shop.organization
  const path = `/v1/organizations/${id}/providers/${providerId}`
  const body = { calls: { mode: 'audio', nobody: 'wait' } }
  expect((await shop.service.call('PATCH', path, { cookie, body })).status).toBe(200)
})

type Socket = Awaited<ReturnType<typeof visitorWhoWrote>>['socket']

/** A call that the customer cancels before anybody answers. */
async function ringOnce(socket: Socket): Promise<string> {
  const params = { client_id: newId(), peer: newId(), video: false, consent: null, recording: 'off' }
  const { call } = await socket.request<CallJoined>('call.start', params)
  await socket.request('call.end', { call_id: call.id })
  return call.id
}

const idsOf = ({ calls }: Pick<MessageHistory, 'calls'>) => calls.map(({ data }) => data.id)

test('[L8] the customer’s pages carry the calls between their messages, each call once; pages of agents carry none', async () => {
  const { socket, key, customerId } = await visitorWhoWrote(shop, 'One')
  const first = await ringOnce(socket)
  await sendText(socket, 'Two')
  const second = await ringOnce(socket)

  const newest = await socket.request<MessageHistory>('message.history', { max: 1 })
  expect(idsOf(newest)).toEqual([second])
  expect(newest.calls[0]).toMatchObject({
    type: 'call.missed',
    data: { reason: 'cancelled', answered_at: null },
  })
  const before = newest.messages.at(-1)?.seq
  const older = await socket.request<MessageHistory>('message.history', { max: 1, before })
  expect(idsOf(older)).toEqual([first])
  await socket.leave()

  const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
  const { start } = again.connected
  if (start.mode !== 'snapshot') throw new Error('It was to start anew')
  expect(idsOf(start)).toEqual([first, second])
  expect(start.calls.every(({ seq }) => seq <= again.connected.seq)).toBe(true)
  await again.socket.leave()

  const theirs = await shop.agent.request<MessageHistory>('message.history', { customer_id: customerId })
  expect(theirs.calls).toEqual([])
})

test('[L6] [L8] a cleared window starts without earlier calls', async () => {
  const { socket, key } = await visitorWhoWrote(shop, 'One')
  await ringOnce(socket)
  await socket.request('chat.clear')
  const later = await ringOnce(socket)
  expect(idsOf(await socket.request<MessageHistory>('message.history'))).toEqual([later])
  await socket.leave()
  const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
  expect(again.connected.start).toMatchObject({ messages: [], calls: [{ data: { id: later } }] })
  await again.socket.leave()
})

test('[L8] a customer who has only called sees the call after reconnecting', async () => {
  const visitor = await connectVisitor(shop.service, shop.organization.providerId)
  const called = await ringOnce(visitor.socket)
  await visitor.socket.leave()
  const again = await connectVisitor(shop.service, shop.organization.providerId, { key: visitor.key })
  expect(again.connected.start).toMatchObject({
    messages: [],
    more: false,
    calls: [{ data: { id: called } }],
  })
  await again.socket.leave()
})

test('[L6] [L8] clearing a window that shows only calls removes them, and a second time changes nothing', async () => {
  const { socket, key } = await connectVisitor(shop.service, shop.organization.providerId)
  await ringOnce(socket)
  const cleared = await socket.request<ChatCleared>('chat.clear')
  const pushed = (await socket.entriesUpTo(cleared.seq)).flatMap(({ entries }) => entries)
  expect(pushed.at(-1)).toMatchObject({
    type: 'messages.cleared',
    seq: cleared.seq,
    data: { up_to: cleared.seq - 1 },
  })
  expect(await socket.request('chat.clear')).toEqual(cleared)
  expect(idsOf(await socket.request<MessageHistory>('message.history'))).toEqual([])
  await socket.leave()
  const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
  expect(again.connected.start).toMatchObject({ messages: [], calls: [] })
  await again.socket.leave()
})
