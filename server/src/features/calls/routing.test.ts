import type { AgentDesks, CallDetail } from '@parley/protocol/call'
import type { CallJoined, Desk } from '@parley/protocol/call-view'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  closeLastPanel,
  deskAgent,
  leaveScene,
  placeCall,
  startParams,
  talk,
  type CallScene,
  type TestAgent,
  type TestCall,
} from '../../testing/test-calls.ts'
import { connectAgent } from '../../testing/test-service.ts'

const clock = useCallClock()
const { agentOf, pass, waitThrough } = clock

const rings = (agent: TestAgent, call: TestCall | { id: string }) =>
  agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)

async function detail(scene: CallScene, call: { id: string }): Promise<CallDetail> {
  const { id, cookie } = scene.organization
  const { body } = await clock.service.call('GET', `/v1/organizations/${id}/calls/${call.id}`, { cookie })
  return body
}

async function desksOf(scene: CallScene): Promise<Record<string, string>> {
  const { id, cookie } = scene.organization
  const { body } = await clock.service.call('GET', `/v1/organizations/${id}/calls/desks`, { cookie })
  return Object.fromEntries((body as AgentDesks).data.map(({ agent, state }) => [agent.id, state]))
}

/** Agents whose idle times begin one second after the other. */
async function agentsInOrder(count: number): Promise<CallScene> {
  const scene = await clock.scene()
  for (let i = 0; i < count; i++) {
    scene.agents.push(await deskAgent(scene))
    await pass(1)
  }
  return scene
}

describe('[C3] routing', () => {
  test('never offers to an agent who is away, in a call, in wrap-up or ringing', async () => {
    const scene = await agentsInOrder(4)
    const [away, talking, offered, wrapping] = scene.agents as [TestAgent, TestAgent, TestAgent, TestAgent]
    await away.socket.request('desk.availability', { availability: 'away' })
    const first = await placeCall(scene)
    await talk(first, talking)
    const second = await placeCall(scene)
    await rings(offered, second)
    const third = await placeCall(scene)
    await talk(third, wrapping)
    await third.socket.request('call.end', { call_id: third.id })
    const fourth = await placeCall(scene)
    expect(fourth.view.phase).toBe('pending')
    expect(await desksOf(scene)).toEqual({
      [away.agentId]: 'away',
      [talking.agentId]: 'in_call',
      [offered.agentId]: 'offered',
      [wrapping.agentId]: 'wrap_up',
    })
    await wrapping.socket.request('desk.wrapped_up')
    await rings(wrapping, fourth)
    await leaveScene(scene, first, second, third, fourth)
  })

  test('offers to the agent idle longest; an unanswered offer moves the agent to the end', async () => {
    const scene = await agentsInOrder(3)
    const [one, two, three] = scene.agents as [TestAgent, TestAgent, TestAgent]
    const call = await placeCall(scene)
    await rings(one, call)
    await pass(1)
    await one.socket.request('call.decline', { call_id: call.id })
    await rings(two, call)
    await call.socket.request('call.end', { call_id: call.id })
    const next = await placeCall(scene)
    await rings(two, next)
    const last = await placeCall(scene)
    await rings(three, last)
    await leaveScene(scene, call, next, last)
  })

  test('offers to the dedicated agent first, once, then to the others', async () => {
    const scene = await agentsInOrder(2)
    const [one, two] = scene.agents as [TestAgent, TestAgent]
    const known = await placeCall(scene)
    await known.socket.request('call.end', { call_id: known.id })
    const { id, cookie } = scene.organization
    await clock.service.call('PATCH', `/v1/organizations/${id}/customers/${known.customerId}`, {
      cookie,
      body: { private_agent_id: two.agentId },
    })
    const { call } = await known.socket.request<CallJoined>('call.start', startParams())
    await rings(two, call)
    await two.socket.request('call.decline', { call_id: call.id })
    await rings(one, call)
    await leaveScene(scene, known)
  })

  test('gives no second offer before every agent had a first, and none for 30 s after a decline', async () => {
    const scene = await agentsInOrder(2)
    const [one, two] = scene.agents as [TestAgent, TestAgent]
    const other = await placeCall(scene)
    await talk(other, one)
    const call = await placeCall(scene)
    await rings(two, call)
    await two.socket.request('call.decline', { call_id: call.id })
    await pass(15)
    for (const { socket, id } of [call, other]) await socket.request('call.alive', { call_id: id })
    await one.socket.request('call.alive', { call_id: other.id })
    // Idle, and not rung: the other one has not had it yet.
    expect(await desksOf(scene)).toEqual({ [one.agentId]: 'in_call', [two.agentId]: 'idle' })
    await one.socket.request('desk.availability', { availability: 'away' })
    await pass(14)
    await call.socket.request('call.alive', { call_id: call.id })
    expect((await detail(scene, call)).phase).toBe('pending')
    await pass(1)
    await rings(two, call)
    await leaveScene(scene, other, call)
  })

  test('[C15] two expired offers in a row set the agent away; one click makes them available', async () => {
    const scene = await clock.scene({ agents: 1, settings: { wrap_up_seconds: 0 } })
    const agent = agentOf(scene)
    const missed = await placeCall(scene)
    await waitThrough(20, missed)
    const taken = await placeCall(scene)
    await talk(taken, agent)
    await taken.socket.request('call.end', { call_id: taken.id })
    const again = await placeCall(scene)
    await waitThrough(20, again)
    expect(await desksOf(scene)).toEqual({ [agent.agentId]: 'idle' })
    const second = await placeCall(scene)
    await waitThrough(20, second)
    const desk = await agent.socket.next<Desk>('desk', ({ availability }) => availability === 'away')
    expect(desk).toMatchObject({ state: 'away', away_because: 'missed_offers' })
    const back = await agent.socket.request<Desk>('desk.availability', { availability: 'available' })
    expect(back).toMatchObject({ state: 'idle', away_because: null })
    const once = await placeCall(scene)
    await waitThrough(20, once)
    expect(await desksOf(scene)).toEqual({ [agent.agentId]: 'idle' })
    await leaveScene(scene, missed, taken, again, second, once)
  })

  test('serves the oldest call first when an agent becomes free; wrap-up ends automatically', async () => {
    const scene = await clock.scene({ agents: 1 })
    const agent = agentOf(scene)
    const busy = await placeCall(scene)
    await talk(busy, agent)
    const first = await placeCall(scene)
    await pass(1)
    const second = await placeCall(scene)
    await busy.socket.request('call.end', { call_id: busy.id })
    const wrapping = await agent.socket.next<Desk>('desk', ({ state }) => state === 'wrap_up')
    expect(wrapping.wrap_up_until).not.toBeNull()
    await pass(9)
    expect((await detail(scene, first)).phase).toBe('pending')
    await pass(1)
    await rings(agent, first)
    await leaveScene(scene, busy, first, second)
  })
})

