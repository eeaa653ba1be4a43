import { expect, test } from 'vitest'
import { differs } from './draft.ts'

test('a change back to the stored value is no change', () => {
  expect(differs({ name: 'a', origins: ['x'] }, { name: 'a', origins: ['x'] })).toBe(false)
  expect(differs({ name: 'a' }, {})).toBe(false)
})

test('a different value is a change, also inside a list; null differs from the empty string', () => {
  expect(differs({ origins: ['x'] }, { origins: ['x', 'y'] })).toBe(true)
  expect(differs<{ greeting: string | null }>({ greeting: null }, { greeting: '' })).toBe(true)
})
