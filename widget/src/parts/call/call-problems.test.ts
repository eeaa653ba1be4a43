import { expect, test } from 'vitest'
import { connectionText } from './call-problems.ts'

test.each([
  ['good', null, ''],
  ['weak', null, 'weak'],
  ['good', 'unplugged', 'unplugged'],
  ['weak', 'unplugged', 'weak unplugged'],
  ['lost', 'unplugged', 'lost unplugged'],
] as const)('shows both a %s connection and the problem “%s”: “%s”', (path, problem, shown) => {
  expect(connectionText(path, true, problem, (key) => key)).toBe(shown)
})

test('the connection is not reported before the call is active', () => {
  expect(connectionText('lost', false, null, (key) => key)).toBe('')
})
