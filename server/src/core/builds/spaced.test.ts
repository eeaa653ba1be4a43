import { expect, test } from 'vitest'
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
  const starts: number[] = []
  const run = spaced(async () => starts.push(performance.now()), 50)
  await run()
  await run()
  await run()
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  // A timer may end up to a millisecond early.
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(49)
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
