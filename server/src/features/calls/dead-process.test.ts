import type { CallJoined, CallView, Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { codeOf, visitorSession } from '../../testing/fake-sessions.ts'
import { holdLock } from '../../testing/held-locks.ts'
import { closeLastPanel, leaveScene, placeCall, startParams, talk } from '../../testing/test-calls.ts'
import {
  connectAgent,
  connectVisitor,
  inviteAgent,
  startTestService,
  type TestService,
} from '../../testing/test-service.ts'

/**
 * Two processes on one database, without a word between them: as when every hint is lost. The first one is dead as far as calls
 * go, for nothing in it looks at what is due unless a test says so.
 */

const clock = useCallClock()
const time = () => Date.parse(clock.now())
let survivor: TestService
let handle: DatabaseHandle

beforeAll(async () => {
  survivor = await startTestService({ clock: time, databaseUrl: clock.service.databaseUrl })
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(async () => {
  await handle.close()
  await survivor.stop()
})

/** Time passes; only the survivor looks. */
async function passWithout(seconds: number): Promise<void> {
  clock.turn(seconds)
  await survivor.app.calls.sweep()
}

test('[C7] when a process dies, another one expires its offers, times out its queue and ends its calls on time', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 120, queue_seconds: 30 } })
  const call = await placeCall(scene)
  await passWithout(14)
  expect(await clock.entries(call)).toHaveLength(1)
  // What a process has not said for 15 s of its agents does not hold any more.
  await passWithout(1)
  await clock.expectMissed(scene, call, {
    agent_id: clock.agentOf(scene).agentId,
    reason: 'agent_disconnected',
    hold_duration: 15,
  })
})

test('[C7] [C8] both sides reconnect to another process and the call continues', async () => {
  const scene = await clock.scene({ agents: 1 })
  const { service, organization } = scene
  const { socket, key } = await connectVisitor(service, organization.providerId)
  const params = startParams()
  const { call } = await socket.request<CallJoined>('call.start', params)
  const agent = clock.agentOf(scene)
  const { peer } = await talk(call, agent)
  await Promise.all([socket.leave(), agent.socket.leave()])
  await passWithout(20)
  const customer = await connectVisitor(survivor, organization.providerId, { key })
  expect(customer.connected.call).toMatchObject({ id: call.id, phase: 'active' })
  await customer.socket.request('call.join', { call_id: call.id, peer: params.peer })
  const desk = await connectAgent(survivor, organization.id, agent.cookie)
  expect(await desk.request<Desk>('desk.open', { microphone: true })).toMatchObject({
    state: 'in_call',
    call: { view: { id: call.id } },
  })
  await desk.request('call.join', { call_id: call.id, peer })
  await passWithout(29)
  expect(await desk.request<CallView>('call.alive', { call_id: call.id })).toMatchObject({ phase: 'active' })
  await passWithout(1)
  expect(await desk.request<CallView>('call.alive', { call_id: call.id })).toMatchObject({
    phase: 'over',
    end: { status: 'ended', reason: 'visitor_disconnected' },
  })
  await Promise.all([customer.socket.leave(), desk.leave()])
})

test('[C7] wrap-up that ends while its process is dead: another process offers the waiting call', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 120 } })
  const agent = clock.agentOf(scene)
  const busy = await placeCall(scene)
  await talk(busy, agent)
  const waits = await placeCall(scene)
  await busy.socket.request('call.end', { call_id: busy.id })
  const panel = await connectAgent(survivor, scene.organization.id, agent.cookie)
  await panel.request('desk.open', { microphone: true })
  await passWithout(10)
  const desk = await panel.next<Desk>('desk', ({ offer }) => offer !== null)
  expect(desk.offer?.call.id).toBe(waits.id)
  await Promise.all([panel.leave(), leaveScene(scene, busy, waits)])
})

