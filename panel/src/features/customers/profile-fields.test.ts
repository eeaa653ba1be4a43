import { expect, test } from 'vitest'
import { changedFields, mailLink, phoneLink } from './profile-fields.ts'

const customer = { first_name: 'Ada', last_name: null, email: 'ada@example.org', phone: null }

test('what was not touched, or is the same again, is not sent', () => {
  expect(changedFields(customer, {})).toEqual({})
  expect(changedFields(customer, { first_name: ' Ada ', last_name: '  ', phone: '' })).toEqual({})
})

test('changes are sent trimmed, an emptied field as null', () => {
  expect(changedFields(customer, { first_name: 'Ida ', email: '', phone: '+49 30 1' })).toEqual({
    first_name: 'Ida',
    email: null,
    phone: '+49 30 1',
  })
})

test('nothing in an address or a number reaches further than it should', () => {
  expect(mailLink('ada+shop@example.org')).toBe('mailto:ada%2Bshop@example.org')
  expect(mailLink('a?subject=b&cc=c@example.org')).toBe('mailto:a%3Fsubject%3Db%26cc%3Dc@example.org')
  expect(phoneLink('+46 (8) 123-45 javascript:')).toBe('tel:+46812345')
})
