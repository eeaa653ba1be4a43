import { expect, test, vi } from 'vitest'
import { spaced } from './spaced.ts'

test('calls that wait share one run, which began after each of them', async () => {
  let runs = 0
  const run = spaced(async () => (runs += 1), 1)
  expect(await Promise.all([run(), run(), run()])).toEqual([1, 1, 1])
  expect(await run()).toBe(2)
})

test('a call during a run does not get its result', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let runs = 0
  const run = spaced(async () => {
    runs += 1
    const number = runs
    begin()
    if (number === 1) await ended
    return number
  }, 1)
  const first = run()
  await begun
  const second = run()
  expect(await second).toBe(2)
  end()
  expect(await first).toBe(1)
})

test('runs begin an interval apart', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const starts: number[] = []
    const pause = async (ms: number) => void vi.advanceTimersByTime(ms)
    const run = spaced(async () => starts.push(performance.now()), 50, pause)
    for (let count = 0; count < 3; count += 1) await run()
    expect(starts.map((start) => start - (starts[0] ?? 0))).toEqual([0, 50, 100])
  } finally {
    vi.useRealTimers()
  }
})

test('a failure is that of its own calls', async () => {
  let runs = 0
  const run = spaced(async () => {
    runs += 1
    if (runs === 1) throw new Error('down')
  }, 1)
  await expect(run()).rejects.toThrow('down')
  await run()
})
