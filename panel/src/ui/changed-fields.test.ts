import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('contains only the fields that differ, also inside; null is a value', () => {
  const before = { name: 'a', rules: [{ at: 1 }], minutes: 5 as number | null }
  expect(changedFields(before, { name: 'a', rules: [{ at: 1 }], minutes: 5 })).toEqual({})
  expect(changedFields(before, { name: 'a', rules: [{ at: 2 }], minutes: null })).toEqual({
    rules: [{ at: 2 }],
    minutes: null,
  })
})
