import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('what is no JSON object or list is left alone', () => {
  for (const text of ['', 'OK', '12', '"text"', '{"cut": "of', '<html>', '[1,]']) {
    expect(indentJson(text), text).toBeNull()
  }
})

test('objects and lists get a line for each member', () => {
  expect(indentJson('{"a":1,"b":{"c":[true,null]},"d":[],"e":{ }}')).toBe(`{
  "a": 1,
  "b": {
    "c": [
      true,
      null
    ]
  },
  "d": [],
  "e": {}
}`)
})

test('nothing but white space changes: big numbers, doubled members, escapes, brackets in texts', () => {
  const text = '{"n":12345678901234567890.10,"n":-1e+30,"2":0,"1":"\\"{[,:]}\\\\","é\\u00e9":" \\n "}'
  const indented = indentJson(text) ?? ''
  expect(indented).toContain(
    '"n": 12345678901234567890.10,\n  "n": -1e+30,\n  "2": 0,\n  "1": "\\"{[,:]}\\\\",',
  )
  expect(indented.replaceAll(/\n */g, '').replaceAll('": ', '":')).toBe(text)
})

test('what is indented already stays the same', () => {
  const text = JSON.stringify({ a: [1, { b: 'c' }], d: {} }, null, 2)
  expect(indentJson(text)).toBe(text)
})

test('a receiver that answers with nothing but brackets does not fill the page with white space', () => {
  expect(indentJson('['.repeat(8_000) + ']'.repeat(8_000))).toBeNull()
})
