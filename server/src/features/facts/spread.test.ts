import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadOf } from './spread.ts'

/** As PostgreSQL defines `percentile_cont`. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.map((value) => value / 1000).toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const low = sorted[Math.floor(place)] ?? 0
  return low + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? 0) - low)
}

function agrees(values: readonly number[]): void {
  for (const form of [Int32Array, Float64Array])
    expect(spreadOf(form.from(values))).toEqual({
      median: percentile(values, 0.5),
      p90: percentile(values, 0.9),
    })
}

test('an empty list has no median and no 90th percentile', () => {
  expect(spreadOf(new Float64Array())).toEqual({ median: null, p90: null })
})

test('median and 90th percentile are those of the sorted values', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }), agrees))
})

test('percentiles of long lists are exact: in order, reversed, equal, and with few distinct values', () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index)
  agrees(numbers)
  agrees(numbers.toReversed())
  agrees(numbers.map(() => 7))
  agrees(numbers.map((number) => number % 3))
  agrees(numbers.map((number) => (number * 7_919) % 5_003))
})

const random = (seed: number) => {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647)
}

test('percentiles of lists that are long enough for a sample are exact', () => {
  const next = random(7)
  const numbers = Array.from({ length: 40_000 }, next)
  agrees(numbers)
  agrees(numbers.toSorted((a, b) => a - b))
  agrees(numbers.map((number) => Math.round(Math.exp((number % 2_000) / 100))))
  agrees(numbers.map(() => 7))
  agrees(numbers.map((number) => number % 3))
})

test('percentiles are exact if the values of the sample are unlike all others', () => {
  const next = random(11)
  const numbers = Array.from({ length: 1_024 * 40 }, (_, index) =>
    index % 40 === 20 ? next() % 1_000 : 1_000_000 + (next() % 1_000),
  )
  agrees(numbers)
  agrees(numbers.map((number) => 2_000_000 - number))
})
