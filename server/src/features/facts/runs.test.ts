import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinRuns, type Run } from './runs.ts'
import { spreadOf } from './spread.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function agrees(lists: readonly { part: number; values: number[]; isSorted: boolean }[], form = Int32Array) {
  const runs = lists.map(({ part, values, isSorted }): Run => {
    const run = form.from(values)
    return { part, values: isSorted ? run.sort() : run, isSorted }
  })
  const before = runs.map(({ values }) => [...values])
  const { all, parts } = joinRuns(runs, 4)
  for (const [part, joined] of [all, ...parts].entries()) {
    const values = lists.filter((list) => part === 0 || list.part === part - 1).flatMap((list) => list.values)
    expect(joined.length).toBe(values.length)
    expect(joined.spread()).toEqual(spreadOf(Float64Array.from(values)))
    expect(joined.sum()).toBe(sum(values))
  }
  expect(runs.map(({ values }) => [...values])).toEqual(before)
}

test('a part without runs has no values', () => {
  const { all, parts } = joinRuns([], 1)
  expect([all.length, all.spread(), parts[0]?.length]).toEqual([0, { median: null, p90: null }, 0])
})

test('runs have the spread and the sum of all their values, sorted or not, and stay as they are', () => {
  const list = fc.record({
    part: fc.nat(3),
    values: fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }),
    isSorted: fc.boolean(),
  })
  fc.assert(fc.property(fc.array(list, { maxLength: 12 }), (lists) => agrees(lists)))
})

test('the same applies to runs that are long enough to be searched', () => {
  const list = fc.record({
    part: fc.nat(1),
    values: fc.array(fc.nat(5_000), { minLength: 150, maxLength: 400 }),
    isSorted: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (lists) => agrees(lists)),
    { numRuns: 30 },
  )
})

test('values may need more than 32 bits', () => {
  const values = Array.from({ length: 200 }, (_, index) => index * 2 ** 33 + index)
  const runs = [0, 1, 2].map((third): Run => ({
    part: 0,
    values: Float64Array.from(values.filter((_value, index) => index % 3 === third)).sort(),
    isSorted: true,
  }))
  expect(joinRuns(runs, 1).all.spread()).toEqual(spreadOf(Float64Array.from(values)))
  const long = values.flatMap((value) => [value, value + 1, value + 2])
  expect(
    joinRuns([{ part: 0, values: Float64Array.from(long).sort(), isSorted: true }], 1).all.spread(),
  ).toEqual(spreadOf(Float64Array.from(long)))
})
