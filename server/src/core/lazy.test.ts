import { expect, test } from 'vitest'
import { lazy } from './lazy.ts'

test('a lazy value is made at the first call, and only once, even if it is undefined', () => {
  let made = 0
  const value = lazy(() => {
    made += 1
    return undefined
  })
  expect(made).toBe(0)
  expect(value()).toBeUndefined()
  expect(value()).toBeUndefined()
  expect(made).toBe(1)
})
