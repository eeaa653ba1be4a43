import { expect, test } from 'vitest'
import { changedFields } from './profile-fields.ts'

const customer = { first_name: 'Ada', last_name: null, email: 'ada@example.org', phone: null }

test('unchanged fields are not sent', () => {
  expect(changedFields(customer, {})).toEqual({})
  expect(changedFields(customer, { first_name: ' Ada ', last_name: '  ', phone: '' })).toEqual({})
})

test('changes are sent trimmed, empty fields as null', () => {
  expect(changedFields(customer, { first_name: 'Ida ', email: '', phone: '+49 30 1' })).toEqual({
    first_name: 'Ida',
    email: null,
    phone: '+49 30 1',
  })
})
