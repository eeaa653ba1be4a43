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
    desks: { panelsOf: () => panels, agentsWithPanels: () => ['ada'] } as never,
    views: {
      async desk() {
        if (failing.reads === 0) return { state: 'ringing' }
        failing.reads -= 1
        throw new Error('The database is away')
      },
    } as never,
    db: {} as never,
    events: {} as never,
    fanOut: {} as never,
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
