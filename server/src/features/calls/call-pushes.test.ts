import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { createCallPushes } from './call-pushes.ts'

/** An agent's panel whose desk cannot be read, as during a database outage. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createPanel() {
  const bus = createLocalBus(() => {})
  const received: unknown[] = []
  const panel = { sendText: (frame: string) => void received.push(JSON.parse(frame)) }
  const panels = [panel]
  const failing = { reads: 0, errors: 0 }
  const pushes = createCallPushes({
    bus,
    desks: { panelsOf: () => panels, agentsWithPanels: () => ['ada'], onRings: () => {} } as never,
    views: {
      async desk() {
        if (failing.reads === 0) return { state: 'ringing' }
        failing.reads -= 1
        throw new Error('The database is away')
      },
    } as never,
    db: {} as never,
    events: {} as never,
    fanOut: { customers: () => [], onLateCustomers() {} } as never,
    signaling: {} as never,
    positions: {} as never,
    onError: () => void (failing.errors += 1),
  })
  return {
    received,
    panels,
    failing,
    pushes,
    ring: () => bus.publish('calls', { organization_id: 'shop', calls: [], agents: ['ada'] }),
  }
}

test('a desk that could not be read is pushed a second later', async () => {
  const { received, failing, pushes, ring } = createPanel()
  failing.reads = 2
  ring()
  await vi.advanceTimersByTimeAsync(1_999)
  expect([received, failing]).toEqual([[], { reads: 0, errors: 2 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(received).toMatchObject([{ method: 'desk', params: { state: 'ringing' } }])
  expect(vi.getTimerCount()).toBe(0)
  pushes.close()
})

test('a desk is not read again when its last panel has closed', async () => {
  const { panels, failing, pushes, ring } = createPanel()
  failing.reads = 9
  ring()
  await vi.advanceTimersByTimeAsync(0)
  panels.pop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([failing.errors, vi.getTimerCount()]).toEqual([1, 0])
  pushes.close()
})

test('no retry delays the end of the process', async () => {
  const { failing, pushes, ring } = createPanel()
  failing.reads = 9
  ring()
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(1)
  ring()
  pushes.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([failing.errors, vi.getTimerCount()]).toEqual([2, 0])
})

/** A customer's window that shows a call which runs in another window, and sends no keep-alives. */
function createWindow() {
  const bus = createLocalBus(() => {})
  const received: unknown[] = []
  const state = { phase: 'active', failing: 0, reads: 0, errors: 0, isOpen: true }
  const call = () => ({ id: 'call', customer_id: 'grace', organization_id: 'shop', phase: state.phase })
  async function read<T>(result: () => T): Promise<T> {
    state.reads += 1
    if (state.failing === 0) return result()
    state.failing -= 1
    throw new Error('The database is away')
  }
  const selecting = {
    selectFrom: () => selecting,
    select: () => selecting,
    selectAll: () => selecting,
    where: () => selecting,
    executeTakeFirst: () => read(call),
    execute: () => read(() => (state.phase === 'over' ? [call()] : [])),
  }
  const pushes = createCallPushes({
    bus,
    desks: { panelsOf: () => [], agentsWithPanels: () => [], onRings() {} },
    views: { forBoth: async (shown: unknown) => ({ customer: shown, agent: shown }) } as never,
    db: { withTables: () => selecting } as never,
    events: { committedCall: () => undefined },
    fanOut: {
      hasCustomer: () => state.isOpen,
      windowsOf: () => 1,
      customers: () => [],
      onLateCustomers() {},
      sendToCustomer: (_: string, frame: string) => void received.push(JSON.parse(frame)),
    },
    signaling: { of: () => undefined, prune() {} } as never,
    positions: { note() {}, forget() {} } as never,
    onError: () => void (state.errors += 1),
  })
  const end = () => (state.phase = 'over')
  const announce = () =>
    bus.publish('calls', {
      organization_id: 'shop',
      calls: [{ id: 'call', customer_id: 'grace', agent_id: null, revision: 1 }],
      agents: [],
    })
  return { bus, received, state, pushes, call, end, announce }
}
const ended = [{ method: 'call', params: { phase: 'over' } }]

test('a call that could not be read is pushed a second later', async () => {
  const { received, state, pushes, end, announce } = createWindow()
  state.failing = 2
  end()
  announce()
  await vi.advanceTimersByTimeAsync(1_999)
  expect([received, state.errors]).toEqual([[], 2])
  await vi.advanceTimersByTimeAsync(1)
  expect(received).toMatchObject(ended)
  expect(vi.getTimerCount()).toBe(0)
  pushes.close()
})

test('a call is not read again when its last window has closed', async () => {
  const { state, pushes, announce } = createWindow()
  state.failing = 9
  announce()
  await vi.advanceTimersByTimeAsync(0)
  state.isOpen = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect([state.reads, vi.getTimerCount()]).toEqual([1, 0])
  pushes.close()
})

test.each(['a push', 'its connect'])(
  'the end of a call that a window knows from %s is pushed after a gap of the bus',
  async (source) => {
    const { bus, received, state, pushes, call, end, announce } = createWindow()
    if (source === 'a push') announce()
    else pushes.shownAtConnect(call() as never)
    await vi.advanceTimersByTimeAsync(0)
    received.length = 0
    bus.reportGap()
    await vi.advanceTimersByTimeAsync(0)
    expect(received).toEqual([])
    end()
    // The database is away as well.
    state.failing = 2
    bus.reportGap()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(received).toMatchObject(ended)
    state.reads = 0
    bus.reportGap()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([state.reads, received.length, vi.getTimerCount()]).toEqual([0, 1, 0])
    pushes.close()
  },
)
