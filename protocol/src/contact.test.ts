import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { EmailAddress } from './contact.ts'

test.each([
  'ada',
  'ada@',
  '@shop.test',
  'ada@shop',
  'ada@.test',
  'ada@shop.',
  'a da@shop.test',
  'a@b@shop.test',
])('%s is no e-mail address', (text) => {
  expect(Check(EmailAddress, text)).toBe(false)
})

test.each(['ada@shop.test', 'a@b.c', 'ada.l+news@mail.shop.test', 'ada@shop..test', 'ÄDA@büro.example'])(
  '%s is an e-mail address',
  (text) => {
    expect(Check(EmailAddress, text)).toBe(true)
  },
)
