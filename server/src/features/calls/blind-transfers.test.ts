import type { CallView, Desk } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { closeLastPanel, leaveScene, type TestCall } from '../../testing/test-calls.ts'
import {
  answeredCall,
  callDetail,
  customerView,
  joinCall,
  removeAgent,
  transferStates,
  transferTo,
  untilTransfer,
} from '../../testing/test-transfers.ts'

/** Blind transfers (docs/decisions/call-transfer.md). */

const clock = useCallClock()
const { pass, waitThrough } = clock
const busy = { agents: 2, settings: { wrap_up_seconds: 0 } } as const

async function talking(options: Parameters<typeof clock.scene>[0] = busy) {
  const scene = await clock.scene(options)
  return { scene, ...(await answeredCall(scene)) }
}

describe('[C20] a blind transfer', () => {
  it('rings the colleague, who takes the call: the customer sees them, and call.ended names who answered', async () => {
    const { scene, call, first, second } = await talking({ agents: 2, settings: { wrap_up_seconds: 30 } })
    await call.socket.request('message.send', { client_id: newId(), content: 'Hello' })
    await transferTo({ call, first, second })
    await call.socket.next<CallView>('call', ({ held_since }) => held_since === clock.now())
    const rung = await untilTransfer(second, 'ringing')
    expect(rung).toMatchObject({
      state: 'offered',
      call: null,
      transfer: { kind: 'blind', from: { id: first.agentId }, customer: { id: call.customerId } },
    })
    await waitThrough(4, call, first)
    const taken = await second.socket.request<Desk>('transfer.accept', { call_id: call.id })
    expect(taken).toMatchObject({ state: 'in_call', call: { view: { id: call.id } }, transfer: null })
    // A repeat of a request whose response was lost.
    await second.socket.request('transfer.accept', { call_id: call.id })
    const left = await first.socket.next<Desk>(
      'desk',
      (desk) => desk.call === null && desk.state === 'wrap_up',
    )
    expect(left.transfer).toBeNull()
    expect((await first.socket.refused('call.alive', { call_id: call.id })).code).toBe('call_transferred')
    expect((await first.socket.refused('call.end', { call_id: call.id })).code).toBe('call_transferred')

    const joined = await joinCall(second, call)
    const view = await call.socket.next<CallView>(
      'call',
      ({ peers }) => peers.agent === joined.call.peers.agent,
    )
    expect(view).toMatchObject({ phase: 'active', held_since: null, agent: { id: second.agentId } })
    const inbox = await clock.service.call(
      'GET',
      `/v1/organizations/${scene.organization.id}/customers/${call.customerId}/conversations`,
      { cookie: scene.organization.cookie },
    )
    expect(inbox.body).toMatchObject({ data: [{ agent: { id: second.agentId } }] })

    await second.socket.request('call.end', { call_id: call.id })
    const detail = await callDetail(scene, call)
    expect(transferStates(detail)).toEqual(['blind completed'])
    expect(detail).toMatchObject({ held_duration: 4, agent: { id: second.agentId } })
    const end = (await clock.entries(call)).at(-1)
    expect(end).toMatchObject({
      type: 'call.ended',
      actor: { type: 'agent', id: second.agentId },
      data: { agent_id: first.agentId, ended_by: 'agent' },
    })
    await leaveScene(scene, call)
  })

  it('that nobody answers in time comes back: the first agent keeps the call, on hold, and resumes', async () => {
    const { scene, call, first, second } = await talking({ agents: 2, settings: { offer_seconds: 15 } })
    await transferTo({ call, first, second })
    await waitThrough(14, call, first)
    await untilTransfer(second, 'ringing')
    await pass(1)
    await untilTransfer(second, null)
    await untilTransfer(first, 'expired')
    expect((await second.socket.refused('transfer.accept', { call_id: call.id })).code).toBe('transfer_gone')
    expect((await customerView(call)).held_since).not.toBeNull()
    await first.socket.request('call.hold', { call_id: call.id, held: false })
    expect((await customerView(call)).held_since).toBeNull()
    await leaveScene(scene, call)
  })

  it.each([
    [
      'declines',
      'declined',
      (socket: TestCall['socket'], id: string) => socket.request('transfer.end', { call_id: id }),
    ],
    [
      'goes away',
      'declined',
      (socket: TestCall['socket']) => socket.request('desk.availability', { availability: 'away' }),
    ],
  ] as const)('comes back at once when the colleague %s', async (_how, state, leave) => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second })
    await leave(second.socket, call.id)
    await untilTransfer(first, state)
    await leaveScene(scene, call)
  })

  it('comes back when the colleague’s last panel closes', async () => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second })
    await closeLastPanel(scene.service, second)
    await waitThrough(5, call, first)
    await untilTransfer(first, 'disconnected')
    await leaveScene({ ...scene, agents: [first] }, call)
  })

  it('whose first agent disappears waits for the ring: the colleague may still take the call', async () => {
    const { scene, call, first, second } = await talking({
      agents: 2,
      settings: { offer_seconds: 30, grace_seconds: 10 },
    })
    await transferTo({ call, first, second })
    await first.socket.leave()
    await waitThrough(20, call)
    expect((await second.socket.request<Desk>('transfer.accept', { call_id: call.id })).call).not.toBeNull()
    await joinCall(second, call)
    expect((await customerView(call)).phase).toBe('active')
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('whose first agent is removed goes on: the colleague takes the call', async () => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second })
    await removeAgent(scene, first)
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind ringing'])
    await second.socket.request('transfer.accept', { call_id: call.id })
    await joinCall(second, call)
    expect(await customerView(call)).toMatchObject({ phase: 'active', agent: { id: second.agentId } })
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('whose first agent is removed ends the call if nobody takes it', async () => {
    const { scene, call, first, second } = await talking({
      agents: 2,
      settings: { offer_seconds: 15, grace_seconds: 60 },
    })
    await transferTo({ call, first, second })
    await removeAgent(scene, first)
    await waitThrough(15, call)
    expect(await customerView(call)).toMatchObject({ phase: 'over', end: { reason: 'agent_disconnected' } })
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind expired'])
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('whose first agent and colleague both disappear ends the call', async () => {
    const { scene, call, first, second } = await talking({
      agents: 2,
      settings: { offer_seconds: 30, grace_seconds: 10 },
    })
    await transferTo({ call, first, second })
    await first.socket.leave()
    await waitThrough(30, call)
    await pass(5)
    expect(await customerView(call)).toMatchObject({ phase: 'over', end: { reason: 'agent_disconnected' } })
    await leaveScene({ ...scene, agents: [second] }, call)
  })
})
