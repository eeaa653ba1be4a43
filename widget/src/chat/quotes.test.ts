import { expect, test } from 'vitest'
import { excerptOf, quotesOf } from './quotes.ts'
import type { MessageRow } from './rows.ts'

const row = (change: Partial<MessageRow>): MessageRow => ({
  kind: 'message',
  key: 'k',
  id: 'm1',
  clientId: 'c1',
  own: true,
  ai: false,
  sender: null,
  content: 'Hello',
  media: [],
  replyTo: null,
  at: new Date(0),
  state: 'sent',
  failure: null,
  first: true,
  last: true,
  ...change,
})

test('a quote names the sender and shows the beginning on one line', () => {
  const quoteOf = quotesOf(
    [row({ content: `two\nlines ${'x'.repeat(300)}` })],
    () => 'You',
    'Earlier message',
  )
  const quote = quoteOf('m1')
  expect(quote?.name).toBe('You')
  expect(quote?.text).toMatch(/^two lines x+$/)
  expect(quote?.text.length).toBeLessThanOrEqual(140)
})

test('a quoted message that is not loaded or was cleared has a placeholder', () => {
  const quoteOf = quotesOf([row({})], () => 'You', 'Earlier message')
  expect(quoteOf('m0')).toEqual({ name: null, text: 'Earlier message' })
  expect(quoteOf(null)).toBeNull()
})

test('an attachment without text is quoted by its name', () => {
  const media = [{ id: 'x', name: 'box.png', mime: 'image/png', size: 1, width: null, height: null, url: '' }]
  expect(excerptOf(row({ content: ' \n', media }))).toBe('box.png')
})
