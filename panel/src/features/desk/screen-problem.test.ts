import { expect, test } from 'vitest'
import { screenProblemOf } from './screen-problem.ts'

test.for([
  ['Permission denied by user', 'NotAllowedError', null],
  ['The request is not allowed by the user agent', 'NotAllowedError', null],
  ['Permission denied by system', 'NotAllowedError', 'system'],
  ['The object can not be found here.', 'NotFoundError', 'system'],
  ['Could not start video source', 'NotReadableError', 'in_use'],
  ['Aborted', 'AbortError', 'in_use'],
  ['Not supported', 'NotSupportedError', 'other'],
] as const)('%s (%s) is shown as %s', ([message, name, problem]) => {
  expect(screenProblemOf(new DOMException(message, name))).toBe(problem)
})
