import { afterEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../core/bus/bus.ts'
import { createPresence, type PresenceChange } from './presence.ts'

afterEach(() => void vi.useRealTimers())

/** Two processes that share a bus, with what the first one was told of changes. */
function twoProcesses() {
  vi.useFakeTimers({ now: 0 })
  const bus = createLocalBus((error) => {
    throw error
  })
  const clock = () => Date.now()
  const start = () => createPresence({ bus, clock })
  const [here, there] = [start(), start()]
  const changes: PresenceChange[] = []
  here.onChange((change) => changes.push(change))
  return { bus, start, here, there, changes }
}
const ada = { of: 'agent', organizationId: 'o', id: 'ada' }

test('an agent is online while any process has a socket of theirs, and only in their organization', () => {
  const { here, there, changes } = twoProcesses()
  const leaveHere = here.enter('agent', 'o', 'ada')
  const leaveThere = there.enter('agent', 'o', 'ada')
  leaveHere()
  leaveHere()
  expect(here.isOnline('agent', 'o', 'ada')).toBe(true)
  expect(here.online('agent', 'o')).toEqual(['ada'])
  expect(here.isOnline('agent', 'other', 'ada')).toBe(false)
  expect(here.isOnline('customer', 'o', 'ada')).toBe(false)
  leaveThere()
  expect(here.isOnline('agent', 'o', 'ada')).toBe(false)
  expect(changes.at(-1)).toEqual({ ...ada, online: false })
})

test('an agent whose process sends no heartbeats goes offline after 15 s, and listeners are notified', () => {
  const { bus, here, start, changes } = twoProcesses()
  // Sends nothing more, as after SIGKILL.
  bus.publish('presence', { process: 'killed', kind: 'all', keys: ['agent:o:ada', 'agent:o:bea'] })
  const bea = start()
  bea.enter('agent', 'o', 'bea')
  vi.advanceTimersByTime(14_000)
  expect(here.online('agent', 'o').toSorted()).toEqual(['ada', 'bea'])
  vi.advanceTimersByTime(2_000)
  expect(here.online('agent', 'o')).toEqual(['bea'])
  expect(changes).toContainEqual({ ...ada, online: false })
})

test('the sockets of a process that stops go offline at once', () => {
  const { here, there, changes } = twoProcesses()
  there.enter('agent', 'o', 'ada')
  there.close()
  expect(here.isOnline('agent', 'o', 'ada')).toBe(false)
  expect(changes).toEqual([
    { ...ada, online: true },
    { ...ada, online: false },
  ])
})

test('a process that missed changes requests the keys after the next heartbeat', () => {
  const { bus, start, here } = twoProcesses()
  here.enter('agent', 'o', 'ada')
  here.enter('customer', 'o', 'cem')
  const late = start()
  expect(late.online('agent', 'o')).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(late.online('agent', 'o')).toEqual(['ada'])
  expect(late.isOnline('customer', 'o', 'cem')).toBe(true)
  bus.reportGap()
  expect(late.online('agent', 'o')).toEqual(['ada'])
})

test('after a gap of the bus, keys are exchanged at once', () => {
  const { bus, start, here } = twoProcesses()
  here.enter('agent', 'o', 'ada')
  const late = start()
  bus.reportGap()
  expect(late.online('agent', 'o')).toEqual(['ada'])
})
