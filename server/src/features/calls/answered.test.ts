import type { CallView } from '@parley/protocol/call-view'
import { describe, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { placeCall, talk } from '../../testing/test-calls.ts'

/** The state table's rows for calls that an agent accepted, each event field by field (spec 2.4, 3, 6). */

const clock = useCallClock()
const { agentOf, expectEnded, expectMissed, pass, waitThrough } = clock

describe('accepted, before media connects', () => {
  async function accepted() {
    const scene = await clock.scene({ agents: 1 })
    const call = await placeCall(scene)
    await pass(2)
    const agent = agentOf(scene)
    const peer = newId()
    await agent.socket.request('call.accept', { call_id: call.id, peer })
    return { scene, call, agent, peer }
  }

  test('media never connects: failed, media_failed', async () => {
    const { scene, call, agent } = await accepted()
    await waitThrough(20, call, agent)
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      status: 'failed',
      reason: 'media_failed',
      hold_duration: 22,
    })
  })

  test.each(['media_failed', 'permission_denied'] as const)('a side reports %s: failed', async (reason) => {
    const { scene, call, agent } = await accepted()
    const says = reason === 'media_failed' ? call.socket : agent.socket
    await says.request('call.end', { call_id: call.id, reason })
    await expectMissed(scene, call, { agent_id: agent.agentId, status: 'failed', reason, hold_duration: 2 })
  })

  test('the customer is blocked: failed, not_allowed', async () => {
    const { scene, call, agent } = await accepted()
    const { id, cookie } = scene.organization
    const over = agent.socket.next<CallView>('call', ({ phase }) => phase === 'over')
    await scene.service.call('PATCH', `/v1/organizations/${id}/customers/${call.customerId}`, {
      cookie,
      body: { is_blocked: true },
    })
    await over
    await expectMissed(scene, call, {
      agent_id: agent.agentId,
      status: 'failed',
      reason: 'not_allowed',
      hold_duration: 2,
    })
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

  test('[C8] the customer’s window closes: missed, visitor_disconnected', async () => {
    const scene = await clock.scene({
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

  test('[C8] the agent’s window closes: failed, agent_disconnected', async () => {
    const scene = await clock.scene({
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

describe('[C5] an active call', () => {
  async function talking(settings = {}) {
    const scene = await clock.scene({ agents: 1, settings })
    const call = await placeCall(scene)
    await pass(3)
    const agent = agentOf(scene)
    await talk(call, agent)
    const answered = { agent_id: agent.agentId, answered_at: clock.now(), hold_duration: 3 }
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

  test('[C8] the customer’s keep-alives stop: ended, visitor_disconnected', async () => {
    const { scene, call, agent, answered } = await talking()
    for (let passed = 0; passed < 25; passed += 5) {
      await pass(5)
      await agent.socket.request('call.alive', { call_id: call.id })
    }
    expect(await clock.entries(call)).toHaveLength(1)
    await pass(5)
    const view = await agent.socket.next<CallView>('call', ({ phase }) => phase === 'over')
    expect(view.end).toEqual({
      status: 'ended',
      reason: 'visitor_disconnected',
      ended_by: 'customer',
      ended_at: clock.now(),
    })
    await expectEnded(scene, call, { ...answered, reason: 'visitor_disconnected', ended_by: 'customer' })
  })

  test('[C8] the agent’s keep-alives stop: ended, agent_disconnected', async () => {
    const { scene, call, answered } = await talking()
    await waitThrough(30, call)
    await expectEnded(scene, call, { ...answered, reason: 'agent_disconnected', ended_by: 'agent' })
  })

  test('media is lost and cannot be restored: ended, media_failed', async () => {
    const { scene, call, answered } = await talking()
    await call.socket.request('call.end', { call_id: call.id, reason: 'media_failed' })
    await expectEnded(scene, call, { ...answered, reason: 'media_failed' })
  })

  test('the maximum duration is reached: ended, max_duration', async () => {
    const { scene, call, agent, answered } = await talking({ max_minutes: 5, grace_seconds: 120 })
    for (let passed = 0; passed < 300; passed += 60) {
      await pass(60)
      await call.socket.request('call.alive', { call_id: call.id })
      await agent.socket.request('call.alive', { call_id: call.id })
    }
    await expectEnded(scene, call, { ...answered, reason: 'max_duration' })
  })

  test('the customer is blocked: ended, not_allowed, immediately on both sides', async () => {
    const { scene, call, agent, answered } = await talking()
    await pass(2)
    const { id, cookie } = scene.organization
    const heard = [call, agent].map(({ socket }) =>
      socket.next<CallView>('call', ({ phase }) => phase === 'over'),
    )
    await scene.service.call('PATCH', `/v1/organizations/${id}/customers/${call.customerId}`, {
      cookie,
      body: { is_blocked: true },
    })
    for (const view of await Promise.all(heard))
      expect(view.end).toMatchObject({ status: 'ended', reason: 'not_allowed', ended_by: 'system' })
    const refused = await call.socket.refused('call.join', { call_id: call.id, peer: newId() })
    expect(refused.code).toBe('call_over')
    await expectEnded(scene, call, { ...answered, reason: 'not_allowed' })
  })

  test('[C6] a call that is over never changes again', async () => {
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
      ended_at: timestamp(Date.parse(clock.now()) - 3_600_000),
    })
  })
})
