import { expect, test } from 'vitest'
import { isComposing } from './is-composing.ts'

test('a key within a composition is not a command, nor is the one with which Safari ends it', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true)
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false)
})
