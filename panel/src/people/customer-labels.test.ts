import { expect, test } from 'vitest'
import { countryName, customerName, flagOf, languageName, shortId, shortName } from './customer-labels.ts'

const nobody = { first_name: null, last_name: null, username: null, email: null }

test('a customer’s name is their name, else username, else e-mail, else null', () => {
  expect(customerName(nobody)).toBeNull()
  expect(customerName({ ...nobody, first_name: '  ', username: '' })).toBeNull()
  expect(customerName({ ...nobody, email: 'ada@example.org' })).toBe('ada@example.org')
  expect(customerName({ ...nobody, username: 'ada', email: 'ada@example.org' })).toBe('ada')
  expect(customerName({ ...nobody, last_name: 'Lovelace', username: 'ada' })).toBe('Lovelace')
  expect(customerName({ ...nobody, first_name: 'Ada ', last_name: 'Lovelace' })).toBe('Ada Lovelace')
})

test('visitors of the same moment have different short ids', () => {
  expect(shortId('019364b2-7c11-7000-8000-0000000a4f2a')).toBe('4F2A')
  expect(shortId('019364b2-7c11-7000-8000-0000000a4f2b')).toBe('4F2B')
})

test('a long name is shortened without splitting a character', () => {
  expect(shortName('Ada Lovelace')).toBe('Ada Lovelace')
  expect(shortName('🙂'.repeat(30))).toBe('🙂'.repeat(30))
  expect(shortName('🙂'.repeat(31))).toBe(`${'🙂'.repeat(29)}…`)
})

test('unknown and malformed countries have neither flag nor name', () => {
  for (const code of ['ZZ', '', 'de', 'DEU', '<b']) {
    expect(flagOf(code)).toBe('')
    expect(countryName(code, 'en')).toBeNull()
  }
  expect(flagOf('TR')).toBe('🇹🇷')
  expect(countryName('DE', 'en')).toBe('Germany')
  expect(countryName('DE', 'tr')).toBe('Almanya')
})

test('languages are named in the reader’s language; unknown tags are shown unchanged', () => {
  expect(languageName('de', 'en')).toBe('German')
  expect(languageName('not a tag', 'en')).toBe('not a tag')
})
