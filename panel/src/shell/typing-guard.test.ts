import { expect, test } from 'vitest'
import { createTypingGuard, type TypedKey } from './typing-guard.ts'

function typist() {
  let time = 0
  const guard = createTypingGuard()
  const field = { isConnected: true }
  const press = (
    key: string,
    target: typeof field | 'body' | null,
    after = 100,
    more: Partial<TypedKey> = {},
  ) => {
    time += after
    const modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
    return guard.ignores({ key, ...modifiers, timeStamp: time, ...more }, target)
  }
  return {
    guard,
    field,
    press,
    /** Types into the field, which is then removed. */
    loseField(lastKey = 'a', more: Partial<TypedKey> = {}) {
      press('a', field)
      press(lastKey, field, 100, more)
      field.isConnected = false
    },
  }
}

test('keys in a field and outside of fields are not ignored', () => {
  const { press, field } = typist()
  expect(press('t', 'body')).toBe(false)
  expect(press('t', field)).toBe(false)
  expect(press('t', null)).toBe(false)
})

test('keys after a field was removed are ignored until a pause', () => {
  const { press, loseField } = typist()
  loseField()
  expect(press('t', 'body', 1_400)).toBe(true)
  expect(press('Shift', 'body', 1_000)).toBe(false)
  expect(press('E', 'body', 400)).toBe(true)
  expect(press('e', 'body', 1_500)).toBe(false)
  expect(press('e', 'body')).toBe(false)
})

test('an Enter for a new line does not end typing', () => {
  const { press, loseField } = typist()
  loseField('Enter', { shiftKey: true })
  expect(press('t', 'body')).toBe(true)
})

test('a shortcut that is repeated because it was ignored runs after a pause since the last text', () => {
  const { press, loseField } = typist()
  loseField()
  expect(press('e', 'body', 1_000)).toBe(true)
  expect(press('e', 'body', 1_000)).toBe(true)
  expect(press('e', 'body', 1_000)).toBe(false)
  loseField()
  expect(press('ArrowDown', 'body', 1_000)).toBe(false)
  expect(press('e', 'body', 1_000)).toBe(false)
})

test('a field that only lost the focus does not hold back shortcuts, also when it is removed later', () => {
  const { press, loseField, field } = typist()
  press('a', field)
  expect(press('t', 'body')).toBe(false)
  field.isConnected = false
  expect(press('t', 'body')).toBe(false)
  field.isConnected = true
  loseField()
  expect(press('Enter', null)).toBe(false)
  expect(press('t', 'body')).toBe(false)
})

test.each<[string, Partial<TypedKey>]>([
  ['Escape', {}],
  ['Tab', {}],
  ['Enter', {}],
  ['Enter', { ctrlKey: true }],
  ['Enter', { metaKey: true }],
])('%s ends typing', (key, more) => {
  const { press, loseField } = typist()
  loseField(key, more)
  expect(press('t', 'body')).toBe(false)
})

test('shortcuts with a modifier, keys of the browser, Escape and a press of the pointer are not held back', () => {
  const { press, loseField, guard, field } = typist()
  loseField()
  expect(press('k', 'body', 100, { ctrlKey: true })).toBe(false)
  expect(press('1', 'body', 100, { altKey: true })).toBe(false)
  expect(press('F5', 'body')).toBe(false)
  expect(press('t', 'body')).toBe(true)
  expect(press('Escape', 'body')).toBe(false)
  expect(press('t', 'body')).toBe(false)
  field.isConnected = true
  loseField()
  guard.forget()
  expect(press('t', 'body')).toBe(false)
})
