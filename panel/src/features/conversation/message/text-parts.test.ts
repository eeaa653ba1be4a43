import { expect, test } from 'vitest'
import { isEmojiOnly, textParts } from './text-parts.ts'

/** Links in angle brackets. */
const drawn = (content: string) =>
  textParts(content)
    .map(({ text, href }) => (href === null ? text : `<${text}>`))
    .join('')

test('text that only resembles a link stays text', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<b>',
    'https://',
    'http:// example.org',
    'file:///etc/passwd',
    'a@b',
    'version 1.2.3',
    '<script>alert(1)</script>',
  ]) {
    expect(textParts(text)).toEqual([{ text, href: null }])
  }
})

test('web and e-mail addresses become links', () => {
  expect(drawn('See https://example.org/a?b=c#d now')).toBe('See <https://example.org/a?b=c#d> now')
  expect(textParts('www.example.org')).toEqual([{ text: 'www.example.org', href: 'https://www.example.org' }])
  expect(textParts('ada@example.org')).toEqual([{ text: 'ada@example.org', href: 'mailto:ada@example.org' }])
})

test('trailing punctuation and surrounding brackets are not part of a link', () => {
  expect(drawn('Is it https://example.org/a?')).toBe('Is it <https://example.org/a>?')
  expect(drawn('(see https://example.org/a).')).toBe('(see <https://example.org/a>).')
  expect(drawn('https://example.org/a_(b)!')).toBe('<https://example.org/a_(b)>!')
})

test('a quote ends a link, so that nothing escapes the attribute', () => {
  expect(drawn(`https://example.org/"onclick="alert(1)`)).toBe(`<https://example.org/>"onclick="alert(1)`)
})

test('joined parts are the message', () => {
  const text = 'Hi\nhttps://a.example, www.b.example and c@d.example — مرحبا 👋 https://e.example/ü'
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(textParts('')).toEqual([])
})

test('matching stays fast on long texts that resemble links', () => {
  const started = process.cpuUsage()
  textParts('www.a.'.repeat(1_300))
  textParts('a@'.repeat(4_000))
  textParts(`https://${'('.repeat(7_900)}`)
  // Processor time, in microseconds: the machine may be busy.
  expect(process.cpuUsage(started).user).toBeLessThan(200_000)
})

test('one to three emoji alone are shown large', () => {
  expect(['👋', '👍🏽 👍🏽', '👩‍👩‍👧🇹🇷❤️'].map(isEmojiOnly)).toEqual([true, true, true])
  expect(['', '1', 'ok 👍', '👍👍👍👍', '#'].map(isEmojiOnly)).toEqual([false, false, false, false, false])
})
