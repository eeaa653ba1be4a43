import type { Customer } from '@parley/protocol/customer'
import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  callEntries,
  deskAgent,
  leaveScene,
  placeCall,
  setCalls,
  startParams,
  talk,
  type CallScene,
} from '../../testing/test-calls.ts'
import { connectVisitor } from '../../testing/test-service.ts'

const clock = useCallClock()
const { agentOf, pass } = clock

const visit = ({ service, organization }: CallScene) => connectVisitor(service, organization.providerId)

async function rowsOf(scene: CallScene): Promise<{ customers: number; calls: number }> {
  const { organization } = scene
  const { cookie } = organization
  const base = `/v1/organizations/${organization.id}`
  const customers = await clock.service.call('GET', `${base}/customers`, { cookie })
  const calls = await clock.service.call('GET', `${base}/calls`, { cookie })
  const count = (answer: { body: never }) => (answer.body as { data: unknown[] }).data.length
  return { customers: count(customers), calls: count(calls) }
}

describe('[C1] call.start creates nothing', () => {
  test('while calls are off, with video where it is off, or without the required consent', async () => {
    const scene = await clock.scene({ agents: 1, settings: { mode: 'off' } })
    const off = await visit(scene)
    expect(off.connected.calls).toBeNull()
    expect((await off.socket.refused('call.start', startParams())).code).toBe('calls_off')
    await setCalls(scene, { mode: 'audio', recording: 'ask' })
    const { socket, connected } = await visit(scene)
    expect(connected.calls).toEqual({ mode: 'audio', recording: 'ask' })
    expect((await socket.refused('call.start', startParams({ video: true }))).code).toBe('video_off')
    expect((await socket.refused('call.start', startParams({ recording: 'ask' }))).code).toBe(
      'consent_missing',
    )
    expect(await rowsOf(scene)).toEqual({ customers: 0, calls: 0 })
    await Promise.all([off.socket.leave(), socket.leave(), leaveScene(scene)])
  })

  test.each([
    ['off', 'notify', null],
    ['off', 'ask', null],
    ['notify', 'ask', null],
    ['ask', 'notify', 'declined'],
  ] as const)(
    'from a window that announced recording "%s" while "%s" is set: it gets the new offering first and can then call',
    async (told, recording, consent) => {
      const scene = await clock.scene({ agents: 1, settings: { recording: told } })
      const { socket } = await visit(scene)
      await setCalls(scene, { recording })
      const params = startParams({ recording: told, consent })
      expect((await socket.refused('call.start', params)).code).toBe('consent_missing')
      expect(await socket.next('call.offering', () => true)).toEqual({ mode: 'audio', recording })
      expect(await rowsOf(scene)).toEqual({ customers: 0, calls: 0 })
      const informed = { ...params, recording, consent: 'granted' as const }
      const { call } = await socket.request<CallJoined>('call.start', informed)
      expect(call.recording.mode).toBe(recording)
      await Promise.all([socket.leave(), leaveScene(scene)])
    },
  )

  test('a window that announced more recording than is set can call without it', async () => {
    const scene = await clock.scene({ agents: 1 })
    const call = await placeCall(scene, { recording: 'notify' })
    expect(call.view.recording).toMatchObject({ mode: 'off', consent: 'not_required' })
    await leaveScene(scene, call)
  })

  test('[C2] while no agent is available: a panel without a microphone, an agent who is away', async () => {
    const scene = await clock.scene()
    const { socket } = await visit(scene)
    const refusal = async () => {
      const { code } = await socket.refused('call.start', startParams())
      expect((await socket.refused('call.check')).code).toBe(code)
      return code
    }
    expect(await refusal()).toBe('nobody_available')
    scene.agents.push(await deskAgent(scene, false))
    expect(await refusal()).toBe('nobody_available')
    const desk = agentOf(scene).socket
    await desk.request('desk.open', { microphone: true })
    await desk.request('desk.availability', { availability: 'away' })
    expect(await refusal()).toBe('nobody_available')
    expect(await rowsOf(scene)).toEqual({ customers: 0, calls: 0 })
    await desk.request('desk.availability', { availability: 'available' })
    expect(await socket.request('call.check')).toEqual({})
    expect(await rowsOf(scene)).toEqual({ customers: 0, calls: 0 })
    const { call } = await socket.request<CallJoined>('call.start', startParams())
    expect(call.phase).toBe('ringing')
    await Promise.all([socket.leave(), leaveScene(scene)])
  })

  test('for a customer who is blocked, who has a live call, or who calls too often', async () => {
    const scene = await clock.scene({ agents: 1 })
    const call = await placeCall(scene)
    expect((await call.socket.refused('call.start', startParams())).code).toBe('call_live')
    const { cookie, id } = scene.organization
    const block = (is_blocked: boolean) =>
      clock.service.call('PATCH', `/v1/organizations/${id}/customers/${call.customerId}`, {
        cookie,
        body: { is_blocked },
      })
    await call.socket.request('call.end', { call_id: call.id })
    await block(true)
    expect((await call.socket.refused('call.start', startParams())).code).toBe('customer_blocked')
    await block(false)
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await call.socket.exchange('call.start', startParams()))
    const limited = answers.at(-1)?.error?.data
    expect(limited?.code).toBe('rate_limited')
    expect(limited?.retry_after).toBeGreaterThan(0)
    await pass(10)
    expect((await call.socket.refused('call.start', startParams())).code).toBe('call_live')
    await leaveScene(scene, call)
  })
})

