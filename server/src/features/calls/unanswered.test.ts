import type { CallView, Desk } from '@parley/protocol/call-view'
import { expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { closeLastPanel, deskAgent, leaveScene, placeCall, talk } from '../../testing/test-calls.ts'

/** The state table's rows of calls that nobody has accepted, each event field by field (spec 2.4, 3, 6). */

const clock = useCallClock()
const { agentOf, expectMissed, pass, waitThrough } = clock

/** An agent who talks to somebody else, so that the next call waits. */
async function busyScene() {
  const scene = await clock.scene({ agents: 1 })
  const other = await placeCall(scene)
  await talk(other, agentOf(scene))
  return { scene, other }
}

test('hung up while ringing: missed, cancelled', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  expect(call.view.phase).toBe('ringing')
  await pass(7)
  await call.socket.request('call.end', { call_id: call.id })
  await agentOf(scene).socket.next<Desk>('desk', (desk) => desk.state === 'idle')
  await expectMissed(scene, call, {
    agent_id: agentOf(scene).agentId,
    reason: 'cancelled',
    ended_by: 'customer',
    hold_duration: 7,
  })
})

test('hung up while waiting: missed, cancelled, offered to nobody', async () => {
  const { scene, other } = await busyScene()
  const call = await placeCall(scene)
  expect(call.view).toMatchObject({ phase: 'pending', position: 1 })
  await call.socket.request('call.end', { call_id: call.id })
  await other.socket.leave()
  await expectMissed(scene, call, { reason: 'cancelled', ended_by: 'customer' })
})

test('[C8] a window is gone for longer than the grace: missed, visitor_disconnected', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 10, offer_seconds: 45 } })
  const call = await placeCall(scene)
  await call.socket.leave()
  await pass(9)
  expect(await clock.entries(call)).toHaveLength(1)
  await pass(1)
  await expectMissed(scene, call, {
    agent_id: agentOf(scene).agentId,
    reason: 'visitor_disconnected',
    ended_by: 'customer',
    hold_duration: 10,
  })
})

test('the customer is blocked while it rings: missed, not_allowed, and the agent is free', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  await pass(3)
  await scene.service.call(
    'PATCH',
    `/v1/organizations/${scene.organization.id}/customers/${call.customerId}`,
    { cookie: scene.organization.cookie, body: { is_blocked: true } },
  )
  await call.socket.next<CallView>('call', (view) => view.phase === 'over')
  await agentOf(scene).socket.next<Desk>('desk', (desk) => desk.state === 'idle')
  await expectMissed(scene, call, {
    agent_id: agentOf(scene).agentId,
    reason: 'not_allowed',
    hold_duration: 3,
  })
})

test('the last possible agent lets the offer expire: missed, timeout', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  await waitThrough(20, call)
  await expectMissed(scene, call, {
    agent_id: agentOf(scene).agentId,
    reason: 'timeout',
    hold_duration: 20,
  })
})

test('the queue timeout cuts an offer short: missed, timeout, not counted as missed by the agent', async () => {
  const scene = await clock.scene({
    agents: 2,
    settings: { queue_seconds: 30, offer_seconds: 20 },
  })
  const call = await placeCall(scene)
  await waitThrough(20, call)
  const second = agentOf(scene, 1)
  const desk = await second.socket.next<Desk>('desk', ({ offer }) => offer !== null)
  expect(desk.offer?.expires_at).toBe(timestamp(Date.parse(clock.now()) + 10_000))
  await waitThrough(10, call)
  const { body } = await clock.service.call(
    'GET',
    `/v1/organizations/${scene.organization.id}/calls/${call.id}`,
    { cookie: scene.organization.cookie },
  )
  expect((body as { offers: { outcome: string }[] }).offers.map(({ outcome }) => outcome)).toEqual([
    'expired',
    'withdrawn',
  ])
  await expectMissed(scene, call, {
    agent_id: second.agentId,
    reason: 'timeout',
    hold_duration: 30,
  })
})

test('the queue times out while every agent is busy: missed, queue_timeout', async () => {
  const { scene, other } = await busyScene()
  const call = await placeCall(scene)
  const agent = agentOf(scene)
  for (let passed = 0; passed < 120; passed += 5) {
    await waitThrough(5, call)
    for (const { socket } of [other, agent]) await socket.request('call.alive', { call_id: other.id })
  }
  await other.socket.leave()
  await expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 120 })
})

test('the last possible agent declines: rejected', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  await pass(3)
  await agentOf(scene).socket.request('call.decline', { call_id: call.id })
  await expectMissed(scene, call, {
    agent_id: agentOf(scene).agentId,
    status: 'rejected',
    reason: 'declined',
    ended_by: 'agent',
    hold_duration: 3,
  })
})

test('the panel of the last possible agent closes: missed, agent_disconnected, after 5 s', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  const agent = agentOf(scene)
  await closeLastPanel(scene.service, agent)
  await pass(4)
  expect(await clock.entries(call)).toHaveLength(1)
  await pass(1)
  await expectMissed(scene, call, {
    agent_id: agent.agentId,
    reason: 'agent_disconnected',
    hold_duration: 5,
  })
})

test('no agent is available and the provider lets callers wait: missed, queue_timeout', async () => {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30 } })
  const call = await placeCall(scene)
  expect(call.view.phase).toBe('pending')
  await waitThrough(30, call)
  await expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 30 })
})
test('a decline passes the call to a second agent who came online meanwhile', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  const second = await deskAgent(scene)
  scene.agents.push(second)
  await agentOf(scene).socket.request('call.decline', { call_id: call.id })
  await second.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  await call.socket.request('call.end', { call_id: call.id })
  await leaveScene(scene, call)
})
