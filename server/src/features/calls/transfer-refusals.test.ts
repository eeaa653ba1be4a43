import type { Desk } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { connectAgent, foundOrganization, inviteAgent } from '../../testing/test-service.ts'
import { deskAgent, leaveScene, placeCall, talk } from '../../testing/test-calls.ts'
import {
  answeredCall,
  callDetail,
  customerView,
  rungAgent,
  transferStates,
  transferTo,
} from '../../testing/test-transfers.ts'

/** Which transfers are refused (docs/decisions/call-transfer.md). */

const clock = useCallClock()
const busy = { agents: 2, settings: { wrap_up_seconds: 0 } } as const

async function talking(options: Parameters<typeof clock.scene>[0] = busy) {
  const scene = await clock.scene(options)
  return { scene, ...(await answeredCall(scene)) }
}

describe('[C20] a transfer is refused', () => {
  it('for everyone but the agent in the call, and for agents who do not exist here', async () => {
    const { scene, call, first, second } = await talking()
    const params = { call_id: call.id, agent_id: second.agentId, kind: 'blind' }
    expect((await second.socket.refused('call.transfer', params)).code).toBe('not_found')
    const window = await connectAgent(clock.service, scene.organization.id, first.cookie)
    expect((await window.refused('call.transfer', params)).code).toBe('call_elsewhere')
    const strangers = await foundOrganization(clock.service, 'Strangers')
    const stranger = await inviteAgent(clock.service, strangers, 'Stan')
    for (const agent_id of [newId(), stranger.agentId])
      expect((await first.socket.refused('call.transfer', { ...params, agent_id })).code).toBe('not_found')
    for (const method of ['transfer.accept', 'transfer.complete', 'transfer.end'])
      expect([method, (await second.socket.refused(method, { call_id: call.id })).code]).toEqual([
        method,
        'not_found',
      ])
    expect((await customerView(call)).held_since).toBeNull()
    await window.leave()
    await leaveScene(scene, call)
  })

  it('to oneself, and to agents who are away, offline, without a microphone, or busy', async () => {
    const scene = await clock.scene({ agents: 3 })
    const call = await placeCall(scene)
    const [one, two, three] = scene.agents
    const { agentId } = await rungAgent(scene, call)
    const first = [one, two, three].find((agent) => agent?.agentId === agentId)!
    const [away, inCall] = [one, two, three].filter((agent) => agent !== first)
    await talk(call, first)
    await away!.socket.request('desk.availability', { availability: 'away' })
    const other = await placeCall(scene)
    await inCall!.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === other.id)
    const refusal = async (agent_id: string) =>
      (await first.socket.refused('call.transfer', { call_id: call.id, agent_id, kind: 'warm' })).code
    expect(await refusal(inCall!.agentId)).toBe('agent_unavailable')
    await talk(other, inCall!)
    const silent = await deskAgent(scene, false)
    const offline = await inviteAgent(clock.service, scene.organization, 'Otto')
    for (const agent of [first, away!, inCall!, silent, offline])
      expect(await refusal(agent.agentId)).toBe('agent_unavailable')
    expect((await customerView(call)).held_since).toBeNull()
    await silent.socket.leave()
    await leaveScene(scene, call, other)
  })

  it('while another one is open, and after twenty', async () => {
    const { scene, call, first, second } = await talking({ agents: 2 })
    const third = await deskAgent(scene)
    await transferTo({ call, first, second })
    // A repeat of a request whose response was lost.
    await transferTo({ call, first, second })
    expect(transferStates(await callDetail(scene, call))).toEqual(['blind ringing'])
    const params = { call_id: call.id, agent_id: third.agentId, kind: 'blind' }
    expect((await first.socket.refused('call.transfer', params)).code).toBe('transfer_live')
    expect((await first.socket.refused('call.hold', { call_id: call.id, held: false })).code).toBe(
      'transfer_live',
    )
    for (let i = 0; i < 19; i++) {
      await first.socket.request('transfer.end', { call_id: call.id })
      await first.socket.request('call.transfer', params)
    }
    await first.socket.request('transfer.end', { call_id: call.id })
    expect((await first.socket.refused('call.transfer', params)).code).toBe('rate_limited')
    await third.socket.leave()
    await leaveScene(scene, call)
  })

  it('[C3] to an agent who is being rung: of two at once exactly one rings, and no new call does', async () => {
    const scene = await clock.scene({ agents: 3 })
    const calls = [await placeCall(scene), await placeCall(scene)]
    const answering = await Promise.all(
      calls.map(async (call) => {
        const agent = await rungAgent(scene, call)
        await talk(call, agent)
        return { agent, call }
      }),
    )
    const target = scene.agents.find((one) => answering.every(({ agent }) => agent !== one))!
    const outcomes = await Promise.allSettled(
      answering.map(({ agent, call }) =>
        agent.socket.request('call.transfer', { call_id: call.id, agent_id: target.agentId, kind: 'blind' }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const waiting = await placeCall(scene)
    expect(waiting.view.phase).toBe('pending')
    await leaveScene(scene, ...calls, waiting)
  })
})
