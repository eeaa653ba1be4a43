import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { createChangeNotifier } from './change-notifier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const announced: string[] = []
  const bus = createLocalBus(() => {})
  bus.subscribe('organization', ({ organization_id: id, what }) => announced.push(`${what} of ${id}`))
  return { announced, notifier: createChangeNotifier(bus) }
}

test('announces the first change at once, later ones within a second as one at its end, and nothing without changes', () => {
  const { announced, notifier } = listen()
  for (let count = 0; count < 100; count += 1) notifier.notify('a', 'deliveries')
  expect(announced).toEqual(['deliveries of a'])
  vi.advanceTimersByTime(999)
  expect(announced).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(announced).toEqual(['deliveries of a', 'deliveries of a'])
  vi.advanceTimersByTime(5000)
  expect(announced).toHaveLength(2)
  notifier.notify('a', 'deliveries')
  expect(announced).toHaveLength(3)
})

test('organizations and topics are throttled separately, and nothing is announced after close', () => {
  const { announced, notifier } = listen()
  notifier.notify('a', 'deliveries')
  notifier.notify('a', 'webhooks')
  notifier.notify('b', 'deliveries')
  expect(announced).toEqual(['deliveries of a', 'webhooks of a', 'deliveries of b'])
  notifier.notify('a', 'deliveries')
  notifier.close()
  vi.advanceTimersByTime(5000)
  expect(announced).toHaveLength(3)
})
