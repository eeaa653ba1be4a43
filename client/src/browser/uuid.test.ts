import { expect, test } from 'vitest'
import { createUuids } from './uuid.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an id is a UUIDv7 of its moment', () => {
  const next = createUuids(() => 0x0123456789ab)
  expect(next()).toMatch(form)
  expect(next()).toMatch(/^01234567-89ab-7/)
})

test('ids only grow: within a millisecond, beyond 4096 of them, and when the clock goes back', () => {
  let now = 1_000_000
  const next = createUuids(() => now)
  const ids = Array.from({ length: 10_000 }, () => next())
  now -= 60_000
  ids.push(next())
  now += 120_000
  ids.push(next())
  for (const id of ids) expect(id).toMatch(form)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
