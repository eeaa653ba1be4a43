import { expect, test } from 'vitest'
import { isEmojiOnly } from '../../chat/message-text.tsx'
import { linkParts } from './links.ts'

const hrefs = (text: string) => linkParts(text).flatMap((part) => part.href ?? [])

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://files.example/x',
  'vbscript:msgbox(1)',
  '//example.com/x',
  'mailto:somebody@example.com',
  'https://',
  'http://:80',
  'xhttps-example.com',
])('%s stays text', (text) => {
  expect(linkParts(text)).toEqual([{ at: 0, text }])
})

test('matches capital letters, but no scheme inside another', () => {
  expect(hrefs('HTTPS://EXAMPLE.COM/A')).toEqual(['https://example.com/A'])
  expect(hrefs('javascript:https://example.com')).toEqual(['https://example.com/'])
})

test('markup around an address is not part of the link', () => {
  expect(hrefs('<a href="https://example.com/x" onclick=\'alert(1)\'>')).toEqual(['https://example.com/x'])
})

test.each([
  ['Look at https://example.com/a.', 'https://example.com/a'],
  ['(see https://example.com/a)', 'https://example.com/a'],
  ['https://en.example.org/wiki/Kiln_(oven)', 'https://en.example.org/wiki/Kiln_(oven)'],
  ['(https://en.example.org/wiki/Kiln_(oven))!', 'https://en.example.org/wiki/Kiln_(oven)'],
  ['Is it https://example.com/a?b=1&c=2?', 'https://example.com/a?b=1&c=2'],
  ['«https://example.com/é»', 'https://example.com/%C3%A9'],
  ['انظر https://example.com/a، شكرا', 'https://example.com/a'],
])('%s: the end of the sentence is not part of the link', (text, href) => {
  expect(hrefs(text)).toEqual([href])
})

test('www. becomes https', () => {
  expect(hrefs('www.example.com/x')).toEqual(['https://www.example.com/x'])
})

test('the joined parts are the text', () => {
  const text = 'http://a.example  two\nlines www.b.example, and https://c.example/x).\n'
  const parts = linkParts(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.map(({ at, text: piece }) => text.slice(at, at + piece.length))).toEqual(
    parts.map((part) => part.text),
  )
  expect(hrefs(text)).toHaveLength(3)
})

test('a maximum-length message of brackets is parsed quickly', () => {
  const start = process.cpuUsage()
  linkParts(`https://example.com/${')'.repeat(8_000)}`)
  linkParts('https://'.repeat(1_000))
  // Processor time, in microseconds: the machine may be busy.
  expect(process.cpuUsage(start).user).toBeLessThan(200_000)
})

test('a few emoji alone are shown large, digits and text are not', () => {
  for (const text of ['👍', '👍🎉❤️', '👩‍👩‍👧', '🇩🇪', '👋🏽']) expect(isEmojiOnly(text), text).toBe(true)
  for (const text of ['', '1', '123', '#', 'ok 👍', '👍 👍', '👍'.repeat(9)]) {
    expect(isEmojiOnly(text), text).toBe(false)
  }
})
