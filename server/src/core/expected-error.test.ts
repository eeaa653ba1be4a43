import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { outageOf } from './expected-error.ts'

const databaseError = (code: string) => Object.assign(new DatabaseError('', 0, 'error'), { code })

test.each([
  ['a violated constraint', '23505'],
  ['a syntax error', '42601'],
])('%s is no outage', (_name, code) => {
  expect(outageOf(databaseError(code))).toBeUndefined()
})

test.each([
  ['a terminated backend', '57P01'],
  ['a lock that was not released in time', '55P03'],
  ['a deadlock', '40P01'],
  ['a statement that delayed the recovery of a replica', '40001'],
  ['a standby after a failover', '25006'],
])('%s is over soon', (_name, code) => {
  expect(outageOf(databaseError(code))).toBe('unavailable')
})

test('a full disk is named', () => {
  expect(outageOf(databaseError('53100'))).toBe('storage_full')
})
