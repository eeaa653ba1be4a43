import { describe, expect, test } from 'vitest'
import { errorCodes } from '@parley/protocol/error'
import { en } from '../messages/en.ts'
import { ApiProblem, problemFrom, problemText } from './api-problem.ts'

describe('an error response', () => {
  test('keeps the code of a problem, whatever its status', () => {
    const problem = problemFrom(409, { code: 'last_owner', title: 'x', pointer: '/body/role' }, null)
    expect(problem).toMatchObject({ code: 'last_owner', status: 409, pointer: '/body/role' })
  })

  test('is classified by its status when its body is not a problem of ours', () => {
    expect(problemFrom(502, null, null).code).toBe('unavailable')
    expect(problemFrom(401, { message: 'no' }, null).code).toBe('unauthenticated')
    expect(problemFrom(418, null, null).code).toBe('unexpected')
  })

  test('ignores unknown codes, including names of Object.prototype', () => {
    expect(problemFrom(400, { code: 'made_up' }, null).code).toBe('invalid_request')
    expect(problemFrom(400, { code: 'toString' }, null).code).toBe('invalid_request')
    expect(problemFrom(400, { code: 7 }, null).code).toBe('invalid_request')
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