test('a stopping process offers no new calls, and a ringing offer waits for its agent to reconnect', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = clock.agentOf(scene)
  const third = await startTestService({ clock: time, databaseUrl: clock.service.databaseUrl })
  await closeLastPanel(clock.service, agent)
  await clock.pass(6)
  const panel = await connectAgent(third, scene.organization.id, agent.cookie)
  await panel.request('desk.open', { microphone: true })
  const call = await placeCall(scene)
  expect(call.view.phase).toBe('ringing')
  await third.stop()
  const refused = await connectVisitor(survivor, scene.organization.providerId)
  expect((await refused.socket.refused('call.start', startParams())).code).toBe('nobody_available')
  await passWithout(10)
  const back = await connectAgent(survivor, scene.organization.id, agent.cookie)
  const desk = await back.request<Desk>('desk.open', { microphone: true })
  expect(desk.offer?.call.id).toBe(call.id)
  const accepted = await back.request<CallJoined>('call.accept', { call_id: call.id, peer: newId() })
  expect(accepted.call.phase).toBe('connecting')
  await Promise.all([refused.socket.leave(), back.leave(), call.socket.leave()])
})

/** A call that rings for 10 s at the first of two agents, whose panels were open in a process that has just stopped. */
async function stoppedWhileRinging() {
  const scene = await clock.scene({ settings: { offer_seconds: 10 } })
  const third = await startTestService({ clock: time, databaseUrl: clock.service.databaseUrl })
  const agents: Awaited<ReturnType<typeof inviteAgent>>[] = []
  for (const name of ['Ada', 'Bob']) {
    const agent = await inviteAgent(clock.service, scene.organization, name)
    agents.push(agent)
    const panel = await connectAgent(third, scene.organization.id, agent.cookie)
    await panel.request('desk.open', { microphone: true })
    clock.turn(1)
  }
  const call = await placeCall(scene)
  await third.stop()
  const [first, second] = agents as [(typeof agents)[0], (typeof agents)[0]]
  /** The agent's panel reconnects to the survivor. */
  const reconnect = async ({ cookie }: typeof first) => {
    const panel = await connectAgent(survivor, scene.organization.id, cookie)
    await panel.request('desk.open', { microphone: true })
    return panel
  }
  return { scene, call, first, second, reconnect }
}

test('[C3] a ring that ends while agents reconnect from a stopped process is passed on to them', async () => {
  const { scene, call, second, reconnect } = await stoppedWhileRinging()
  await passWithout(10)
  expect(await clock.entries(call)).toHaveLength(1)
  const panel = await reconnect(second)
  await passWithout(0)
  await panel.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  await Promise.all([panel.leave(), leaveScene(scene, call)])
})

test.each([
  ['before', async (seconds: number) => clock.turn(seconds)],
  ['after', passWithout],
])(
  '[C3] a ring that ends while a colleague reconnects can be accepted %s the next check',
  async (_, pass) => {
    const { scene, call, first, reconnect } = await stoppedWhileRinging()
    const panel = await reconnect(first)
    await pass(10)
    const accepted = await panel.request<CallJoined>('call.accept', { call_id: call.id, peer: newId() })
    expect(accepted.call.phase).toBe('connecting')
    await Promise.all([panel.leave(), leaveScene(scene, call)])
  },
)

test('[C3] a call whose agent goes away does not wait for a colleague who reconnects', async () => {
  const { scene, call, first, reconnect } = await stoppedWhileRinging()
  const panel = await reconnect(first)
  await panel.request('desk.availability', { availability: 'away' })
  await clock.expectMissed(scene, call, {
    agent_id: first.agentId,
    status: 'rejected',
    reason: 'declined',
    ended_by: 'agent',
  })
  await panel.leave()
})

test('[C3] a call that is declined while a colleague reconnects from a stopped process waits for them', async () => {
  const { scene, call, first, second, reconnect } = await stoppedWhileRinging()
  const declining = await reconnect(first)
  await declining.request('call.decline', { call_id: call.id })
  expect(await clock.entries(call)).toHaveLength(1)
  const panel = await reconnect(second)
  await panel.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)
  await Promise.all([declining.leave(), panel.leave(), leaveScene(scene, call)])
})

