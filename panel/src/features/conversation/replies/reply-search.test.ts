import { expect, test } from 'vitest'
import { matchingReplies, slashQuery } from './reply-search.ts'

test.each([
  ['and/or', 6],
  ['https://shop', 12],
  ['1 / 2', 5],
  ['/two words', 10],
  ['no slash', 3],
  [`/${'x'.repeat(40)}`, 41],
  ['/after', 0],
])('%j has no canned reply at %i', (text, caret) => {
  expect(slashQuery(text, caret)).toBeNull()
})

test('a slash at the start of a word opens the list, up to the caret', () => {
  expect(slashQuery('/', 1)).toEqual({ start: 0, query: '' })
  expect(slashQuery('Hi\n/shipping', 7)).toEqual({ start: 3, query: 'shi' })
  expect(slashQuery('Hi /é', 5)).toEqual({ start: 3, query: 'é' })
})

const reply = (shortcut: string, content: string, mine = 0, total = 0) => ({
  shortcut,
  content,
  uses: { mine, total },
})
const found = (query: string, ...replies: ReturnType<typeof reply>[]) =>
  matchingReplies(replies, query).map(({ shortcut }) => shortcut)

test('matching shortcuts precede matching texts, regardless of use', () => {
  const text = reply('other', 'About shipping', 9, 9)
  expect(found('ship', text, reply('reship', 'A'), reply('shipping', 'B'), reply('none', 'C'))).toEqual([
    'shipping',
    'reship',
    'other',
  ])
})

test('sorted by own uses, then total uses, then shortcut', () => {
  const replies = [reply('d', '', 0, 0), reply('c', '', 0, 50), reply('b', '', 1, 1), reply('a', '', 0, 0)]
  expect(found('', ...replies)).toEqual(['b', 'c', 'a', 'd'])
})

test('the search ignores case and accents', () => {
  expect(found('resume', reply('Résumé', ''))).toEqual(['Résumé'])
  expect(found('kargo-iadesi', reply('KARGO-İADESİ', ''), reply('kargo', ''))).toEqual(['KARGO-İADESİ'])
  expect(found('ısrar', reply('Israr', ''))).toEqual(['Israr'])
})
