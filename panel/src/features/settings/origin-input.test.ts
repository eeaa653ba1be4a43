import { expect, test } from 'vitest'
import { AllowedOrigin } from '@parley/protocol/provider'
import { maxOrigins, readOrigin } from './origin-input.ts'

const accepted = new RegExp('pattern' in AllowedOrigin ? String(AllowedOrigin.pattern) : '$^')
const read = (text: string, present: string[] = []) => {
  const reading = readOrigin(text, present)
  return reading.ok ? reading.origin : reading.problem
}

test.each([
  ['', 'invalid'],
  ['shop', 'invalid'],
  ['https://', 'invalid'],
  ['https://shop example', 'invalid'],
  ['ftp://shop.example', 'invalid'],
  ['javascript://shop.example/%0aalert(1)', 'invalid'],
  ['https://user:pass@shop.example', 'invalid'],
  ['https://*.shop.example', 'wildcard'],
  ['http://shop.example', 'insecure'],
  ['http://localhost.evil.example', 'insecure'],
])('%j is refused as %s', (text, problem) => {
  expect(read(text)).toBe(problem)
})

test('duplicates are rejected in any form', () => {
  expect(read('HTTPS://Shop.Example/', ['https://shop.example'])).toBe('duplicate')
})

test('a full list rejects additions', () => {
  const full = Array.from({ length: maxOrigins }, (_, index) => `https://s${index}.example`)
  expect(read('https://one.more.example', full)).toBe('full')
})

test.each([
  ['https://shop.example', 'https://shop.example'],
  [' shop.example ', 'https://shop.example'],
  ['https://Shop.Example:443/path?q#x', 'https://shop.example'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000/x', 'http://localhost:3000'],
  ['http://127.0.0.1', 'http://127.0.0.1'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
])('%j is read as %s, which the service accepts', (text, origin) => {
  expect(read(text)).toBe(origin)
  expect(origin).toMatch(accepted)
})
