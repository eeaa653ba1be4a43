import { expect, test } from 'vitest'
import { adviceFor } from './attempt-advice.ts'

test.each([
  ['under_way', null, null],
  ['delivered', 204, null],
  ['timeout', null, 'timeout'],
  ['connection_error', null, 'connection'],
  ['refused', null, 'refused'],
  ['interrupted', null, 'interrupted'],
  ['bad_status', 302, 'redirect'],
  ['bad_status', 400, 'rejected'],
  ['bad_status', 401, 'secret'],
  ['bad_status', 403, 'secret'],
  ['bad_status', 404, 'address'],
  ['bad_status', 405, 'address'],
  ['bad_status', 410, 'gone'],
  ['bad_status', 413, 'tooLarge'],
  ['bad_status', 429, 'busy'],
  ['bad_status', 500, 'theirs'],
  ['bad_status', 503, 'theirs'],
] as const)('an attempt that ended with %s %s leads to the advice %s', (outcome, status, advice) => {
  expect(adviceFor({ outcome, status, failure: null })).toBe(advice)
})

test.each([
  ['look_up_late', 'connection'],
  ['connection_late', 'connection'],
  ['answer_late', 'timeout'],
] as const)('a timeout with %s leads to the advice %s', (code, advice) => {
  expect(adviceFor({ outcome: 'timeout', status: null, failure: { code, detail: null } })).toBe(advice)
})
