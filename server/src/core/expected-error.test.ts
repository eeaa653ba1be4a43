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

test.each(['ECONNREFUSED', 'EAI_FAIL', 'ENETDOWN', 'EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])(
  'the system error %s is over soon',
  (code) => {
    expect(outageOf(Object.assign(new Error(code), { code }))).toBe('unavailable')
  },
)

test.each(['ENOENT', 'EACCES', 'EADDRINUSE', 'EINVAL'])('the system error %s is no outage', (code) => {
  expect(outageOf(Object.assign(new Error(code), { code }))).toBeUndefined()
})

test('a full disk is named', () => {
  expect(outageOf(databaseError('53100'))).toBe('storage_full')
})
