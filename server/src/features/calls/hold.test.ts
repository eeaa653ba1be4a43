import type { CallView, Desk } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { connectAgent } from '../../testing/test-service.ts'
import { leaveScene, placeCall } from '../../testing/test-calls.ts'
import {
  answeredCall,
  callDetail,
  customerView,
  transferStates,
  transferTo,
} from '../../testing/test-transfers.ts'

/** Hold (docs/decisions/call-transfer.md). */

const clock = useCallClock()
const { waitThrough } = clock
const busy = { agents: 2, settings: { wrap_up_seconds: 0 } } as const

async function talking(options: Parameters<typeof clock.scene>[0] = busy) {
  const scene = await clock.scene(options)
  return { scene, ...(await answeredCall(scene)) }
}

describe('[C19] hold', () => {
  it('is refused for a colleague, another window of the agent, and a call that is not connected', async () => {
    const scene = await clock.scene(busy)
    const ringing = await placeCall(scene)
    const params = { call_id: ringing.id, held: true }
    const agents = await Promise.all(
      scene.agents.map(async ({ socket }) => (await socket.refused('call.hold', params)).code),
    )
    expect(agents).toEqual(['not_found', 'not_found'])
    await leaveScene(scene, ringing)

    const { scene: other, call, first, second } = await talking()
    expect((await second.socket.refused('call.hold', { call_id: call.id, held: true })).code).toBe(
      'not_found',
    )
    const window = await connectAgent(clock.service, other.organization.id, first.cookie)
    expect((await window.refused('call.hold', { call_id: call.id, held: true })).code).toBe('call_elsewhere')
    expect((await customerView(call)).held_since).toBeNull()
    await window.leave()
    await leaveScene(other, call)
  })

  it('is seen by the customer from its start, survives a reload of both, and counts in the record', async () => {
    const { scene, call, first } = await talking()
    await first.socket.request('call.hold', { call_id: call.id, held: true })
    const since = clock.now()
    await call.socket.next<CallView>('call', ({ held_since }) => held_since === since)
    await waitThrough(7, call, first)
    for (const { socket } of [call, first]) {
      const { call: view } = await socket.request<{ call: CallView }>('call.join', {
        call_id: call.id,
        peer: newId(),
      })
      expect(view.held_since).toBe(since)
    }
    await first.socket.request('call.hold', { call_id: call.id, held: true })
    await first.socket.request('call.hold', { call_id: call.id, held: false })
    await call.socket.next<CallView>(
      'call',
      ({ held_since, revision }) => held_since === null && revision > 5,
    )
    await waitThrough(3, call, first)
    await first.socket.request('call.hold', { call_id: call.id, held: true })
    await waitThrough(2, call, first)
    await call.socket.request('call.end', { call_id: call.id })
    const detail = await callDetail(scene, call)
    expect(detail).toMatchObject({ held_duration: 9, hold_duration: 0, talk_duration: 12 })
    await clock.expectEnded(scene, call, {
      agent_id: first.agentId,
      ended_by: 'customer',
      answered_at: detail.answered_at,
    })
  })

  it('a customer who is blocked on hold leaves both agents free', async () => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second }, 'warm')
    await second.socket.request('transfer.accept', { call_id: call.id })
    await clock.service.call(
      'PATCH',
      `/v1/organizations/${scene.organization.id}/customers/${call.customerId}`,
      {
        cookie: scene.organization.cookie,
        body: { is_blocked: true },
      },
    )
    await call.socket.next<CallView>('call', ({ end }) => end?.reason === 'not_allowed')
    for (const { socket } of [first, second])
      expect((await socket.request<Desk>('desk.wrapped_up')).state).toBe('idle')
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm withdrawn'])
    await leaveScene(scene, call)
  })
})
