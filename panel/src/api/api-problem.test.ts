import { describe, expect, test } from 'vitest'
import { errorCodes } from '@parley/protocol/error'
import { en } from '../messages/en.ts'
import { ApiProblem, problemFrom, problemText } from './api-problem.ts'

describe('an error response', () => {
  test('keeps the code of a problem, whatever its status', () => {
    const problem = problemFrom(409, { code: 'last_owner', title: 'x', pointer: '/body/role' }, null)
    expect(problem).toMatchObject({ code: 'last_owner', status: 409, pointer: '/body/role' })
  })

  test.each([400, 403, 404, 405, 418, 502])('of a proxy refuses nothing with status %d', (status) => {
    expect(problemFrom(status, undefined, null).code).toBe('unavailable')
    expect(problemFrom(status, { type: 'about:blank', code: 7 }, null).code).toBe('unavailable')
  })

  test.each([
    [401, 'unauthenticated'],
    [413, 'payload_too_large'],
    [429, 'rate_limited'],
    [500, 'internal'],
  ])('of a proxy with status %d is %s', (status, code) => {
    expect(problemFrom(status, undefined, null).code).toBe(code)
  })

  test.each([
    [404, 'not_found'],
    [403, 'forbidden'],
    [400, 'invalid_request'],
    [409, 'unexpected'],
  ])('of a newer service with status %d and an unknown code is %s', (status, code) => {
    for (const unknown of ['made_up', 'toString']) {
      const problem = { type: `https://parley.invalid/problems/${unknown}`, code: unknown }
      expect(problemFrom(status, problem, null).code).toBe(code)
    }
  })

  test('exposes Retry-After in seconds, only if the header is a number', () => {
    expect(problemFrom(429, { code: 'rate_limited' }, '30').retryAfter).toBe(30)
    expect(
      problemFrom(429, { code: 'rate_limited' }, 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfter,
    ).toBeUndefined()
    expect(problemFrom(429, { code: 'rate_limited' }, null).retryAfter).toBeUndefined()
  })
})

describe('the error text', () => {
  test('is never the raw text of an error', () => {
    expect(problemText(en, new TypeError('x is undefined'))).toBe(en.problems.unexpected)
    expect(problemText(en, new ApiProblem('proof_stale'))).toBe(en.problems.unexpected)
    expect(problemText(en, 'a string')).toBe(en.problems.unexpected)
  })

  test('says how long to wait', () => {
    const problem = (retryAfter: number) => new ApiProblem('rate_limited', { retryAfter })
    expect(problemText(en, problem(20))).toContain('20 seconds')
    expect(problemText(en, problem(600))).toContain('10 minutes')
    expect(problemText(en, new ApiProblem('rate_limited'))).toBe(en.problems.byCode.rate_limited)
  })

  test('exists only for codes of the protocol', () => {
    const known = new Set([...Object.keys(errorCodes), 'network'])
    expect(Object.keys(en.problems.byCode).filter((code) => !known.has(code))).toEqual([])
  })
})