test('[C3] a call whose agents do not reconnect from a stopped process ends with their presence', async () => {
  const { scene, call, first } = await stoppedWhileRinging()
  // The presence of the second agent is a second younger.
  await passWithout(13)
  expect(await clock.entries(call)).toHaveLength(1)
  await passWithout(1)
  await clock.expectMissed(scene, call, {
    agent_id: first.agentId,
    reason: 'timeout',
    hold_duration: 14,
  })
})

/** A call that waits for an agent for at most 30 s. */
async function waiting() {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 120 } })
  return { scene, call: await placeCall(scene) }
}

const hold = (statement: string, parameters: string[]) => holdLock(handle.pool, statement, parameters)

const timedOut = { reason: 'queue_timeout', hold_duration: 30 } as const

// Well below the 10 s for which a statement waits for a lock.
test('a customer that a frozen process has locked delays no sweep', { timeout: 8_000 }, async () => {
  const frozen = await waiting()
  clock.turn(1)
  const other = await waiting()
  const release = await hold('select from customer_log where customer_id = $1 for update', [
    frozen.call.customerId,
  ])
  await passWithout(29)
  await passWithout(1)
  await clock.expectMissed(other.scene, other.call, timedOut)
  await release()
  await survivor.app.calls.sweep()
  await clock.expectMissed(frozen.scene, frozen.call, { ...timedOut, hold_duration: 31 })
})

/** A waiting call of a session without a socket, which can send several commands at once. */
async function waitingAtSurvivor() {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 120 } })
  const { id, providerId } = scene.organization
  const { session } = visitorSession(time, { organization_id: id, provider_id: providerId })
  const { widget } = survivor.app.calls
  const { call } = await widget['call.start'](session, startParams())
  return {
    customerId: call.customer_id,
    join: () => widget['call.join'](session, { call_id: call.id, peer: newId() }),
    report: () => widget['call.alive'](session, { call_id: call.id }),
  }
}

test.each(['join', 'report'] as const)(
  'commands (%s) of a customer that a frozen process has locked delay neither other customers nor a sweep',
  async (command) => {
    const frozen = await waitingAtSurvivor()
    const other = await waitingAtSurvivor()
    const due = await waiting()
    const release = await hold(
      'select from customer_log join call using (customer_id) where customer_id = $1 for update',
      [frozen.customerId],
    )
    const settled: string[] = []
    const blocked = Array.from({ length: 20 }, () =>
      codeOf(frozen[command]()).then((outcome) => settled.push(outcome)),
    )
    await other.join()
    await passWithout(30)
    await clock.expectMissed(due.scene, due.call, timedOut)
    expect(settled).toEqual([])
    await release()
    await Promise.all(blocked)
    expect(settled).toEqual(blocked.map(() => 'ok'))
    await survivor.app.calls.sweep()
  },
)

test(
  'a desk or a matching that a frozen process has locked delays no sweep',
  { timeout: 8_000 },
  async () => {
    const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 120 } })
    const agent = clock.agentOf(scene)
    const busy = await placeCall(scene)
    await talk(busy, agent)
    const waits = await placeCall(scene)
    await busy.socket.request('call.end', { call_id: busy.id })
    const panel = await connectAgent(survivor, scene.organization.id, agent.cookie)
    await panel.request('desk.open', { microphone: true })
    const releaseDesk = await hold('select from agent_desk where agent_id = $1 for update', [agent.agentId])
    await passWithout(10)
    await releaseDesk()
    const releaseMatching = await hold('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `calls ${scene.organization.id}`,
    ])
    await passWithout(1)
    await releaseMatching()
    await survivor.app.calls.sweep()
    const desk = await panel.next<Desk>('desk', ({ offer }) => offer !== null)
    expect(desk.offer?.call.id).toBe(waits.id)
    await Promise.all([panel.leave(), leaveScene(scene, busy, waits)])
  },
)
