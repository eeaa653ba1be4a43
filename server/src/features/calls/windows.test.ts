import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { leaveScene, placeCall, startParams, talk, type CallScene } from '../../testing/test-calls.ts'
import { connectAgent, connectVisitor } from '../../testing/test-service.ts'
import type { TestSocket } from '../../testing/test-socket.ts'

/** The windows on both sides of a call: which of them speaks for it, and what travels between them. */

const clock = useCallClock()
const { agentOf, pass } = clock

const bye = { candidate: null }

/** Two windows of the same visitor. */
async function twoWindows(scene: CallScene) {
  const { service, organization } = scene
  const first = await connectVisitor(service, organization.providerId)
  const params = startParams()
  const { call } = await first.socket.request<CallJoined>('call.start', params)
  const second = await connectVisitor(service, organization.providerId, { key: first.key })
  return { call, peer: params.peer, first: first.socket, second: second.socket, known: second.connected }
}

const signalsOf = (socket: TestSocket) =>
  socket.notifications.filter(({ method }) => method === 'call.signal')

test('[C9] signals from a socket that has not joined, with another’s peer id, or to a replaced peer are dropped', async () => {
  const scene = await clock.scene({ agents: 2 })
  const call = await placeCall(scene)
  const agent = agentOf(scene)
  const { peer } = await talk(call, agent)
  const stranger = await connectVisitor(scene.service, scene.organization.providerId)
  const outsider = agentOf(scene, 1)
  const say = (socket: TestSocket, from: string, to: string) =>
    socket.notify('call.signal', { call_id: call.id, from, to, signal: bye })
  say(stranger.socket, call.peer, peer)
  say(outsider.socket, peer, call.peer)
  say(call.socket, newId(), peer)
  say(call.socket, call.peer, newId())
  say(call.socket, peer, call.peer)
  for (const { socket } of [stranger, outsider, call, agent]) await socket.request('ping')
  say(call.socket, call.peer, peer)
  expect(await agent.socket.next('call.signal')).toMatchObject({ from: call.peer, to: peer })
  expect([call.socket, agent.socket, outsider.socket].flatMap(signalsOf)).toEqual([])
  await Promise.all([stranger.socket.leave(), leaveScene(scene, call)])
})

test('[C10] when another window joins, the first gets call_elsewhere and the other side sees the new peer', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { call, first, second, known } = await twoWindows(scene)
  expect(known.call).toMatchObject({ id: call.id, phase: 'ringing' })
  const agent = agentOf(scene)
  const { peer: agentPeer } = await talk(call, agent)
  const alive = (socket: TestSocket) => socket.exchange('call.alive', { call_id: call.id })
  expect((await alive(second)).error?.data.code).toBe('call_elsewhere')
  const peer = newId()
  const joined = await second.request<CallJoined>('call.join', { call_id: call.id, peer })
  expect(joined.call.peers).toEqual({ customer: peer, agent: agentPeer })
  await agent.socket.next<CallView>('call', ({ peers }) => peers.customer === peer)
  for (const method of ['call.alive', 'call.connected']) {
    const params = method === 'call.alive' ? {} : { peer: call.peers.customer }
    expect((await first.refused(method, { call_id: call.id, ...params })).code).toBe('call_elsewhere')
  }
  first.notify('call.signal', {
    call_id: call.id,
    from: call.peers.customer,
    to: agentPeer,
    signal: bye,
  })
  second.notify('call.signal', { call_id: call.id, from: peer, to: agentPeer, signal: bye })
  expect(await agent.socket.next('call.signal')).toMatchObject({ from: peer })
  expect((await alive(second)).error).toBeUndefined()
  // Hanging up is for every window of theirs.
  await first.request('call.end', { call_id: call.id })
  await Promise.all([first.leave(), second.leave(), leaveScene(scene)])
})

test('[C10] a window that was replaced while it had no socket does not get the call back on its next one', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  const agent = agentOf(scene)
  const { peer: away } = await talk(call, agent)
  const open = () => connectAgent(clock.service, scene.organization.id, agent.cookie)
  const [second, next] = [await open(), await open()]
  const params = (peer: string, previous: string) => ({ call_id: call.id, peer, previous })
  const peer = newId()
  await second.request<CallJoined>('call.join', { call_id: call.id, peer })
  for (const returning of [away, newId()])
    expect((await next.refused('call.join', params(returning, away))).code).toBe('call_elsewhere')
  expect(await second.request<CallView>('call.alive', { call_id: call.id })).toMatchObject({
    peers: { agent: peer },
  })
  // Repeated on the next socket, as if the response was lost.
  const replacement = params(newId(), peer)
  for (const socket of [second, next]) {
    const joined = await socket.request<CallJoined>('call.join', replacement)
    expect(joined.call.peers.agent).toBe(replacement.peer)
  }
  await Promise.all([second.leave(), next.leave(), leaveScene(scene, call)])
})

