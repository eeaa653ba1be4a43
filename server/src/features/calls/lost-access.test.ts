import { expect, test } from 'vitest'
import { losesAccess } from './lost-access.ts'

const updated = (changes: object) => ({ type: 'customer.updated' as const, data: { changes } })

test('a customer who is blocked or closes the account loses access', () => {
  expect(losesAccess(updated({ is_blocked: true }))).toBe(true)
  expect(losesAccess(updated({ deactivated_at: '2026-01-31T10:20:30.000+00:00' }))).toBe(true)
})

test('no other change or entry ends the access', () => {
  expect(losesAccess(updated({ is_blocked: false }))).toBe(false)
  expect(losesAccess(updated({ deactivated_at: null }))).toBe(false)
  expect(losesAccess(updated({ first_name: 'Ada' }))).toBe(false)
  expect(losesAccess({ type: 'customer.created', data: { is_blocked: true } })).toBe(false)
})
