import { expect, test } from 'vitest'
import { connectionText, topicOf } from './call-problems.ts'

test.each([
  ['good', false],
  ['weak', 'weak'],
  ['lost', 'lost'],
] as const)('a %s connection is reported as: %s', (path, shown) => {
  expect(connectionText(path, true, (key) => key)).toBe(shown)
})

test('the connection is not reported before the call is active', () => {
  expect(connectionText('lost', false, (key) => key)).toBe(false)
})

test('problems with the camera have one help text, those with the microphone one each', () => {
  expect(topicOf(null)).toBeNull()
  expect(topicOf({ device: 'camera', code: 'in_use' })).toBe('camera')
  expect(topicOf({ device: 'microphone', code: 'in_use' })).toBe('in_use')
})
