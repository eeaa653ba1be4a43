import fc from 'fast-check'
import { isIP } from 'node:net'
import { describe, expect, test } from 'vitest'
import { publicAddresses, specialAddresses } from '../../../testing/test-addresses.ts'
import { addressGuard } from './public-address.ts'

const mayDial = addressGuard([])

describe('allowed addresses', () => {
  test.each(specialAddresses)('exclude %s', (address) => {
    expect(mayDial(address)).toBe(false)
  })

  test.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '8.8.8.8%eth0',
    '2606:4700::1111%1',
    '[2606:4700::1111]',
    '8.8.8.8 ',
  ])('exclude invalid addresses: "%s"', (address) => {
    expect(mayDial(address)).toBe(false)
  })

  test.each(publicAddresses)('include %s', (address) => {
    expect(mayDial(address)).toBe(true)
  })

  test('match a second implementation of the registries for any address', () => {
    fc.assert(
      fc.property(anyAddress, ({ text, bits }) => {
        expect(isIP(text)).not.toBe(0)
        expect(mayDial(text)).toBe(publicByRegistry(bits))
      }),
      { numRuns: 5000 },
    )
  })
})

describe("an operator's networks", () => {
  const own = addressGuard(['10.1.0.0/16', '192.168.7.7', 'fd12:3456::/32', '64:ff9b::/96'])

  test.each([
    '10.0.255.255',
    '10.2.0.0',
    '192.168.7.8',
    '127.0.0.1',
    'fd12:3457::1',
    'fd12:3456::1%eth0',
    // An allowed IPv4 network does not allow IPv6 forms of its addresses.
    '::ffff:10.1.0.1',
    '::10.1.0.1',
    '2002:a01:1::',
  ])('do not allow %s', (address) => {
    expect(own(address)).toBe(false)
  })

  test.each(['10.1.0.0', '10.1.255.255', '192.168.7.7', 'fd12:3456::1', '64:ff9b::a01:1', '8.8.8.8'])(
    'allow %s',
    (address) => {
      expect(own(address)).toBe(true)
    },
  )

  test('must be networks', () => {
    expect(() => addressGuard(['internal'])).toThrow(/not a network/)
  })
})

/**
 * Ranges as bit strings, of which a range is a prefix. Rewritten from the registries, so that mistakes of the guard are not
 * repeated.
 */
const specialBits4 = [
  ['0', 8],
  ['10', 8],
  ['100.64', 10],
  ['127', 8],
  ['168.63.129.16', 32],
  ['169.254', 16],
  ['172.16', 12],
  ['192.0.0', 24],
  ['192.0.2', 24],
  ['192.31.196', 24],
  ['192.52.193', 24],
  ['192.88.99', 24],
  ['192.168', 16],
  ['192.175.48', 24],
  ['198.18', 15],
  ['198.51.100', 24],
  ['203.0.113', 24],
  ['224', 4],
  ['240', 4],
] as const

const prefixes4 = specialBits4.map(([start, length]) =>
  start
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .padEnd(32, '0')
    .slice(0, length),
)
const binary = (hex: string) =>
  Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')
const prefixes6 = [
  binary('20010000').slice(0, 23),
  binary('20010db8'),
  binary('2002'),
  binary('2620004f8000'),
  binary('3fff0').slice(0, 20),
]

function publicByRegistry(bits: string): boolean {
  if (bits.length === 32) return !prefixes4.some((prefix) => bits.startsWith(prefix))
  return bits.startsWith('001') && !prefixes6.some((prefix) => bits.startsWith(prefix))
}

/** Any address, biased towards special-purpose ranges. */
const anyAddress = fc
  .tuple(
    fc.constantFrom(32, 128),
    fc.constantFrom('', '001', ...prefixes4, ...prefixes6),
    fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
  )
  .map(([size, prefix, random]) => {
    const bits = (prefix + random.toString(2).padStart(128, '0')).slice(0, size)
    const group = size === 32 ? 8 : 16
    const groups = Array.from({ length: size / group }, (_, index) =>
      Number.parseInt(bits.slice(index * group, (index + 1) * group), 2),
    )
    const text = size === 32 ? groups.join('.') : groups.map((value) => value.toString(16)).join(':')
    return { text, bits }
  })
