import type { CallView, Desk } from '@parley/protocol/call-view'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { freePort } from '../../core/free-port.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import {
  leaveScene,
  placeCall,
  startParams,
  talk,
  type TestAgent,
  type TestCall,
} from '../../testing/test-calls.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { connectVisitor, startTestService, type TestService } from '../../testing/test-service.ts'
import {
  answeredCall,
  callDetail,
  privateTalk,
  rungAgent,
  transferStates,
} from '../../testing/test-transfers.ts'

/**
 * Calls while no process can check their deadlines. The sides are connected to one process; another one, which is started and
 * reaches the database through a proxy, checks the deadlines.
 */

const clock = useCallClock()
const { agentOf, turn } = clock

let database: pg.Client
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let checking: TestService

beforeAll(async () => {
  const { databaseUrl } = clock.service
  database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const { hostname, port } = new URL(databaseUrl)
  proxy = await startTcpProxy({ host: hostname, port: Number(port) })
})
afterAll(async () => {
  await proxy.close()
  await database.end()
})
beforeEach(async () => {
  checking = await startChecking()
})
afterEach(() => checking.stop())

async function startChecking(): Promise<TestService> {
  const url = new URL(clock.service.databaseUrl)
  url.host = `127.0.0.1:${proxy.port}`
  const service = await startTestService({
    clock: () => Date.parse(clock.now()),
    databaseUrl: url.href,
    listen: 'app',
    env: { HOST: '127.0.0.1', PORT: String(await freePort(0)) },
  })
  // The first check is late, the second one is not.
  for (let count = 0; count < 2; count++) await service.app.calls.sweep()
  return service
}

const check = () => checking.app.calls.sweep()
const secondsFromNow = (seconds: number) => timestamp(Date.parse(clock.now()) + seconds * 1000)

async function deadlinesOf({ id }: TestCall) {
  const { rows } = await database.query<Record<string, Date | null>>(
    'select customer_until, agent_until, connect_until from call where id = $1',
    [id],
  )
  return Object.values(rows[0] ?? {}).map((until) => until && timestamp(until.getTime()))
}

/** Both sides are silent for longer than the grace period, while the database is away. */
async function loseDatabase(seconds: number): Promise<void> {
  proxy.cut()
  turn(seconds)
  await check()
  proxy.open()
}

/** A restart of the process that checks deadlines, in which every presence expires. */
async function restart(seconds: number): Promise<void> {
  await checking.stop()
  turn(seconds)
  checking = await startChecking()
}

