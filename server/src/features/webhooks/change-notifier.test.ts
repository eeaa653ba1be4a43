import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus.ts'
import { createChangeNotifier } from './change-notifier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const heard: string[] = []
  const bus = createLocalBus(() => {})
  bus.subscribe('organization', ({ organization_id: id, what }) => heard.push(`${what} of ${id}`))
  return { heard, notifier: createChangeNotifier(bus) }
}

test('announces the first change at once, later ones within a second as one at its end, and nothing without changes', () => {
  const { heard, notifier } = listen()
  for (let count = 0; count < 100; count += 1) notifier.notify('a', 'deliveries')
  expect(heard).toEqual(['deliveries of a'])
  vi.advanceTimersByTime(999)
  expect(heard).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['deliveries of a', 'deliveries of a'])
  vi.advanceTimersByTime(5000)
  expect(heard).toHaveLength(2)
  notifier.notify('a', 'deliveries')
  expect(heard).toHaveLength(3)
})

test('organizations and topics are throttled separately, and nothing is announced after close', () => {
  const { heard, notifier } = listen()
  notifier.notify('a', 'deliveries')
  notifier.notify('a', 'webhooks')
  notifier.notify('b', 'deliveries')
  expect(heard).toEqual(['deliveries of a', 'webhooks of a', 'deliveries of b'])
  notifier.notify('a', 'deliveries')
  notifier.close()
  vi.advanceTimersByTime(5000)
  expect(heard).toHaveLength(3)
})
