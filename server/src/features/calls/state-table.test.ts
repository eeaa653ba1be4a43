import type { CallRecord } from '@parley/protocol/call'
import type { CallView, Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import {
  callEntries,
  callScene,
  deskAgent,
  leaveScene,
  placeCall,
  talk,
  type CallScene,
  type TestCall,
} from '../../testing/test-calls.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

/** Every row of the state table, with its event field by field (spec 2.4, 3, 6). */

let now = Date.parse('2026-03-01T10:00:00.000Z')
let service: TestService

beforeAll(async () => {
  service = await startTestService({ clock: () => now })
})
afterAll(() => service.stop())

/** The clock is turned, and the service looks at what is due. */
async function pass(seconds: number): Promise<void> {
  now += seconds * 1000
  await service.app.calls.look()
}

/** Time passes, and the customer's window goes on saying that it is there. */
async function waitThrough(seconds: number, ...calls: TestCall[]): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    await pass(Math.min(5, left))
    for (const call of calls) await call.socket.request('call.alive', { call_id: call.id })
  }
}

/** The one entry that ended the call, after the one that began it, as both sides may read them. */
async function endOf(scene: CallScene, call: TestCall): Promise<{ type: string; data: CallRecord }> {
  const [started, end, ...rest] = await callEntries(service.databaseUrl, call.customerId)
  expect(rest).toEqual([])
  expect(started).toMatchObject({ type: 'call.started', audience: 'both', actor: { type: 'customer' } })
  expect(started?.data).toEqual({
    id: call.id,
    customer_id: call.customerId,
    provider_id: scene.organization.providerId,
    external_id: call.customerId,
    status: call.view.phase,
    created_at: call.view.created_at,
  })
  expect(end?.audience).toBe('both')
  const actor = (end?.data as CallRecord).ended_by
  expect(end?.actor.type).toBe(actor)
  return { type: end?.type ?? '', data: end?.data as CallRecord }
}

const record = (scene: CallScene, call: TestCall, rest: Partial<CallRecord>): CallRecord => ({
  id: call.id,
  customer_id: call.customerId,
  provider_id: scene.organization.providerId,
  external_id: call.customerId,
  agent_id: null,
  status: 'missed',
  reason: null,
  ended_by: 'system',
  hold_duration: 0,
  created_at: call.view.created_at,
  answered_at: null,
  ended_at: timestamp(now),
  ...rest,
})

async function expectMissed(scene: CallScene, call: TestCall, rest: Partial<CallRecord>): Promise<void> {
  expect(await endOf(scene, call)).toEqual({ type: 'call.missed', data: record(scene, call, rest) })
  await leaveScene(scene, call)
}

async function expectEnded(scene: CallScene, call: TestCall, rest: Partial<CallRecord>): Promise<void> {
  const data = record(scene, call, { status: 'ended', ...rest })
  expect(await endOf(scene, call)).toEqual({ type: 'call.ended', data })
  await leaveScene(scene, call)
}

const agentOf = (scene: CallScene, index = 0) => {
  const agent = scene.agents[index]
  if (!agent) throw new Error('No such agent')
  return agent
}

/** An agent who talks to somebody else, so that the next call waits. */
async function busyScene() {
  const scene = await callScene(service, { agents: 1 })
  const other = await placeCall(scene)
  const { peer } = await talk(other, agentOf(scene))
  return { scene, other, peer }
}

