import { expect, test } from 'vitest'
import { messages as ar } from './ar.ts'
import { messages as en } from './en.ts'
import { replyTime } from '../chat/reply-time.ts'
import { m } from './keys.ts'
import { createTranslate } from './translate.ts'

const english = createTranslate<typeof en>('en', en)
const arabic = createTranslate<typeof en>('ar', ar)

test('selects the plural form by number', () => {
  expect(english(m.unread, 1)).toBe('1 unread message')
  expect(english(m.unread, 1_200)).toBe('1,200 unread messages')
  expect(arabic(m.newMessages, 2)).toBe('رسالتان جديدتان')
  expect(arabic(m.newMessages, 3)).toMatch(/رسائل جديدة$/)
})

test('inserts names literally', () => {
  expect(english(m.typing, { name: '$& {n} <b>' })).toBe('$& {n} <b> is typing')
})

test.each([
  [0, 'Usually replies within a minute'],
  [60, 'Usually replies within a minute'],
  [61, 'Usually replies in 2 minutes'],
  [3_300, 'Usually replies in 55 minutes'],
  [3_301, 'Usually replies in 1 hour'],
  [22 * 3_600, 'Usually replies in 22 hours'],
  [86_400, 'Usually replies in 1 day'],
  [200_000, 'Usually replies in 3 days'],
])('a median of %i seconds is shown as: %s', (seconds, sentence) => {
  expect(replyTime(seconds, english)).toBe(sentence)
})
