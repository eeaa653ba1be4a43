import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test.each([
  '',
  'unknown',
  '_hidden:50123',
  '1.2.3.4:5:6',
  '1.2.3.4:',
  '1.2.3.4:port',
  '1.2.3.400:5',
  '1.2.3:5',
  '[1.2.3.4]:5',
  '[2001:db8::1',
  '2001:db8::1]:5',
  '[2001:db8::1]5',
  '[[2001:db8::1]]:5',
  '[2001:db8:1:2:3:4:5:6:7]:5',
  '2001:db8:1:2:3:4:5:6:50123',
])('%j is no address with a port, and stays a network of its own', (address) => {
  expect(clientNetwork(address)).toBe(address)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:50123', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
])('%s counts as the IPv4 address %s', (address, expected) => {
  expect(clientNetwork(address)).toBe(expected)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  // Without brackets, the last group is part of the address.
  ['2001:db8:1:2::50:123', '2001:db8:1:2::/64'],
])('%s counts as its network %s', (address, expected) => {
  expect(clientNetwork(address)).toBe(expected)
})
