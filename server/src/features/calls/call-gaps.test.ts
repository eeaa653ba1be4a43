import type { CallView } from '@parley/protocol/call-view'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { useCallClock } from '../../testing/call-clock.ts'
import { leaveScene, placeCall, talk, type TestCall } from '../../testing/test-calls.ts'
import { createCallPushes } from './call-pushes.ts'
import { findCall } from './call-store.ts'
import { createCallViews } from './call-views.ts'

/** Windows of customers at a process that receives no message of another one: only gaps of the bus. */

const clock = useCallClock()
let handle: DatabaseHandle

beforeAll(() => {
  handle = openDatabase(clock.service.databaseUrl, { connections: 2 })
})
afterAll(() => handle.close())

function createProcess() {
  const bus = createLocalBus(() => {})
  const state = { statements: 0, failing: 0, errors: 0 }
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      state.statements += 1
      if (state.failing === 0) return node
      state.failing -= 1
      throw new Error('The database is away')
    },
    transformResult: async ({ result }) => result,
  }
  const db = handle.db.withPlugin(counting)
  /** customer -> number of windows here */
  const windows = new Map<string, number>()
  const received: CallView[] = []
  let onLate: (customerIds: string[]) => void = () => {}
  const pushes = createCallPushes({
    db,
    bus,
    events: { committedCall: () => undefined },
    fanOut: {
      customers: () => [...windows.keys()],
      windowsOf: (customerId) => windows.get(customerId) ?? 0,
      hasCustomer: (customerId) => windows.has(customerId),
      onLateCustomers: (listener) => void (onLate = listener),
      sendToCustomer: (_, frame) => void received.push((JSON.parse(frame) as { params: CallView }).params),
    },
    signaling: { of: () => undefined, prune() {} } as never,
    desks: { panelsOf: () => [], agentsWithPanels: () => [], onRings() {} },
    views: createCallViews({
      db,
      clock: () => Date.parse(clock.now()),
      faceOf: async () => undefined,
      onlineOf: async () => new Set<string>(),
      iceServers: () => [],
    }),
    positions: { note() {}, forget() {} } as never,
    onError: () => void (state.errors += 1),
  })
  return {
    state,
    windows,
    received,
    phases: () => received.map(({ phase }) => phase),
    gap: bus.reportGap,
    foundLate: (customerIds: string[]) => onLate(customerIds),
    /** A window connects here and reads the call. */
    async connect({ id, customerId }: TestCall, count = 1) {
      windows.set(customerId, count)
      const call = await findCall(handle.db, id)
      if (call) pushes.shownAtConnect(call)
    },
    close: pushes.close,
  }
}

/** A call that no hint announces to the process. */
async function silentCall() {
  const scene = await clock.scene({ agents: 1 })
  const call = await placeCall(scene)
  const agent = clock.agentOf(scene)
  return { call, agent, leave: () => leaveScene(scene, call) }
}

test('a call that began or was answered during a gap of the bus is pushed, each change once', async () => {
  const { call, agent, leave } = await silentCall()
  const { windows, gap, phases, received, close } = createProcess()
  windows.set(call.customerId, 2)
  const seen = () => expect.poll(phases)
  gap()
  await seen().toEqual(['ringing'])
  expect(received[0]).toMatchObject({ id: call.id, customer_id: call.customerId })
  gap()
  await talk(call, agent)
  gap()
  await seen().toEqual(['ringing', 'active'])
  gap()
  await call.socket.request('call.end', { call_id: call.id })
  gap()
  await seen().toEqual(['ringing', 'active', 'over'])
  close()
  await leave()
})

test('a call that a window received with its connect is pushed only if another window may have missed it', async () => {
  const [alone, second] = [await silentCall(), await silentCall()]
  const { connect, gap, received, close } = createProcess()
  await connect(alone.call)
  await connect(second.call, 2)
  gap()
  await expect.poll(() => received.map(({ id }) => id)).toEqual([second.call.id])
  await talk(alone.call, alone.agent)
  gap()
  await expect.poll(() => received.map(({ id }) => id)).toEqual([second.call.id, alone.call.id])
  close()
  await alone.leave()
  await second.leave()
})

test('a gap takes one statement per 1,000 customers, and none for windows that connect after it', async () => {
  const { call, leave } = await silentCall()
  const { state, windows, gap, phases, close } = createProcess()
  gap()
  windows.set(call.customerId, 1)
  await new Promise(setImmediate)
  expect(state.statements).toBe(0)
  for (let i = 1; i < 2_500; i++) windows.set(newId(), 1)
  gap()
  await expect.poll(phases).toEqual(['ringing'])
  await expect.poll(() => state.statements).toBeGreaterThanOrEqual(4)
  state.statements = 0
  gap()
  // The end of the call that is shown, and the calls of all customers.
  await expect.poll(() => state.statements).toBe(1 + 3)
  close()
  await leave()
})

test('calls that could not be read after a gap are read a second later', async () => {
  const { call, leave } = await silentCall()
  const { state, windows, gap, phases, close } = createProcess()
  windows.set(call.customerId, 1)
  state.failing = 1
  gap()
  await expect.poll(phases, { timeout: 5_000 }).toEqual(['ringing'])
  expect(state.errors).toBe(1)
  close()
  await leave()
})

test('the call of a visitor whose customer is found only after a gap is pushed', async () => {
  const { call, leave } = await silentCall()
  const { windows, foundLate, phases, close } = createProcess()
  windows.set(call.customerId, 1)
  foundLate([call.customerId])
  await expect.poll(phases).toEqual(['ringing'])
  close()
  await leave()
})