describe('panels', () => {
  test('a panel reloaded within 5 s keeps its offer, and so does a second window', async () => {
    const scene = await clock.scene({ agents: 1 })
    const agent = agentOf(scene)
    const call = await placeCall(scene)
    await agent.socket.leave()
    await pass(4)
    agent.socket = await connectAgent(clock.service, scene.organization.id, agent.cookie)
    const desk = await agent.socket.request<Desk>('desk.open', { microphone: true })
    expect(desk).toMatchObject({ state: 'offered', offer: { call: { id: call.id } } })
    const window = await connectAgent(clock.service, scene.organization.id, agent.cookie)
    await window.request('desk.open', { microphone: false })
    await agent.socket.leave()
    await pass(6)
    expect((await detail(scene, call)).offers).toMatchObject([{ outcome: 'ringing' }])
    await closeLastPanel(clock.service, { agentId: agent.agentId, socket: window })
    await pass(5)
    expect((await detail(scene, call)).offers).toMatchObject([{ outcome: 'disconnected' }])
    await call.socket.leave()
  })

  test('setting oneself away while a call rings declines it', async () => {
    const scene = await agentsInOrder(2)
    const [one, two] = scene.agents as [TestAgent, TestAgent]
    const call = await placeCall(scene)
    const desk = await one.socket.request<Desk>('desk.availability', { availability: 'away' })
    expect(desk).toMatchObject({ state: 'away', away_because: 'chosen', offer: null })
    await rings(two, call)
    expect((await detail(scene, call)).offers.map(({ outcome }) => outcome)).toEqual(['declined', 'ringing'])
    await leaveScene(scene, call)
  })

  test('a removed agent gets no offers', async () => {
    const scene = await agentsInOrder(2)
    const [one, two] = scene.agents as [TestAgent, TestAgent]
    const call = await placeCall(scene)
    const { id, cookie } = scene.organization
    await clock.service.call('DELETE', `/v1/organizations/${id}/agents/${one.agentId}`, { cookie })
    await rings(two, call)
    expect((await detail(scene, call)).offers.map(({ outcome }) => outcome)).toEqual([
      'disconnected',
      'ringing',
    ])
    await Promise.all([two.socket.leave(), call.socket.leave()])
  })
})

test('[C4] exactly one of several concurrent acceptances wins, the others get offer_gone', async () => {
  const scene = await agentsInOrder(2)
  const [one, two] = scene.agents as [TestAgent, TestAgent]
  const call = await placeCall(scene)
  expect((await two.socket.refused('call.accept', { call_id: call.id, peer: newId() })).code).toBe(
    'not_found',
  )
  await one.socket.request('call.decline', { call_id: call.id })
  await rings(two, call)
  expect((await one.socket.refused('call.accept', { call_id: call.id, peer: newId() })).code).toBe(
    'offer_gone',
  )
  const window = await connectAgent(clock.service, scene.organization.id, two.cookie)
  const sockets = [one.socket, two.socket, window, two.socket, window]
  const answers = await Promise.all(
    sockets.map((socket) => socket.exchange('call.accept', { call_id: call.id, peer: newId() })),
  )
  expect(answers.filter(({ error }) => !error)).toHaveLength(1)
  for (const { error } of answers) if (error) expect(error.data.code).toBe('offer_gone')
  const winner = answers.find(({ error }) => !error)?.result as CallJoined
  const peer = winner.call.peers.agent ?? ''
  const again = await two.socket.request<CallJoined>('call.accept', { call_id: call.id, peer })
  expect(again.call.id).toBe(call.id)
  await Promise.all([window.leave(), leaveScene(scene, call)])
})
