import { expect, test } from 'vitest'
import { isEmail } from './person-fields.ts'

test.each([
  'info@bücher.de',
  'jörg@example.de',
  'r&d@example.com',
  'admin@192.168.1.5',
  `${'a'.repeat(250)}@b.de`,
])('an address that the service refuses is wrong in the form too: %s', (address) => {
  expect(isEmail(address)).toBe(false)
})

test.each(["o'brien+shop@example.co.uk", 'info@xn--bcher-kva.de'])('%s is an address', (address) => {
  expect(isEmail(address)).toBe(true)
})
