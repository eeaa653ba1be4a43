import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { timestamp } from '../../core/clock.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { holdLock } from '../../testing/held-locks.ts'
import { leaveScene, placeCall, talk } from '../../testing/test-calls.ts'
import { createAlarm, createDeadlines } from './call-deadlines.ts'
import { createCallEvents } from './call-events.ts'

const clock = useCallClock()
const time = () => Date.parse(clock.now())
let handle: DatabaseHandle

beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(() => handle.close())

/** A call that waits for an agent for at most 30 s. */
async function waiting() {
  const scene = await clock.scene({ settings: { nobody: 'wait', queue_seconds: 30, grace_seconds: 120 } })
  return { scene, call: await placeCall(scene) }
}

const lockTimeout = Object.assign(new pg.DatabaseError('lock timeout', 0, 'error'), { code: '55P03' })

/** The deadlines of a process whose `settle` is this one. */
function deadlinesWith(
  settle: (call: unknown, maxLockWaitMs?: number) => Promise<unknown>,
  changed: Partial<Pick<Parameters<typeof createDeadlines>[0], 'clock' | 'desks' | 'onError'>> = {},
) {
  return createDeadlines({
    db: handle.db,
    clock: time,
    alarm: createAlarm(time),
    changes: { settle } as never,
    desks: { heartbeatIfDue: async () => {} },
    matching: { holdWhile: (_: string, work: () => Promise<void>) => work(), match: async () => {} } as never,
    events: createCallEvents({ bus: createLocalBus(() => {}) }),
    onError: () => {},
    ...changed,
  })
}

test('a sweep waits for the first locked row only', async () => {
  const { scene, call } = await waiting()
  const calls = [call, await placeCall(scene), await placeCall(scene)]
  clock.turn(30)
  const waits: (number | undefined)[] = []
  const deadlines = deadlinesWith(async (_, maxLockWaitMs) => {
    waits.push(maxLockWaitMs)
    throw lockTimeout
  })
  await deadlines.sweep()
  await deadlines.sweep()
  expect(waits).toEqual([250, 1, 1, 250, 1, 1])
  await leaveScene(scene, ...calls)
})

test('[C8] a call that is locked while deadlines are extended is not ended when it is unlocked, but extended', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 30 } })
  const call = await placeCall(scene)
  await talk(call, clock.agentOf(scene))
  const release = await holdLock(handle.pool, 'select from call where id = $1 for update', [call.id])
  clock.turn(40)
  const settled: unknown[] = []
  const deadlines = deadlinesWith(async (key) => settled.push(key))
  deadlines.start()
  await deadlines.sweep()
  await release()
  await deadlines.sweep()
  const { rows } = await handle.pool.query('select customer_until from call where id = $1', [call.id])
  expect(rows).toEqual([{ customer_until: timestamp(time() + 10_000) }])
  expect(settled).not.toContainEqual(expect.objectContaining({ id: call.id }))
  await deadlines.stop()
  await leaveScene(scene, call)
})

/**
 * The deadlines of a process whose checks can hang for some seconds: their statements run when the network is back. `hang` makes the
 * next one hang, or all.
 */
function hangingDeadlines() {
  const settled: unknown[] = []
  const state = { hang: 0, always: false, begins: false, passed: 0 }
  const now = () => time() + state.passed * 1000
  const deadlines = deadlinesWith(async (key) => settled.push(key), {
    clock() {
      const moment = now()
      if (state.begins) {
        state.begins = false
        state.passed += state.hang
        if (!state.always) state.hang = 0
      }
      return moment
    },
    // Each sweep begins with it.
    desks: { heartbeatIfDue: async () => void (state.begins = state.hang > 0) },
  })
  return { deadlines, settled, state, now }
}

test('[C8] a check that hangs while the presence of all agents expires ends no ring', async () => {
  const scene = await clock.scene({ agents: 1, settings: { offer_seconds: 45, grace_seconds: 120 } })
  const call = await placeCall(scene)
  const { deadlines, settled, state, now } = hangingDeadlines()
  deadlines.start()
  for (let count = 0; count < 2; count++) await deadlines.sweep()
  state.hang = 20
  for (let count = 0; count < 2; count++) await deadlines.sweep()
  expect(settled).not.toContainEqual(expect.objectContaining({ id: call.id }))
  const { rows } = await handle.pool.query('select seen_until from desk_presence where agent_id = $1', [
    clock.agentOf(scene).agentId,
  ])
  expect(rows).toEqual([{ seen_until: timestamp(now() + 10_000) }])
  await deadlines.stop()
  await leaveScene(scene, call)
})

test('[C8] deadlines are extended again if the check that extended them hung', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 30 } })
  const call = await placeCall(scene)
  await talk(call, clock.agentOf(scene))
  clock.turn(40)
  const { deadlines, settled, state, now } = hangingDeadlines()
  state.hang = 20
  deadlines.start()
  for (let count = 0; count < 2; count++) await deadlines.sweep()
  const { rows } = await handle.pool.query('select customer_until from call where id = $1', [call.id])
  expect(rows).toEqual([{ customer_until: timestamp(now() + 10_000) }])
  expect(settled).not.toContainEqual(expect.objectContaining({ id: call.id }))
  await deadlines.stop()
  await leaveScene(scene, call)
})

test('a call whose sides are gone ends although every check takes long', async () => {
  const scene = await clock.scene({ agents: 1, settings: { grace_seconds: 10 } })
  const call = await placeCall(scene)
  await talk(call, clock.agentOf(scene))
  const { deadlines, settled, state } = hangingDeadlines()
  Object.assign(state, { hang: 5, always: true })
  deadlines.start()
  for (let count = 0; count < 8; count++) await deadlines.sweep()
  expect(settled).toContainEqual(expect.objectContaining({ id: call.id }))
  await deadlines.stop()
  await leaveScene(scene, call)
})

test('a row that stays locked for 10 s is logged, and no later after the clock was set back', async () => {
  const { scene, call } = await waiting()
  const logged: unknown[] = []
  let seconds = 0
  const deadlines = deadlinesWith(() => Promise.reject(lockTimeout), {
    clock: () => time() + seconds * 1000,
    onError: (error) => logged.push(error),
  })
  const counts: number[] = []
  for (seconds of [90, 99, 100, 100, 40]) {
    await deadlines.sweep()
    counts.push(logged.length)
  }
  expect(counts).toEqual([0, 0, 1, 1, 2])
  await leaveScene(scene, call)
})

test('presence is renewed while a sweep takes long', async () => {
  const { scene, call } = await waiting()
  clock.turn(30)
  const sweep = { renewals: 0, settling: Promise.withResolvers<boolean>() }
  const settled = Promise.withResolvers<boolean>()
  const deadlines = deadlinesWith(
    () => {
      sweep.settling.resolve(true)
      return settled.promise
    },
    { desks: { heartbeatIfDue: async () => void (sweep.renewals += 1) } },
  )
  deadlines.start()
  await sweep.settling.promise
  const { renewals } = sweep
  await expect.poll(() => sweep.renewals, { timeout: 5_000 }).toBeGreaterThan(renewals)
  settled.resolve(true)
  await deadlines.stop()
  await leaveScene(scene, call)
})
