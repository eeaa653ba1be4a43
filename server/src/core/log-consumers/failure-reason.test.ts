import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '../app-error.ts'
import { failureReason } from './failure-reason.ts'

test('an unexpected error is known by its name and line, never by its message', () => {
  try {
    JSON.parse('my address is')
  } catch (error) {
    expect(failureReason(error)).toMatch(/^SyntaxError at failure-reason.test.ts:\d+$/)
  }
})

test('a message with lines like those of a stack adds nothing', () => {
  const error = new Error('no\n    at secret.ts:1:2')
  expect(failureReason(error)).toMatch(/^Error at failure-reason.test.ts:\d+$/)
})

test('an error of the database is known by its code and constraint, which its message may quote rows with', () => {
  const error = new DatabaseError('duplicate key: (my address)', 0, 'error')
  error.code = '23505'
  error.constraint = 'fact_pkey'
  expect(failureReason(error)).toBe('PostgreSQL 23505 (fact_pkey)')
})

test('what is meant for callers has no text of customers, and is kept', () => {
  expect(failureReason(new AppError('not_found', { detail: 'No such call' }))).toBe('not_found: No such call')
})

test('anything may be thrown', () => {
  expect(failureReason('my address')).toBe('thrown string')
})