/** Checks in time. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 3) {
    turn(Math.min(3, left))
    await check()
  }
}

async function talking(grace_seconds: number) {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds } })
  const call = await placeCall(scene)
  await talk(call, agentOf(scene))
  return { scene, call, agent: agentOf(scene), answeredAt: clock.now() }
}

const report = ({ socket }: TestCall | TestAgent, { id }: TestCall) =>
  socket.request<CallView>('call.alive', { call_id: id })

test('[C8] a database outage longer than the grace period ends no call', async () => {
  const { scene, call, agent } = await talking(30)
  await loseDatabase(40)
  await expect.poll(() => deadlinesOf(call)).toEqual([secondsFromNow(10), secondsFromNow(10), null])
  for (const side of [call, agent]) expect(await report(side, call)).toMatchObject({ phase: 'active' })
  expect(await deadlinesOf(call)).toEqual([secondsFromNow(30), secondsFromNow(30), null])
  await leaveScene(scene, call)
})

test('[C8] a restart longer than the grace period ends no call', async () => {
  const { scene, call, agent } = await talking(30)
  await restart(40)
  expect(await deadlinesOf(call)).toEqual([secondsFromNow(10), secondsFromNow(10), null])
  for (const side of [call, agent]) expect(await report(side, call)).toMatchObject({ phase: 'active' })
  await leaveScene(scene, call)
})

test('[C8] after a restart, a call that a frozen process has locked delays no other and is extended afterwards', async () => {
  const locked = await talking(30)
  const other = await talking(30)
  await database.query('begin')
  try {
    await database.query('select from call where id = $1 for update', [locked.call.id])
    await restart(40)
    expect(await deadlinesOf(other.call)).toEqual([secondsFromNow(10), secondsFromNow(10), null])
  } finally {
    await database.query('commit')
  }
  await check()
  expect(await deadlinesOf(locked.call)).toEqual([secondsFromNow(10), secondsFromNow(10), null])
  for (const { scene, call } of [locked, other]) {
    expect(await report(call, call)).toMatchObject({ phase: 'active' })
    await leaveScene(scene, call)
  }
})

async function ringing() {
  const scene = await clock.scene({ agents: 1, settings: { offer_seconds: 45, grace_seconds: 120 } })
  const call = await placeCall(scene)
  expect(call.view.phase).toBe('ringing')
  return { scene, call, agent: agentOf(scene) }
}

test('[C8] a call that rings during a restart goes on ringing, and its agent has 10 s to come back', async () => {
  const { scene, call, agent } = await ringing()
  await restart(20)
  await pass(9)
  const desk = await agent.socket.request<Desk>('desk.open', { microphone: true })
  expect(desk.offer?.call.id).toBe(call.id)
  await pass(2)
  await agent.socket.request('call.accept', { call_id: call.id, peer: newId() })
  await leaveScene(scene, call)
})

test('[C8] a ring that would have ended during an outage ends 15 s after it, and the panel shows it again', async () => {
  const scene = await clock.scene({ agents: 2, settings: { offer_seconds: 10, grace_seconds: 120 } })
  const call = await placeCall(scene)
  const agent = await rungAgent(scene, call)
  await restart(20)
  const expires_at = secondsFromNow(15)
  await agent.socket.next<Desk>('desk', ({ offer }) => offer?.expires_at === expires_at)
  for (const { socket } of scene.agents) await socket.request('desk.open', { microphone: true })
  await pass(14)
  await agent.socket.request('call.accept', { call_id: call.id, peer: newId() })
  await leaveScene(scene, call)
})

test('[C8] an agent who does not come back within 10 s after a restart is disconnected', async () => {
  const { scene, call, agent } = await ringing()
  await restart(20)
  await pass(9)
  expect(await clock.entries(call)).toHaveLength(1)
  await pass(1)
  await clock.expectMissed(scene, call, {
    agent_id: agent.agentId,
    reason: 'agent_disconnected',
    ended_by: 'system',
    hold_duration: 30,
  })
})

test('no other call rings at an agent who has not come back after a restart', async () => {
  const { scene, call, agent } = await ringing()
  await restart(20)
  const next = await connectVisitor(clock.service, scene.organization.providerId)
  await agent.socket.request('call.decline', { call_id: call.id })
  expect((await next.socket.refused('call.start', startParams())).code).toBe('nobody_available')
  await next.socket.leave()
  await leaveScene(scene, call)
})

test('[C20] a private talk goes on after a restart', async () => {
  const scene = await clock.scene({ agents: 2, settings: { grace_seconds: 120 } })
  const talks = await answeredCall(scene)
  await privateTalk(talks)
  await restart(20)
  await talks.second.socket.request('desk.open', { microphone: true })
  await pass(12)
  expect(transferStates(await callDetail(scene, talks.call))).toEqual(['warm talking'])
  await leaveScene(scene, talks.call)
})

test('[C8] a side that does not report within 10 s after an outage has left', async () => {
  const { scene, call, agent, answeredAt } = await talking(30)
  await restart(40)
  await report(agent, call)
  await pass(9)
  expect(await clock.entries(call)).toHaveLength(1)
  await pass(1)
  await clock.expectEnded(scene, call, {
    agent_id: agent.agentId,
    answered_at: answeredAt,
    reason: 'visitor_disconnected',
    ended_by: 'customer',
  })
})

test('checks that are late several times in a row extend a deadline once', async () => {
  const { scene, call, agent, answeredAt } = await talking(10)
  await report(agent, call)
  await check()
  for (let passed = 0; passed < 15; passed += 5) {
    turn(5)
    await check()
  }
  await clock.expectEnded(scene, call, {
    agent_id: agent.agentId,
    answered_at: answeredAt,
    reason: 'visitor_disconnected',
    ended_by: 'customer',
  })
})

test('deadlines further away stay as they are after an outage', async () => {
  const { scene, call } = await talking(120)
  const before = await deadlinesOf(call)
  await restart(40)
  expect(await deadlinesOf(call)).toEqual(before)
  await leaveScene(scene, call)
})

test('media that has connected during an outage is still reported: the call becomes active', async () => {
  const scene = await clock.scene({ agents: 1, settings: { connect_seconds: 20, grace_seconds: 30 } })
  const call = await placeCall(scene)
  const peer = newId()
  await agentOf(scene).socket.request('call.accept', { call_id: call.id, peer })
  await restart(40)
  const view = await agentOf(scene).socket.request<CallView>('call.connected', { call_id: call.id, peer })
  expect(view).toMatchObject({ phase: 'active' })
  await leaveScene(scene, call)
})

test('the maximum wait ends during an outage, too', async () => {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 30 } })
  const call = await placeCall(scene)
  await restart(40)
  await clock.expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 40 })
})
