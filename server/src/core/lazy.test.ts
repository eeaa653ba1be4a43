import { expect, test } from 'vitest'
import { lazy, lazyLoad } from './lazy.ts'

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

test('what could not be loaded is loaded again at the next call, and then kept', async () => {
  let tries = 0
  const value = lazyLoad(async () => {
    tries += 1
    if (tries === 1) throw new Error('too many open files')
    return tries
  })
  await expect(value()).rejects.toThrow('too many open files')
  expect([await value(), await value()]).toEqual([2, 2])
})
