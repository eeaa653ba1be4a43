import { expect, it } from 'vitest'
import { hasConfirmed, type AddressOwner } from './confirmed-address.ts'

const customer = (change: Partial<AddressOwner>): AddressOwner => ({
  email: 'Ada@Example.com',
  email_verified: true,
  auth_provider: null,
  ...change,
})

it('a customer has confirmed their current address only, in any case', () => {
  expect(hasConfirmed(customer({}), 'ada@example.com')).toBe(true)
  expect(hasConfirmed(customer({}), 'ada@example.org')).toBe(false)
  expect(hasConfirmed(customer({ email: null }), 'ada@example.com')).toBe(false)
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
