import type { CallView } from '@parley/protocol/call-view'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { freePort } from '../../core/free-port.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { leaveScene, placeCall, talk, type TestAgent, type TestCall } from '../../testing/test-calls.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

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
  await checking.stop()
  turn(40)
  checking = await startChecking()
  expect(await deadlinesOf(call)).toEqual([secondsFromNow(10), secondsFromNow(10), null])
  for (const side of [call, agent]) expect(await report(side, call)).toMatchObject({ phase: 'active' })
  await leaveScene(scene, call)
})

test('[C8] a side that does not report within 10 s after an outage has left', async () => {
  const { scene, call, agent, answeredAt } = await talking(30)
  await checking.stop()
  turn(40)
  checking = await startChecking()
  await report(agent, call)
  for (let passed = 0; passed < 9; passed += 3) {
    turn(3)
    await check()
  }
  expect(await clock.entries(call)).toHaveLength(1)
  turn(1)
  await check()
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
  await checking.stop()
  turn(40)
  checking = await startChecking()
  expect(await deadlinesOf(call)).toEqual(before)
  await leaveScene(scene, call)
})

test('media that has connected during an outage is still reported: the call becomes active', async () => {
  const scene = await clock.scene({ agents: 1, settings: { connect_seconds: 20, grace_seconds: 30 } })
  const call = await placeCall(scene)
  const peer = newId()
  await agentOf(scene).socket.request('call.accept', { call_id: call.id, peer })
  await checking.stop()
  turn(40)
  checking = await startChecking()
  const view = await agentOf(scene).socket.request<CallView>('call.connected', { call_id: call.id, peer })
  expect(view).toMatchObject({ phase: 'active' })
  await leaveScene(scene, call)
})

test('the maximum wait ends during an outage, too', async () => {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 30 } })
  const call = await placeCall(scene)
  await checking.stop()
  turn(40)
  checking = await startChecking()
  await clock.expectMissed(scene, call, { reason: 'queue_timeout', hold_duration: 40 })
})
