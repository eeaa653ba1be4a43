import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottle, type Throttle } from './throttle.ts'

let runs: string[]
let throttle: Throttle<string>

beforeEach(() => {
  vi.useFakeTimers()
  runs = []
  throttle = createThrottle((key) => void runs.push(key), 100)
})
afterEach(() => {
  throttle.close()
  vi.useRealTimers()
})

it('runs the first trigger at once, and merges the others into one run per interval', () => {
  for (let index = 0; index < 3; index++) throttle.trigger('a')
  expect(runs).toEqual(['a'])
  vi.advanceTimersByTime(99)
  expect(runs).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(runs).toEqual(['a', 'a'])
  throttle.trigger('a')
  vi.advanceTimersByTime(100)
  expect(runs).toEqual(['a', 'a', 'a'])
})

it('runs at once again when a whole interval passed without a trigger', () => {
  throttle.trigger('a')
  vi.advanceTimersByTime(100)
  throttle.trigger('a')
  expect(runs).toEqual(['a', 'a'])
})

it('lets no key wait for another', () => {
  throttle.trigger('a')
  throttle.trigger('b')
  expect(runs).toEqual(['a', 'b'])
})

it('runs nothing after it was closed', () => {
  throttle.trigger('a')
  throttle.trigger('a')
  throttle.close()
  vi.advanceTimersByTime(1000)
  expect(runs).toEqual(['a'])
})

it('runs what is scheduled when it is flushed, and begins a new interval', () => {
  throttle.trigger('a')
  throttle.trigger('a')
  throttle.trigger('b')
  throttle.flush()
  expect(runs).toEqual(['a', 'b', 'a'])
  throttle.trigger('a')
  vi.advanceTimersByTime(99)
  expect(runs).toEqual(['a', 'b', 'a'])
  vi.advanceTimersByTime(1)
  expect(runs).toEqual(['a', 'b', 'a', 'a'])
})
