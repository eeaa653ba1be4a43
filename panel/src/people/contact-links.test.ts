import { expect, test } from 'vitest'
import { mailLink, phoneLink } from './contact-links.ts'

test('links encode e-mail addresses and keep only dialable characters', () => {
  expect(mailLink('ada+shop@example.org')).toBe('mailto:ada%2Bshop@example.org')
  expect(mailLink('a?subject=b&cc=c@example.org')).toBe('mailto:a%3Fsubject%3Db%26cc%3Dc@example.org')
  expect(phoneLink('+46 (8) 123-45 javascript:')).toBe('tel:+46812345')
})
