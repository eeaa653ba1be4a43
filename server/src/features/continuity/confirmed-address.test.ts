import { expect, it } from 'vitest'
import { hasConfirmed } from './confirmed-address.ts'

type Customer = Parameters<typeof hasConfirmed>[0]
const customer = (change: Partial<Customer>): Customer => ({
  email: 'Ada@Example.com',
  email_verified: true,
  auth_provider: null,
  is_blocked: false,
  deactivated_at: null,
  ...change,
})

it('a customer has confirmed their current address only, in any case', () => {
  expect(hasConfirmed(customer({}), 'ada@example.com')).toBe(true)
  expect(hasConfirmed(customer({}), 'ada@example.org')).toBe(false)
  expect(hasConfirmed(customer({ email: null }), 'ada@example.com')).toBe(false)
})

it.for([
  ['closed their account', {}, false],
  ['closed their account and was blocked', { is_blocked: true }, true],
] as const)('a customer who %s', ([_title, change, expected]) => {
  const closed = customer({ deactivated_at: '2026-03-01T10:00:00.000+00:00', ...change })
  expect(hasConfirmed(closed, 'ada@example.com')).toBe(expected)
})

it.for([
  ['a visitor typed', { email_verified: false }, false],
  ['an import or an agent has stored', { email_verified: null }, false],
  ['a token of the organization states', { email_verified: null, auth_provider: 'custom' }, true],
  ['an agent typed for a member', { email_verified: false, auth_provider: 'custom' }, false],
  ['a login states without verifying it', { email_verified: null, auth_provider: 'facebook' }, false],
] as const)('an address that %s', ([_title, change, expected]) => {
  expect(hasConfirmed(customer(change), 'ada@example.com')).toBe(expected)
})