describe('before anybody accepts', () => {
  test('hung up while ringing: missed, cancelled', async () => {
    const scene = await callScene(service, { agents: 1 })
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

  test('[C8] a window that has gone for longer than the grace: missed, visitor_disconnected', async () => {
    const scene = await callScene(service, { agents: 1, settings: { grace_seconds: 10, offer_seconds: 45 } })
    const call = await placeCall(scene)
    await call.socket.leave()
    await pass(9)
    expect(await callEntries(service.databaseUrl, call.customerId)).toHaveLength(1)
    await pass(1)
    await expectMissed(scene, call, {
      agent_id: agentOf(scene).agentId,
      reason: 'visitor_disconnected',
      ended_by: 'customer',
      hold_duration: 10,
    })
  })

  test('the last possible agent lets it ring out: missed, timeout', async () => {
    const scene = await callScene(service, { agents: 1 })
    const call = await placeCall(scene)
    await waitThrough(20, call)
    await expectMissed(scene, call, {
      agent_id: agentOf(scene).agentId,
      reason: 'timeout',
      hold_duration: 20,
    })
  })

  test('the end of the queue cuts an offer short: missed, timeout, and the agent has not missed it', async () => {
    const scene = await callScene(service, {
      agents: 2,
      settings: { queue_seconds: 30, offer_seconds: 20 },
    })
    const call = await placeCall(scene)
    await waitThrough(20, call)
    const second = agentOf(scene, 1)
    const desk = await second.socket.next<Desk>('desk', ({ offer }) => offer !== null)
    expect(desk.offer?.expires_at).toBe(timestamp(now + 10_000))
    await waitThrough(10, call)
    const { body } = await service.call(
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

  test('the end of the queue while everybody is busy: missed, queue_timeout', async () => {
    const { scene, other, peer } = await busyScene()
    const call = await placeCall(scene)
    const agent = agentOf(scene)
    for (let passed = 0; passed < 120; passed += 5) {
      await waitThrough(5, call, other)
      await agent.socket.request('call.alive', { call_id: other.id })
    }
    expect(peer).not.toBe(other.peer)
    await other.socket.leave()
    await expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 120 })
  })

  test('the last possible agent declines: rejected', async () => {
    const scene = await callScene(service, { agents: 1 })
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
    const scene = await callScene(service, { agents: 1 })
    const call = await placeCall(scene)
    const agent = agentOf(scene)
    await agent.socket.leave()
    await pass(4)
    expect(await callEntries(service.databaseUrl, call.customerId)).toHaveLength(1)
    await pass(1)
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      reason: 'agent_disconnected',
      hold_duration: 5,
    })
  })

  test('nobody could answer and the provider lets them wait: missed, queue_timeout', async () => {
    const scene = await callScene(service, { settings: { nobody: 'wait', queue_seconds: 30 } })
    const call = await placeCall(scene)
    expect(call.view.phase).toBe('pending')
    await waitThrough(30, call)
    await expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 30 })
  })
})

describe('accepted, before media flow', () => {
  async function accepted() {
    const scene = await callScene(service, { agents: 1 })
    const call = await placeCall(scene)
    await pass(2)
    const agent = agentOf(scene)
    const peer = newId()
    await agent.socket.request('call.accept', { call_id: call.id, peer })
    return { scene, call, agent, peer }
  }

  test('media never connect: failed, media_failed', async () => {
    const { scene, call, agent } = await accepted()
    for (let passed = 0; passed < 20; passed += 5) {
      await waitThrough(5, call)
      await agent.socket.request('call.alive', { call_id: call.id })
    }
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      status: 'failed',
      reason: 'media_failed',
      hold_duration: 22,
    })
  })

  test.each(['media_failed', 'permission_denied'] as const)('a side says %s: failed', async (reason) => {
    const { scene, call, agent } = await accepted()
    const says = reason === 'media_failed' ? call.socket : agent.socket
    await says.request('call.end', { call_id: call.id, reason })
    await expectMissed(scene, call, { agent_id: agent.agentId, status: 'failed', reason, hold_duration: 2 })
  })

  test('the customer hangs up: missed, cancelled', async () => {
    const { scene, call, agent } = await accepted()
    await call.socket.request('call.end', { call_id: call.id })
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      reason: 'cancelled',
      ended_by: 'customer',
      hold_duration: 2,
    })
  })

  test('the agent hangs up: failed', async () => {
    const { scene, call, agent } = await accepted()
    await agent.socket.request('call.end', { call_id: call.id })
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      status: 'failed',
      ended_by: 'agent',
      hold_duration: 2,
    })
  })

  test('[C8] the customer’s window goes: missed, visitor_disconnected', async () => {
    const scene = await callScene(service, {
      agents: 1,
      settings: { grace_seconds: 10, connect_seconds: 60 },
    })
    const call = await placeCall(scene)
    const agent = agentOf(scene)
    await agent.socket.request('call.accept', { call_id: call.id, peer: newId() })
    await call.socket.leave()
    await pass(5)
    await agent.socket.request('call.alive', { call_id: call.id })
    await pass(5)
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      reason: 'visitor_disconnected',
      ended_by: 'customer',
      hold_duration: 10,
    })
  })

  test('[C8] the agent’s window goes: failed, agent_disconnected', async () => {
    const scene = await callScene(service, {
      agents: 1,
      settings: { grace_seconds: 10, connect_seconds: 60 },
    })
    const call = await placeCall(scene)
    const agent = agentOf(scene)
    await agent.socket.request('call.accept', { call_id: call.id, peer: newId() })
    await agent.socket.leave()
    await waitThrough(10, call)
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      status: 'failed',
      reason: 'agent_disconnected',
      ended_by: 'agent',
      hold_duration: 10,
    })
  })
})

