import type { CallView, Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { AgentSession } from '../../realtime/contexts.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { newShortCall } from '../../testing/call-fuzz.ts'
import { closeLastPanel, leaveScene, placeCall, talk, type TestAgent } from '../../testing/test-calls.ts'
import { createCallSignaling } from './call-signaling.ts'
import { createCallEvents } from './call-events.ts'
import { dropLapsed, markSeen } from './desk-presence.ts'
import { lockDesk } from './desk-store.ts'
import { createDesks, type AgentKey } from './desks.ts'
import { ring } from './offer-store.ts'

/** What comes at the same moment, or too late: each as if the other had been there a moment before. */

const clock = useCallClock()
const { agentOf, pass } = clock

let handle: DatabaseHandle
beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 4 })
})
afterAll(() => handle.close())

const presenceOf = async (agentId: string) => {
  const { rows } = await handle.pool.query<{ open: boolean }>(
    'select open from desk_presence where agent_id = $1',
    [agentId],
  )
  return rows.map(({ open }) => open)
}

/** Gone as far as rings go, and nothing is remembered of it. */
async function gone(agent: TestAgent) {
  await closeLastPanel(clock.service, agent)
  await pass(6)
}

describe('who is rung', () => {
  test('is not an agent who set themselves away after being chosen', async () => {
    const scene = await clock.scene({ agents: 1, settings: { nobody: 'wait' } })
    const agent = agentOf(scene)
    await agent.socket.request('desk.availability', { availability: 'away' })
    const call = await placeCall(scene)
    const pairs = [{ call_id: call.id, agent_id: agent.agentId }]
    const rung = await handle.db.transaction().execute((trx) => ring(trx, pairs, clock.now()))
    expect(rung).toEqual([])
    await leaveScene(scene, call)
  })

  test('[C7] is nobody for a call past its deadline: it ends as if the sweep had been on time', async () => {
    const scene = await clock.scene({
      agents: 1,
      settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 120 },
    })
    const agent = agentOf(scene)
    await agent.socket.request('desk.availability', { availability: 'away' })
    const call = await placeCall(scene)
    clock.turn(31)
    await agent.socket.request('desk.availability', { availability: 'available' })
    await clock.service.app.calls.settled()
    expect(await agent.socket.request<Desk>('desk.open', { microphone: true })).toMatchObject({
      state: 'idle',
      offer: null,
    })
    await pass(0)
    await clock.expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 31 })
  })

  test('is not an agent whose panel closed before its presence was written', async () => {
    const scene = await clock.scene({ agents: 1 })
    const agent = agentOf(scene)
    await gone(agent)
    expect(await presenceOf(agent.agentId)).toEqual([])
    const matching = { matchSoon: () => {} }
    const desks = createDesks({
      db: handle.db,
      clock: () => Date.parse(clock.now()),
      events: createCallEvents({ bus: createLocalBus(() => {}) }),
      matching: matching as never,
      changes: {} as never,
      views: { desk: async () => ({}) } as never,
      actAt: () => {},
      onError: () => {},
    })
    const closed = { closed: true, context: { leave: [] } } as unknown as AgentSession
    const key: AgentKey = { organizationId: scene.organization.id, agentId: agent.agentId }
    await desks.open(closed, key, true)
    expect(await presenceOf(agent.agentId)).toEqual([false])
  })
})

test('opening a panel and expiring it at the same time do not block each other', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = agentOf(scene)
  const { agentId } = agent
  await closeLastPanel(clock.service, agent)
  clock.turn(6)
  const { rows } = await handle.pool.query<{ process: string }>(
    'select process from desk_presence where agent_id = $1',
    [agentId],
  )
  const process = rows[0]?.process ?? ''
  const time = () => Date.parse(clock.now())
  const lapsed = async () => (await dropLapsed(handle.db, clock.now(), time)).map(({ agent_id: id }) => id)
  await handle.db.transaction().execute(async (trx) => {
    await lockDesk(trx, scene.organization.id, agentId, clock.now())
    expect(await lapsed()).not.toContain(agentId)
    await markSeen(trx, process, [{ agent_id: agentId, microphone: true }], time)
  })
  clock.turn(15)
  expect(await lapsed()).toContain(agentId)
  expect(await presenceOf(agentId)).toEqual([])
})

test('[C7] a failing call delays neither the end of other calls nor waiting callers', async () => {
  const settings = { nobody: 'wait', grace_seconds: 10, queue_seconds: 30, wrap_up_seconds: 0 } as const
  const scene = await clock.scene({ agents: 2, settings })
  const [wrong, fine] = [await placeCall(scene), await placeCall(scene)]
  await talk(wrong, agentOf(scene))
  await talk(fine, agentOf(scene, 1))
  const damage = (change: string) =>
    handle.pool.query(`update call set settings = settings ${change} where id = $1`, [wrong.id])
  await damage(`- 'wrap_up_seconds'`)
  await pass(5)
  const waits = await placeCall(scene)
  await pass(5)
  await agentOf(scene, 1).socket.next<Desk>('desk', ({ offer }) => offer?.call.id === waits.id)
  expect((await clock.entries(fine)).map(({ type }) => type)).toEqual(['call.started', 'call.ended'])
  expect(await clock.entries(wrong)).toHaveLength(1)
  await damage(`|| '{"wrap_up_seconds": 0}'`)
  await pass(0)
  expect(await clock.entries(wrong)).toHaveLength(2)
  await leaveScene(scene, wrong, fine, waits)
})

test('removing an agent ends their call immediately', async () => {
  const scene = await clock.scene({ agents: 1 })
  const agent = agentOf(scene)
  const call = await placeCall(scene)
  await talk(call, agent)
  const { id, cookie } = scene.organization
  await clock.service.call('DELETE', `/v1/organizations/${id}/agents/${agent.agentId}`, { cookie })
  await call.socket.next<CallView>('call', ({ phase }) => phase === 'over')
  const { created_at: at } = call.view
  await clock.expectEnded({ ...scene, agents: [] }, call, {
    agent_id: agent.agentId,
    reason: 'agent_disconnected',
    ended_by: 'agent',
    answered_at: at,
  })
})

test('a socket that rejoins its call many times leaks no listeners', () => {
  const bus = createLocalBus(() => {})
  const signaling = createCallSignaling({ bus })
  const session = { closed: false, context: { leave: [] as (() => void)[] } }
  const call = newShortCall(clock.now())
  for (let i = 0; i < 100; i++) signaling.join(session as unknown as AgentSession, 'agent', call, newId())
  expect(session.context.leave).toHaveLength(1)
  for (const leave of session.context.leave.splice(0)) leave()
  expect(signaling.of(call.id, 'agent')).toBeUndefined()
  signaling.join(session as unknown as AgentSession, 'agent', call, newId())
  expect(session.context.leave).toHaveLength(1)
})
