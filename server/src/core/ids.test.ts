import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('ids are UUIDv7 that sort in the order in which they were made, also within a millisecond', () => {
  const before = Date.now()
  const ids = Array.from({ length: 1000 }, newId)
  expect(ids.every(isId)).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id[14]).toBe('7')
  const madeAt = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
  expect(madeAt).toBeGreaterThanOrEqual(before - 1000)
  expect(madeAt).toBeLessThanOrEqual(Date.now())
})

test('the last digits are random', () => {
  const ends = new Set(Array.from({ length: 1000 }, () => newId().slice(-12)))
  expect(ends.size).toBe(1000)
})
