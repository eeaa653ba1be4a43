import type { IceServer } from '@parley/protocol/call'
import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { callScene, leaveScene, startParams } from '../../testing/test-calls.ts'
import { connectVisitor, startTestService, type TestService } from '../../testing/test-service.ts'

/** [C11] When a browser gets relay credentials, and how long they are valid. */

let service: TestService
let now = Date.parse('2026-03-01T10:00:00.000Z')
beforeAll(async () => {
  const env = {
    PARLEY_TURN_URLS: 'turn:turn.example.com:3478?transport=udp',
    PARLEY_TURN_SECRET: 'north wind, east wind',
  }
  service = await startTestService({ clock: () => now, env })
})
afterAll(() => service.stop())

/** Returns the name in the relay credentials and their remaining lifetime in seconds. */
function relayOf(ice: IceServer[] | undefined): { name: string; seconds: number } | null {
  const [expires, name] = ice?.[0]?.username?.split(':') ?? []
  return name === undefined ? null : { name, seconds: Number(expires) - now / 1000 }
}

test('[C11] a waiting customer gets no credentials; ring and answer issue them per side, no longer than needed', async () => {
  const settings = { nobody: 'wait', offer_seconds: 20, connect_seconds: 20, max_minutes: 5 } as const
  const scene = await callScene(service, { settings: { ...settings, grace_seconds: 120 }, agents: 1 })
  const [agent] = scene.agents
  if (!agent) throw new Error('No agent')
  await agent.socket.request('desk.availability', { availability: 'away' })
  const { socket } = await connectVisitor(service, scene.organization.providerId)
  const { call, ice } = await socket.request<CallJoined>('call.start', startParams())
  expect([call.phase, ice, call.ice]).toEqual(['pending', [], undefined])

  const rings = agent.socket.next<Desk>('desk', ({ offer }) => offer !== null)
  const seesRing = socket.next<CallView>('call', ({ phase }) => phase === 'ringing')
  await agent.socket.request('desk.availability', { availability: 'available' })
  const offered = `${agent.agentId}.${call.id}`
  expect(relayOf((await rings).offer?.ice)).toEqual({ name: offered, seconds: 20 + 20 + 60 })
  expect((await seesRing).ice).toBeUndefined()

  const seesAnswer = socket.next<CallView>('call', ({ phase }) => phase === 'connecting')
  const peer = newId()
  const accepted = await agent.socket.request<CallJoined>('call.accept', { call_id: call.id, peer })
  expect(relayOf(accepted.ice)).toEqual({ name: offered, seconds: 20 + 300 + 60 })
  const called = `${call.customer_id}.${call.id}`
  expect(relayOf((await seesAnswer).ice)).toEqual({ name: called, seconds: 20 + 300 + 60 })
  const alive = await socket.request<CallView>('call.alive', { call_id: call.id })
  expect(relayOf(alive.ice)?.name).toBe(called)

  await agent.socket.request('call.connected', { call_id: call.id, peer })
  now += 100_000
  const rejoined = await socket.request<CallJoined>('call.join', { call_id: call.id, peer: newId() })
  expect(relayOf(rejoined.ice)).toEqual({ name: called, seconds: 200 + 60 })
  await socket.request('call.end', { call_id: call.id })
  await socket.leave()
  await leaveScene(scene)
})
