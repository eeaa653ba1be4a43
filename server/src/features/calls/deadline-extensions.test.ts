import type { Desk } from '@parley/protocol/call-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { holdLock } from '../../testing/held-locks.ts'
import { leaveScene, placeCall } from '../../testing/test-calls.ts'
import { answeredCall, transferTo, transferToTeam } from '../../testing/test-transfers.ts'
import { extendDeadlines } from './deadline-extensions.ts'

const clock = useCallClock()
let handle: DatabaseHandle

beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(() => handle.close())

const secondsFromNow = (seconds: number) => timestamp(Date.parse(clock.now()) + seconds * 1000)
const extend = () => extendDeadlines(handle.db, secondsFromNow(10))

async function ringing(settings: { offer_seconds: number; queue_seconds?: number }) {
  const scene = await clock.scene({ agents: 1, settings })
  const call = await placeCall(scene)
  const { agentId } = clock.agentOf(scene)
  const expiresAt = async () => {
    const { rows } = await handle.pool.query<{ expires_at: string }>(
      'select expires_at from call_offer where call_id = $1',
      [call.id],
    )
    return rows.map(({ expires_at }) => expires_at)
  }
  return { scene, call, agent: { organization_id: scene.organization.id, agent_id: agentId }, expiresAt }
}

test('a ring gets 5 s more than its agent has to reconnect', async () => {
  const { scene, call, agent, expiresAt } = await ringing({ offer_seconds: 10 })
  expect((await extend()).agents).toContainEqual(agent)
  expect(await expiresAt()).toEqual([secondsFromNow(15)])
  expect((await extend()).agents).not.toContainEqual(agent)
  await leaveScene(scene, call)
})

test('a ring is extended once', async () => {
  const { scene, call, agent, expiresAt } = await ringing({ offer_seconds: 10 })
  await extend()
  const once = await expiresAt()
  clock.turn(5)
  expect((await extend()).agents).not.toContainEqual(agent)
  expect(await expiresAt()).toEqual(once)
  await leaveScene(scene, call)
})

test('a ring never outlasts the queue timeout, and none gets shorter', async () => {
  const short = await ringing({ offer_seconds: 10, queue_seconds: 30 })
  const long = await ringing({ offer_seconds: 45 })
  clock.turn(20)
  const { agents } = await extend()
  expect(agents).not.toContainEqual(long.agent)
  expect(agents).toContainEqual(short.agent)
  expect(await short.expiresAt()).toEqual([secondsFromNow(10)])
  expect(await long.expiresAt()).toEqual([secondsFromNow(25)])
  for (const { scene, call } of [short, long]) await leaveScene(scene, call)
})

test('a ring of a locked call is skipped', async () => {
  const { scene, call, agent, expiresAt } = await ringing({ offer_seconds: 10 })
  const before = await expiresAt()
  const release = await holdLock(handle.pool, 'select from call where id = $1 for update', [call.id])
  const { skipped, agents } = await extend()
  expect([...skipped]).toContain(call.id)
  expect(agents).not.toContainEqual(agent)
  await release()
  expect(await expiresAt()).toEqual(before)
  await leaveScene(scene, call)
})

test('[C20] the ring of a transfer is extended, in a team within its 60 s', async () => {
  const scene = await clock.scene({ agents: 2, settings: { offer_seconds: 10, grace_seconds: 120 } })
  const talks = await answeredCall(scene)
  await transferTo(talks)
  await extend()
  const ring = await talks.second.socket.request<Desk>('desk.open', { microphone: true })
  const once = secondsFromNow(15)
  expect(ring.transfer?.expires_at).toBe(once)
  clock.turn(5)
  await extend()
  const later = await talks.second.socket.request<Desk>('desk.open', { microphone: true })
  expect(later.transfer?.expires_at).toBe(once)
  await talks.second.socket.request('transfer.end', { call_id: talks.call.id })
  const { body } = await clock.service.call('POST', `/v1/organizations/${scene.organization.id}/teams`, {
    cookie: scene.organization.cookie,
    body: { name: 'Sales', members: [{ agent_id: talks.second.agentId, capacity: null }] },
  })
  await transferToTeam(talks, (body as { id: string }).id)
  const until = secondsFromNow(60)
  clock.turn(52)
  await extend()
  const last = await talks.second.socket.request<Desk>('desk.open', { microphone: true })
  expect(last.transfer?.expires_at).toBe(until)
  await leaveScene(scene, talks.call)
})
