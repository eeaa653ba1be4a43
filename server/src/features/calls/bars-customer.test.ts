import { expect, test } from 'vitest'
import { barsCustomer } from './barred-callers.ts'

const updated = (changes: object) => ({ type: 'customer.updated' as const, data: { changes } })

test('a customer who is blocked or closes the account loses access', () => {
  expect(barsCustomer(updated({ is_blocked: true }))).toBe(true)
  expect(barsCustomer(updated({ deactivated_at: '2026-01-31T10:20:30.000+00:00' }))).toBe(true)
})

test('no other change or entry ends the access', () => {
  expect(barsCustomer(updated({ is_blocked: false }))).toBe(false)
  expect(barsCustomer(updated({ deactivated_at: null }))).toBe(false)
  expect(barsCustomer(updated({ first_name: 'Ada' }))).toBe(false)
  expect(barsCustomer({ type: 'customer.created', data: { is_blocked: true } })).toBe(false)
})
