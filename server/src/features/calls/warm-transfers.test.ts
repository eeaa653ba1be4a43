import type { Desk, TransferJoined } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { closeLastPanel, leaveScene } from '../../testing/test-calls.ts'
import {
  answeredCall,
  callDetail,
  customerView,
  joinCall,
  privateTalk,
  removeAgent,
  transferStates,
  transferTo,
  untilTransfer,
} from '../../testing/test-transfers.ts'
import { deskStates } from './desk-states.ts'

/** Warm transfers (docs/decisions/call-transfer.md). */

const clock = useCallClock()
const { waitThrough } = clock
const busy = { agents: 2, settings: { wrap_up_seconds: 0 } } as const

async function talking(options: Parameters<typeof clock.scene>[0] = busy) {
  const scene = await clock.scene(options)
  return { scene, ...(await answeredCall(scene)) }
}

describe('[C20] a warm transfer', () => {
  it('first connects the two agents, whose signals reach only each other, and then moves the call', async () => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second }, 'warm')
    expect((await first.socket.refused('transfer.complete', { call_id: call.id })).code).toBe('transfer_gone')
    expect((await first.socket.refused('transfer.join', { call_id: call.id, peer: newId() })).code).toBe(
      'transfer_gone',
    )
    const talks = await second.socket.request<Desk>('transfer.accept', { call_id: call.id })
    expect(talks).toMatchObject({ state: 'in_call', call: null, transfer: { state: 'talking' } })
    expect((await second.socket.refused('call.join', { call_id: call.id, peer: newId() })).code).toBe(
      'not_found',
    )
    const peers = { from: newId(), to: newId() }
    await first.socket.request('transfer.join', { call_id: call.id, peer: peers.from })
    const { transfer, ice } = await second.socket.request<TransferJoined>('transfer.join', {
      call_id: call.id,
      peer: peers.to,
    })
    expect(transfer.peers).toEqual(peers)
    expect(ice).toEqual(expect.any(Array))
    const signal = { description: { type: 'offer', sdp: 'talk' } }
    first.socket.notify('call.signal', { call_id: transfer.id, from: peers.from, to: peers.to, signal })
    expect(await second.socket.next('call.signal')).toMatchObject({ call_id: transfer.id, signal })
    expect(call.socket.notifications.filter(({ method }) => method === 'call.signal')).toEqual([])

    expect((await second.socket.refused('transfer.complete', { call_id: call.id })).code).toBe('not_found')
    await first.socket.request('transfer.complete', { call_id: call.id })
    await first.socket.request('transfer.complete', { call_id: call.id })
    await second.socket.next<Desk>('desk', (desk) => desk.call !== null && desk.transfer === null)
    await joinCall(second, call)
    expect(await customerView(call)).toMatchObject({ held_since: null, agent: { id: second.agentId } })
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm completed'])
    await leaveScene(scene, call)
  })

  it('whose talk moved to another window is not taken back by the first one', async () => {
    const talks = await talking()
    const { scene, call, first } = talks
    await privateTalk(talks)
    const call_id = call.id
    const [away, taken] = [newId(), newId()]
    for (const peer of [away, taken]) await first.socket.request('transfer.join', { call_id, peer })
    const back = await first.socket.refused('transfer.join', { call_id, peer: away, previous: away })
    expect(back.code).toBe('call_elsewhere')
    await first.socket.request('transfer.join', { call_id, peer: newId(), previous: taken })
    await leaveScene(scene, call)
  })

  it.each(['first', 'second'] as const)(
    'ends when the %s agent leaves the talk, and the first keeps the call',
    async (who) => {
      const talks = await talking()
      const { scene, call, first, second } = talks
      await privateTalk(talks)
      await talks[who].socket.request('transfer.end', { call_id: call.id })
      await second.socket.next<Desk>('desk', ({ state, transfer }) => state === 'idle' && transfer === null)
      expect((await first.socket.refused('transfer.complete', { call_id: call.id })).code).toBe(
        'transfer_gone',
      )
      expect((await customerView(call)).held_since).not.toBeNull()
      expect(transferStates(await callDetail(scene, call))).toEqual([
        who === 'first' ? 'warm cancelled' : 'warm declined',
      ])
      await leaveScene(scene, call)
    },
  )

  it('ends when the colleague’s browser is gone for longer than a reload', async () => {
    const talks = await talking()
    const { scene, call, first, second } = talks
    await privateTalk(talks)
    await closeLastPanel(scene.service, second)
    await waitThrough(4, call, first)
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm talking'])
    await waitThrough(1, call, first)
    await untilTransfer(first, 'disconnected')
    await leaveScene({ ...scene, agents: [first] }, call)
  })

  it('goes to the colleague when the first agent’s browser is gone during the talk', async () => {
    const talks = await talking({ agents: 2, settings: { grace_seconds: 10 } })
    const { scene, call, first, second } = talks
    await privateTalk(talks)
    await first.socket.leave()
    await waitThrough(10, call)
    await second.socket.next<Desk>('desk', (desk) => desk.call?.view.id === call.id)
    await joinCall(second, call)
    expect(await customerView(call)).toMatchObject({ phase: 'active', agent: { id: second.agentId } })
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('goes to the colleague when the first agent is removed during the talk', async () => {
    const talks = await talking()
    const { scene, call, first, second } = talks
    await privateTalk(talks)
    await removeAgent(scene, first)
    await joinCall(second, call)
    expect(await customerView(call)).toMatchObject({ held_since: null, agent: { id: second.agentId } })
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm completed'])
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('ends with the call when the first agent is removed while the colleague is rung', async () => {
    const { scene, call, first, second } = await talking()
    await transferTo({ call, first, second }, 'warm')
    await removeAgent(scene, first)
    expect(await customerView(call)).toMatchObject({ phase: 'over', end: { reason: 'agent_disconnected' } })
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm withdrawn'])
    await leaveScene({ ...scene, agents: [second] }, call)
  })

  it('ends with the call when the customer hangs up during the talk', async () => {
    const talks = await talking()
    const { scene, call, first, second } = talks
    await privateTalk(talks)
    await call.socket.request('call.end', { call_id: call.id })
    for (const { socket } of [first, second])
      expect((await socket.request<Desk>('desk.wrapped_up')).state).toBe('idle')
    expect((await first.socket.refused('transfer.complete', { call_id: call.id })).code).toBe('transfer_gone')
    expect(transferStates(await callDetail(scene, call))).toEqual(['warm withdrawn'])
    await leaveScene(scene, call)
  })
})

it('[C20] an agent whom a transfer rings is busy for chats, and in a call during the private talk', async () => {
  const scene = await clock.scene({ agents: 2 })
  const talks = await answeredCall(scene)
  const { agentId } = talks.second
  const database = openDatabase(clock.service.databaseUrl, { connections: 1 })
  const stateOfSecond = async () => (await deskStates(database.db, [agentId], clock.now())).get(agentId)
  expect(await stateOfSecond()).toMatchObject({ busy: false, in_call: false })
  await transferTo(talks, 'warm')
  expect(await stateOfSecond()).toMatchObject({ busy: true, in_call: false })
  await talks.second.socket.request('transfer.accept', { call_id: talks.call.id })
  expect(await stateOfSecond()).toMatchObject({ busy: true, in_call: true })
  await database.close()
  await leaveScene(scene, talks.call)
})
