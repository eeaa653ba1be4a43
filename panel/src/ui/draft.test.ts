import { expect, test } from 'vitest'
import { differs } from './draft.ts'

test('a change back to what is stored is no change', () => {
  expect(differs({ name: 'a', origins: ['x'] }, { name: 'a', origins: ['x'] })).toBe(false)
  expect(differs({ name: 'a' }, {})).toBe(false)
})

test('another value is a change, also deep in a list, and null is not the empty string', () => {
  expect(differs({ origins: ['x'] }, { origins: ['x', 'y'] })).toBe(true)
  expect(differs<{ greeting: string | null }>({ greeting: null }, { greeting: '' })).toBe(true)
})