test('[C8] a lost socket ends no call: the same peer continues on a new socket', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { call, peer, first, second } = await twoWindows(scene)
  const agent = agentOf(scene)
  const { peer: agentPeer } = await talk(call, agent)
  await first.leave()
  for (let passed = 0; passed < 25; passed += 5) {
    await pass(5)
    await agent.socket.request('call.alive', { call_id: call.id })
  }
  await second.request<CallJoined>('call.join', { call_id: call.id, peer })
  await pass(6)
  const view = await agent.socket.request<CallView>('call.alive', { call_id: call.id })
  expect(view).toMatchObject({ phase: 'active', peers: { customer: peer } })
  agent.socket.notify('call.signal', { call_id: call.id, from: agentPeer, to: peer, signal: bye })
  await second.next('call.signal')
  await Promise.all([second.leave(), leaveScene(scene)])
})

test('[C14] only the answering window records, only as the call allows, visible to both sides', async () => {
  const scene = await clock.scene({ agents: 2, settings: { recording: 'ask' } })
  const refused = await placeCall(scene, { consent: 'declined' })
  const agent = agentOf(scene)
  await talk(refused, agent)
  const on = (id: string) => ({ call_id: id, state: 'on' })
  expect((await agent.socket.refused('call.record', on(refused.id))).code).toBe('recording_not_allowed')
  const call = await placeCall(scene, { consent: 'granted' })
  const second = agentOf(scene, 1)
  expect((await second.socket.refused('call.record', on(call.id))).code).toBe('not_found')
  await talk(call, second)
  expect((await agent.socket.refused('call.record', on(call.id))).code).toBe('not_found')
  const window = await connectAgent(clock.service, scene.organization.id, second.cookie)
  expect((await window.refused('call.record', on(call.id))).code).toBe('call_elsewhere')
  for (const state of ['on', 'paused', 'on', 'off']) {
    const view = await second.socket.request<CallView>('call.record', { call_id: call.id, state })
    expect(view.recording).toEqual({ mode: 'ask', consent: 'granted', state })
    await call.socket.next<CallView>('call', ({ recording }) => recording.state === state)
  }
  const { recordingPermission, callsOver, callsPastUpload } = clock.service.app.calls
  const asks = async (id: string, agentId: string, organizationId = scene.organization.id) =>
    (await recordingPermission(organizationId, id, agentId)).verdict
  expect(await asks(refused.id, agent.agentId)).toBe('refused')
  expect(await asks(call.id, agent.agentId)).toBe('unknown')
  expect(await asks(call.id, second.agentId, newId())).toBe('unknown')
  expect(await asks('no id', second.agentId)).toBe('unknown')
  expect(await asks(call.id, second.agentId)).toBe('allowed')
  expect(await callsOver([call.id, refused.id])).toEqual([])
  await second.socket.request('call.end', { call_id: call.id })
  await pass(9 * 60)
  expect(await asks(call.id, second.agentId)).toBe('allowed')
  expect(await callsPastUpload([call.id])).toEqual([])
  await pass(2 * 60)
  expect(await asks(call.id, second.agentId)).toBe('refused')
  const unknown = newId()
  expect(await callsOver([call.id, unknown])).toEqual([call.id, unknown])
  expect(await callsPastUpload([call.id, refused.id, unknown])).toEqual([call.id, unknown])
  await Promise.all([window.leave(), leaveScene(scene, refused, call)])
})

test('[C12] another agent’s call is not found, nor one that only rings', async () => {
  const scene = await clock.scene({ agents: 2 })
  const call = await placeCall(scene)
  const agent = agentOf(scene)
  const params = { call_id: call.id, peer: newId() }
  for (const { socket } of scene.agents) {
    for (const method of ['call.join', 'call.connected'])
      expect((await socket.refused(method, params)).code).toBe('not_found')
    for (const method of ['call.alive', 'call.end'])
      expect((await socket.refused(method, { call_id: call.id })).code).toBe('not_found')
  }
  await talk(call, agent)
  const other = agentOf(scene, 1)
  expect((await other.socket.refused('call.end', { call_id: call.id })).code).toBe('not_found')
  expect((await other.socket.refused('call.decline', { call_id: call.id })).code).toBe('not_found')
  await leaveScene(scene, call)
})

test('a customer who changes identity leaves the call to its grace period', async () => {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  const { peer } = await talk(call, agentOf(scene))
  await call.socket.request('session.logout')
  call.socket.notify('call.signal', { call_id: call.id, from: call.peer, to: peer, signal: bye })
  await call.socket.request('ping')
  await agentOf(scene).socket.request('ping')
  const desk = await agentOf(scene).socket.request<Desk>('desk.open', { microphone: true })
  expect(desk).toMatchObject({ state: 'in_call', call: { view: { phase: 'active' } } })
  await leaveScene(scene, call)
})
