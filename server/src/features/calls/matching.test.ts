import type { Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { holdLock } from '../../testing/held-locks.ts'
import { deskAgent, leaveScene, placeCall, type TestAgent, type TestCall } from '../../testing/test-calls.ts'
import { callDetail } from '../../testing/test-transfers.ts'

/** Calls and desks that a frozen process has locked. */

const clock = useCallClock()
let handle: DatabaseHandle

beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(() => handle.close())

const hold = (statement: string, id: string) => holdLock(handle.pool, statement, [id])

const rings = (agent: TestAgent, call: TestCall) =>
  agent.socket.next<Desk>('desk', ({ offer }) => offer?.call.id === call.id)

test('a locked call keeps its turn for a second; then a free agent gets the next one', async () => {
  const scene = await clock.scene({ settings: { nobody: 'wait' } })
  const [locked, next] = [await placeCall(scene), await placeCall(scene)]
  const release = await hold('select from call where id = $1 for update', locked.id)
  const agent = await deskAgent(scene)
  await clock.pass(0)
  await clock.pass(0.9)
  expect((await callDetail(scene, next)).phase).toBe('pending')
  await clock.pass(0.1)
  await rings(agent, next)
  await release()
  await agent.socket.request('call.decline', { call_id: next.id })
  await rings(agent, locked)
  await agent.socket.leave()
  await leaveScene(scene, locked, next)
})

test('a locked desk keeps its turn for a second; then a waiting call rings at the next agent', async () => {
  const scene = await clock.scene({ agents: 1 })
  const first = clock.agentOf(scene)
  clock.turn(1)
  const second = await deskAgent(scene)
  const release = await hold('select from agent_desk where agent_id = $1 for update', first.agentId)
  const call = await placeCall(scene)
  await clock.pass(0.9)
  expect((await callDetail(scene, call)).phase).toBe('pending')
  await clock.pass(0.1)
  await rings(second, call)
  await release()
  await second.socket.leave()
  await leaveScene(scene, call)
})
