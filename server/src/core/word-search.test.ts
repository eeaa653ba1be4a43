import { expect, test } from 'vitest'
import { excerptOf } from './word-search.ts'

test('an excerpt shows the first word that was found, in one line', () => {
  expect(excerptOf('  Hello\n\nthere ', 'THE')).toBe('Hello there')
  const long = `${'before '.repeat(30)}needle ${'after '.repeat(40)}`
  const excerpt = excerptOf(long, 'need')
  expect(excerpt).toContain('needle after')
  expect(excerpt).toMatch(/^….*…$/)
  expect(excerpt.length).toBeLessThan(150)
})

test.each([
  ['ORD-12345', 'The 12345 words of the ord'],
  ['ord-12345', 'Words about ordinary orders'],
  ['adresse', 'Mesadresses'],
  ['नमस्ते', 'नमस'],
  ['istanbul', 'İİİİİİİİİİ'],
])('an excerpt shows where %s was found, not what resembles it before', (search, before) => {
  const content = `${before} ${'and '.repeat(50)}ORD–12345 l’adresse नमस्ते Istanbul`
  expect(excerptOf(content, search)).toMatch(/ORD–12345 l’adresse/)
})

test.each([
  ['istanbul', 'İstanbul'],
  ['peut-être', 'être ou peut'],
  ['can-t', 'T and can'],
])('an excerpt of a search for %s shows %s', (search, shown) => {
  expect(excerptOf(`${'and '.repeat(100)}${shown} ${'and '.repeat(50)}`, search)).toContain(shown)
})

test('an excerpt is a valid string, however the text is cut', () => {
  const text = '😀'.repeat(300)
  for (let at = 0; at < 40; at += 1)
    expect(excerptOf(`${'a'.repeat(at)}${text} needle`, 'needle').isWellFormed()).toBe(true)
})
