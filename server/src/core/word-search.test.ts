import { expect, test } from 'vitest'
import { anywhere, excerptOf, wordPrefixes } from './word-search.ts'

test('operators of queries and patterns are not passed on', () => {
  expect(wordPrefixes(`a & !b | (c:*) ' \\`)).toBe('a:* & b:* & c:*')
  expect(wordPrefixes('!? &')).toBeNull()
  expect(anywhere('50%_\\')).toBe('%50\\%\\_\\\\%')
})

test('an excerpt shows the first word that was found, in one line', () => {
  expect(excerptOf('  Hello\n\nthere ', 'THE')).toBe('Hello there')
  const long = `${'before '.repeat(30)}needle ${'after '.repeat(40)}`
  const excerpt = excerptOf(long, 'need')
  expect(excerpt).toContain('needle after')
  expect(excerpt).toMatch(/^….*…$/)
  expect(excerpt.length).toBeLessThan(150)
})

test('an excerpt is a valid string, however the text is cut', () => {
  const text = '😀'.repeat(300)
  for (let at = 0; at < 40; at += 1)
    expect(excerptOf(`${'a'.repeat(at)}${text} needle`, 'needle').isWellFormed()).toBe(true)
})
