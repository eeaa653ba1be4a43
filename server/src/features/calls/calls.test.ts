import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { connectVisitor } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'

let now = Date.parse('2026-03-01T10:00:00.000Z')
const shop = useShop({ clock: () => now })

test('[C2] [C4] [C5] [C9] a call rings, is accepted, signalled both ways, connected and ended', async () => {
  const { agent, service } = shop
  const { socket, connected } = await connectVisitor(service, shop.organization.providerId)
  expect(connected.calls).toEqual({ mode: 'audio', recording: 'off' })
  const desk = await agent.request<Desk>('desk.open', { microphone: true })
  expect(desk).toMatchObject({ state: 'idle', offer: null, call: null })

  const peers = { customer: newId(), agent: newId() }
  const start = { client_id: newId(), peer: peers.customer, video: false, consent: null, recording: 'off' }
  const started = await socket.request<CallJoined>('call.start', start)
  expect(started.call).toMatchObject({ phase: 'ringing', position: null, agent: null })
  const callId = started.call.id
  const ringing = await agent.next<Desk>('desk', ({ offer }) => offer !== null)
  expect(ringing).toMatchObject({ state: 'offered', offer: { call: { id: callId } } })

  now += 4000
  const accepted = await agent.request<CallJoined>('call.accept', { call_id: callId, peer: peers.agent })
  expect(accepted.call).toMatchObject({ phase: 'connecting', peers, answered_at: null })
  await socket.next<CallView>('call', ({ phase }) => phase === 'connecting')

  const offer = { description: { type: 'offer', sdp: 'v=0' } }
  agent.notify('call.signal', { call_id: callId, from: peers.agent, to: peers.customer, signal: offer })
  expect(await socket.next('call.signal')).toEqual({
    call_id: callId,
    from: peers.agent,
    to: peers.customer,
    signal: offer,
  })
  const candidate = { candidate: null }
  socket.notify('call.signal', { call_id: callId, from: peers.customer, to: peers.agent, signal: candidate })
  expect(await agent.next('call.signal')).toMatchObject({ from: peers.customer, signal: candidate })

  now += 1000
  const active = await socket.request<CallView>('call.connected', { call_id: callId, peer: peers.customer })
  expect(active).toMatchObject({ phase: 'active', answered_at: '2026-03-01T10:00:05.000+00:00' })
  await agent.next<CallView>('call', ({ phase }) => phase === 'active')

  now += 60_000
  const over = await agent.request<CallView>('call.end', { call_id: callId })
  expect(over).toMatchObject({ phase: 'over', end: { status: 'ended', reason: null, ended_by: 'agent' } })
  await socket.next<CallView>('call', ({ phase }) => phase === 'over')
  const { rows } = await shop.database.query(
    `select type, data from event_log where type like 'call.%' order by seq`,
  )
  expect(rows.map((row: { type: string }) => row.type)).toEqual(['call.started', 'call.ended'])
  await socket.leave()
})