describe('[C5] while they talk', () => {
  async function talking(settings = {}) {
    const scene = await callScene(service, { agents: 1, settings })
    const call = await placeCall(scene)
    await pass(3)
    const agent = agentOf(scene)
    await talk(call, agent)
    const answered = { agent_id: agent.agentId, answered_at: timestamp(now), hold_duration: 3 }
    return { scene, call, agent, answered }
  }

  test('the customer hangs up: ended', async () => {
    const { scene, call, answered } = await talking()
    await pass(20)
    await call.socket.request('call.end', { call_id: call.id })
    await expectEnded(scene, call, { ...answered, ended_by: 'customer' })
  })

  test('the agent hangs up: ended', async () => {
    const { scene, call, agent, answered } = await talking()
    await agent.socket.request('call.end', { call_id: call.id })
    await expectEnded(scene, call, { ...answered, ended_by: 'agent' })
  })

  test('[C8] the customer is not heard of any more: ended, visitor_disconnected', async () => {
    const { scene, call, agent, answered } = await talking()
    for (let passed = 0; passed < 25; passed += 5) {
      await pass(5)
      await agent.socket.request('call.alive', { call_id: call.id })
    }
    expect(await callEntries(service.databaseUrl, call.customerId)).toHaveLength(1)
    await pass(5)
    const view = await agent.socket.next<CallView>('call', ({ phase }) => phase === 'over')
    expect(view.end).toEqual({ status: 'ended', reason: 'visitor_disconnected', ended_by: 'customer' })
    await expectEnded(scene, call, { ...answered, reason: 'visitor_disconnected', ended_by: 'customer' })
  })

  test('[C8] the agent is not heard of any more: ended, agent_disconnected', async () => {
    const { scene, call, answered } = await talking()
    await waitThrough(30, call)
    await expectEnded(scene, call, { ...answered, reason: 'agent_disconnected', ended_by: 'agent' })
  })

  test('the way of the media is lost for good: ended, media_failed', async () => {
    const { scene, call, answered } = await talking()
    await call.socket.request('call.end', { call_id: call.id, reason: 'media_failed' })
    await expectEnded(scene, call, { ...answered, reason: 'media_failed' })
  })

  test('the longest call is over: ended, max_duration', async () => {
    const { scene, call, agent, answered } = await talking({ max_minutes: 5, grace_seconds: 120 })
    for (let passed = 0; passed < 300; passed += 60) {
      await pass(60)
      await call.socket.request('call.alive', { call_id: call.id })
      await agent.socket.request('call.alive', { call_id: call.id })
    }
    await expectEnded(scene, call, { ...answered, reason: 'max_duration' })
  })

  test('[C6] what is over stays as it is, whatever is said', async () => {
    const { scene, call, agent, answered } = await talking()
    await call.socket.request('call.end', { call_id: call.id })
    const { socket } = agent
    const peer = newId()
    for (const [method, params] of [
      ['call.join', { peer }],
      ['call.connected', { peer }],
      ['call.record', { state: 'on' }],
    ] as const) {
      expect((await socket.refused(method, { call_id: call.id, ...params })).code).toBe('call_over')
    }
    expect((await socket.refused('call.accept', { call_id: call.id, peer })).code).toBe('offer_gone')
    expect((await socket.refused('call.decline', { call_id: call.id })).code).toBe('offer_gone')
    for (const method of ['call.alive', 'call.end']) {
      const view = await socket.request<CallView>(method, { call_id: call.id, reason: undefined })
      expect(view).toMatchObject({ phase: 'over', end: { ended_by: 'customer' } })
    }
    await pass(3600)
    await expectEnded(scene, call, {
      ...answered,
      ended_by: 'customer',
      ended_at: timestamp(now - 3_600_000),
    })
  })
})

test('a second agent who opens a desk meanwhile is left: a decline passes on', async () => {
  const scene = await callScene(service, { agents: 1 })
  const call = await placeCall(scene)
  const second = await deskAgent(scene)
  scene.agents.push(second)
  await agentOf(scene).socket.request('call.decline', { call_id: call.id })
  await second.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  await call.socket.request('call.end', { call_id: call.id })
  await leaveScene(scene, call)
})
