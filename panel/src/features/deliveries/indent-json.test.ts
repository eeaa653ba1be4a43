import { expect, test } from 'vitest'
import { indentJson } from './indent-json.ts'

test('text that is not a JSON object or list is rejected', () => {
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

test('only white space changes: large numbers, duplicate members, escapes and brackets in strings stay', () => {
  const text = '{"n":12345678901234567890.10,"n":-1e+30,"2":0,"1":"\\"{[,:]}\\\\","é\\u00e9":" \\n "}'
  const indented = indentJson(text) ?? ''
  expect(indented).toContain(
    '"n": 12345678901234567890.10,\n  "n": -1e+30,\n  "2": 0,\n  "1": "\\"{[,:]}\\\\",',
  )
  expect(indented.replaceAll(/\n */g, '').replaceAll('": ', '":')).toBe(text)
})

test('indented JSON stays the same', () => {
  const text = JSON.stringify({ a: [1, { b: 'c' }], d: {} }, null, 2)
  expect(indentJson(text)).toBe(text)
})

test('deeply nested brackets are not indented', () => {
  expect(indentJson('['.repeat(8_000) + ']'.repeat(8_000))).toBeNull()
})
