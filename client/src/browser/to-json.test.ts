import { afterEach, expect, test } from 'vitest'
import { toJson } from './to-json.ts'

const value = { ids: ['a', 'b'], nested: [{ list: [1, null] }], none: undefined, text: 'x' }
const expected = '{"ids":["a","b"],"nested":[{"list":[1,null]}],"text":"x"}'

afterEach(() => {
  Reflect.deleteProperty(Array.prototype, 'toJSON')
  Reflect.deleteProperty(Object.prototype, 'toJSON')
})

test('ignores toJSON of arrays and objects, as old libraries add it', () => {
  for (const prototype of [Array.prototype, Object.prototype]) {
    Object.defineProperty(prototype, 'toJSON', { configurable: true, value: () => 'replaced' })
    expect(JSON.stringify(value)).not.toBe(expected)
    expect(toJson(value)).toBe(expected)
  }
})

test('equals JSON.stringify on other pages', () => {
  expect(toJson(value)).toBe(expected)
  expect(toJson([])).toBe('[]')
})
