import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyText, headerTexts, retryAfterSeconds } from './response-text.ts'

describe("a response's text", () => {
  test.each<[string, Buffer, string]>([
    ['NUL, which PostgreSQL rejects', Buffer.from('a\u0000b'), 'a\uFFFDb'],
    ['escapes, which terminals interpret', Buffer.from('\u001B[2Jb\u009B2Jc'), '\uFFFD[2Jb\uFFFD2Jc'],
    ['bidirectional overrides', Buffer.from('safe\u202Eexe.txt\u2066'), 'safe\uFFFDexe.txt\uFFFD'],
    ['invalid UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'a\uFFFD\uFFFDb'],
  ])('shows the replacement character for %s', (_, body, text) => {
    expect(bodyText(body, false)).toBe(text)
  })

  test('keeps line breaks, tabs and all languages', () => {
    const text = 'a\r\n\tb Ayşe مرحبا 👋'
    expect(bodyText(Buffer.from(text), false)).toBe(text)
  })

  test('omits only a character truncated by the limit', () => {
    const body = Buffer.from('ab👋').subarray(0, 4)
    expect(bodyText(body, true)).toBe('ab')
    expect(bodyText(body, false)).toBe('ab\uFFFD')
  })

  test('never contains unsafe control characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, truncated) => {
        const text = bodyText(Buffer.from(bytes), truncated)
        expect(text).toMatch(/^[\P{Cc}\t\r\n]*$/u)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})

test('header fields become text, also with the name of an Object property', () => {
  const headers = new Map([
    ['__proto__', 'x'],
    ['x-bell', 'a\u0007'],
  ])
  expect(Object.entries(headerTexts(headers))).toEqual([
    ['__proto__', 'x'],
    ['x-bell', 'a\uFFFD'],
  ])
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-31T10:00:00Z')

  test.each([
    ['120', 120],
    ['0', 0],
    ['Sat, 31 Jan 2026 10:05:00 GMT', 300],
    ['Saturday, 31-Jan-26 10:05:00 GMT', 300],
    ['Sat, 31 Jan 2026 09:00:00 GMT', 0],
  ])('of %s is %i s', (value, seconds) => {
    expect(retryAfterSeconds(new Map([['retry-after', value]]), now)).toBe(seconds)
  })

  test.each(['', '-1', '1.5', 'soon', '1e3', '99999999999', '2026-01-31', 'Sat, 99 Foo 2026 10:05:00 GMT'])(
    'of "%s" is ignored',
    (value) => {
      expect(retryAfterSeconds(new Map([['retry-after', value]]), now)).toBeNull()
    },
  )

  test('may be missing', () => {
    expect(retryAfterSeconds(new Map(), now)).toBeNull()
  })
})
