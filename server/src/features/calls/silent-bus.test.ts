import type { Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useCallClock } from '../../testing/call-clock.ts'
import { deskAgent, leaveScene, placeCall, talk, type TestAgent } from '../../testing/test-calls.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { transferTo, untilTransfer } from '../../testing/test-transfers.ts'

/** Two processes whose bus has never been connected: no message and no gap reaches the other one. */

const env = { NATS_URL: 'nats://127.0.0.1:1' }
const clock = useCallClock(env)
let other: TestService

beforeAll(async () => {
  const { databaseUrl } = clock.service
  other = await startTestService({ clock: () => Date.parse(clock.now()), databaseUrl, env })
})
afterAll(() => other.stop())

/** How many desks have arrived and were not read. */
async function desksAt({ socket }: TestAgent): Promise<number> {
  await socket.request('ping')
  return socket.notifications.filter(({ method }) => method === 'desk').length
}

/** Time passes until the processes renew the presence of their agents. */
async function renew(): Promise<void> {
  await clock.pass(5)
  await other.app.calls.sweep()
}

test('[C3] an agent hears a call that another process offered, and sees its end, when the presence is renewed', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = clock.agentOf(scene)
  await renew()
  const call = await placeCall({ ...scene, service: other })
  expect(call.view.phase).toBe('ringing')
  agent.socket.notifications.length = 0
  expect(await desksAt(agent)).toBe(0)
  await renew()
  expect(await agent.socket.next<Desk>('desk')).toMatchObject({
    state: 'offered',
    offer: { call: { id: call.id } },
  })
  await renew()
  expect(await desksAt(agent)).toBe(0)
  await call.socket.request('call.end', { call_id: call.id })
  await renew()
  expect(await agent.socket.next<Desk>('desk')).toMatchObject({ state: 'idle', offer: null })
  await renew()
  expect(await desksAt(agent)).toBe(0)
  await leaveScene(scene, call)
})

test('a ring that was pushed when it was offered is not pushed again', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = clock.agentOf(scene)
  await renew()
  const call = await placeCall(scene)
  await agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  agent.socket.notifications.length = 0
  await renew()
  await renew()
  await call.socket.request('call.end', { call_id: call.id })
  expect(await agent.socket.next<Desk>('desk')).toMatchObject({ offer: null })
  await leaveScene(scene, call)
})

test('[C20] a transfer rings at a colleague of another process, whose answer the first agent sees', async () => {
  const scene = await clock.scene({ agents: 1 })
  const first = clock.agentOf(scene)
  const call = await placeCall(scene)
  await talk(call, first)
  const second = await deskAgent({ ...scene, service: other })
  const alive = () =>
    Promise.all([call, first].map(({ socket }) => socket.request('call.alive', { call_id: call.id })))
  await renew()
  await alive()
  await transferTo({ call, first, second }, 'warm')
  second.socket.notifications.length = 0
  await renew()
  await alive()
  await untilTransfer(second, 'ringing')
  second.socket.notifications.length = 0
  await renew()
  await alive()
  first.socket.notifications.length = 0
  await second.socket.request('transfer.end', { call_id: call.id })
  expect(await desksAt(first)).toBe(0)
  await renew()
  await untilTransfer(first, 'declined')
  expect(await second.socket.next<Desk>('desk')).toMatchObject({ transfer: null })
  await second.socket.leave()
  await leaveScene(scene, call)
})
