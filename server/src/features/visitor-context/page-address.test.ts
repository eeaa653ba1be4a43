import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const stored = (text: string) => pageAddress(text, { campaign: true })

test('drops what may be secret: user name, fragment, and all of the query but campaigns', () => {
  for (const [given, kept] of [
    [
      'https://user:pass@shop.test/cart?token=abc&utm_source=mail&email=a%40b.c#step=2',
      'https://shop.test/cart?utm_source=mail',
    ],
    ['https://shop.test/?utm_source=jane%40example.com&utm_id=eyJhbGciOiJIUzI1NiJ9x', 'https://shop.test/'],
    ['https://shop.test/a?UTM_SOURCE=x&utm_=y&utm-source=z', 'https://shop.test/a'],
  ] as const)
    expect(stored(given)).toBe(kept)
})

test('replaces tokens and e-mail addresses in the path, and keeps readable parts', () => {
  for (const [given, kept] of [
    ['/reset/3f9a0c7e1b2d4f5a6c7d8e9f', '/reset/…'],
    ['/verify/eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.c2lnbmF0dXJl', '/verify/…'],
    [`/${'a'.repeat(25)}-${'b'.repeat(19)}7`, '/…'],
    [`/${'a'.repeat(2000)}-1`, `/${'a'.repeat(2000)}-1`.slice(0, 500 - 'https://shop.test'.length)],
    [`/${'a'.repeat(18)}7-${'b'.repeat(25)}`, `/${'a'.repeat(18)}7-${'b'.repeat(25)}`],
    ['/u/jane@example.com/orders', '/u/…/orders'],
    ['/u/jane%40example.com', '/u/…'],
    ['/shoes/best-running-shoes-for-women-2026', '/shoes/best-running-shoes-for-women-2026'],
    ['/orders/0198c0de-4b1d-7c3a-9f00-5a1e2d3c4b5a', '/orders/0198c0de-4b1d-7c3a-9f00-5a1e2d3c4b5a'],
  ] as const)
    expect(stored(`https://shop.test${given}`)).toBe(`https://shop.test${kept}`)
})

test('accepts web pages only, and shortens long addresses', () => {
  for (const text of [
    '',
    'shop.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.test/',
  ])
    expect(stored(text)).toBe(null)
  expect(stored(`https://shop.test/${'ab/'.repeat(500)}`)).toHaveLength(500)
})

test('a referrer keeps no campaign', () => {
  expect(pageAddress('https://search.test/q?utm_source=x', { campaign: false })).toBe('https://search.test/q')
})