test('[C1] a repeat returns the same call, also from another window and after its end', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { socket, key } = await visit(scene)
  const params = startParams()
  const first = await socket.request<CallJoined>('call.start', params)
  const again = await socket.request<CallJoined>('call.start', params)
  expect(again.call.id).toBe(first.call.id)
  const other = await connectVisitor(scene.service, scene.organization.providerId, { key })
  expect(other.connected.call).toMatchObject({ id: first.call.id, phase: 'ringing' })
  const peer = newId()
  const elsewhere = await other.socket.request<CallJoined>('call.start', { ...params, peer })
  expect(elsewhere.call).toMatchObject({ id: first.call.id, peers: { customer: peer } })
  await socket.request('call.end', { call_id: first.call.id })
  expect((await socket.request<CallJoined>('call.start', params)).call).toMatchObject({
    id: first.call.id,
    phase: 'over',
  })
  expect(await callEntries(clock.service.databaseUrl, first.call.customer_id)).toHaveLength(2)
  await Promise.all([socket.leave(), other.socket.leave(), leaveScene(scene)])
})

test('[C1] the first call creates the customer, and the socket follows its log', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { socket, connected } = await visit(scene)
  expect(connected.customer_id).toBeNull()
  const { call } = await socket.request<CallJoined>('call.start', startParams())
  const [entries] = await socket.entriesUpTo(2)
  expect(entries).toMatchObject({
    customer_id: call.customer_id,
    entries: [{ type: 'call.started', seq: 2 }],
  })
  await Promise.all([socket.leave(), leaveScene(scene)])
})

test('call events name the open conversation, and a call opens none', async () => {
  const scene = await clock.scene({ agents: 1 })
  const silent = await placeCall(scene)
  expect((await clock.entries(silent))[0]?.conversation_id).toBeNull()
  await silent.socket.request('call.end', { call_id: silent.id })
  const sent = await silent.socket.request<{ conversation_id: string }>('message.send', {
    client_id: newId(),
    content: 'I called',
  })
  const { call } = await silent.socket.request<CallJoined>('call.start', startParams())
  const desk = await agentOf(scene).socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  expect(desk.offer?.conversation_id).toBe(sent.conversation_id)
  const entries = await clock.entries(silent)
  expect(entries.map(({ conversation_id: id }) => id)).toEqual([null, null, sent.conversation_id])
  await leaveScene(scene, silent)
})

test('[C2] a new queue position is pushed at most every 5 s', async () => {
  const scene = await clock.scene({ agents: 1 })
  const busy = await placeCall(scene)
  await talk(busy, agentOf(scene))
  const first = await placeCall(scene)
  await pass(1)
  const second = await placeCall(scene)
  expect([first.view.position, second.view.position]).toEqual([1, 2])
  const { sendPositions } = clock.service.app.calls
  const placesHeard = () =>
    second.socket.notifications.flatMap(({ method, params }) =>
      method === 'call' ? [(params as CallView).position] : [],
    )
  await second.socket.next<CallView>('call', ({ position }) => position === 2)
  await sendPositions()
  await first.socket.request('call.end', { call_id: first.id })
  const alive = () => second.socket.request<CallView>('call.alive', { call_id: second.id })
  expect((await alive()).position).toBe(2)
  expect(placesHeard()).not.toContain(1)
  await sendPositions()
  await second.socket.next<CallView>('call', ({ phase, position }) => phase === 'pending' && position === 1)
  expect((await alive()).position).toBe(1)
  await sendPositions()
  await alive()
  expect(placesHeard()).not.toContain(1)
  await leaveScene(scene, busy, first, second)
})

test('[C13] a call keeps the settings it started with', async () => {
  const scene = await clock.scene({ agents: 1, settings: { recording: 'ask', wrap_up_seconds: 60 } })
  const call = await placeCall(scene, { consent: 'granted' })
  await setCalls(scene, { mode: 'off', recording: 'off', wrap_up_seconds: 0 })
  await talk(call, agentOf(scene))
  const on = await agentOf(scene).socket.request<CallView>('call.record', { call_id: call.id, state: 'on' })
  expect(on.recording).toEqual({ mode: 'ask', consent: 'granted', state: 'on' })
  await agentOf(scene).socket.request('call.end', { call_id: call.id })
  const desk = await agentOf(scene).socket.request<Desk>('desk.open', { microphone: true })
  expect(desk.state).toBe('wrap_up')
  const customer = await clock.service.call(
    'GET',
    `/v1/organizations/${scene.organization.id}/customers/${call.customerId}`,
    { cookie: scene.organization.cookie },
  )
  expect((customer.body as Customer).id).toBe(call.customerId)
  await leaveScene(scene, call)
})
