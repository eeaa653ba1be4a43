import { expect, test } from 'vitest'
import type { Command } from '../commands/commands.ts'
import { createKeyReader, type Key } from './key-reader.ts'

const command = (shortcut: string): Command => ({ id: shortcut, title: '', group: '', shortcut, run() {} })
const commands = ['j', 'g i', 'g c', 'i', '?', 'mod+k', 'Enter', '/'].map(command)
const key = (name: string, more: Partial<Key> = {}): Key => ({
  key: name,
  code: /^[a-z]$/i.test(name) ? `Key${name.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

function reader() {
  let time = 0
  const read = createKeyReader(() => time)
  return {
    press: (pressed: Key, after = 10) => {
      time += after
      return read(pressed, commands)?.id
    },
  }
}

test('an unknown key matches no command', () => {
  expect(reader().press(key('x'))).toBeUndefined()
  expect(reader().press(key('k'))).toBeUndefined()
  expect(reader().press(key('j', { altKey: true }))).toBeUndefined()
  expect(reader().press(key('j', { ctrlKey: true }))).toBeUndefined()
})

test('a single key matches its command, also with Shift if the character needs it', () => {
  expect(reader().press(key('j'))).toBe('j')
  expect(reader().press(key('?', { shiftKey: true }))).toBe('?')
  expect(reader().press(key('Enter'))).toBe('Enter')
})

test('Control and Command are the same', () => {
  expect(reader().press(key('k', { ctrlKey: true }))).toBe('mod+k')
  expect(reader().press(key('k', { metaKey: true }))).toBe('mod+k')
})

test('two keys within a second form a sequence, which wins over the second key alone', () => {
  const { press } = reader()
  expect(press(key('g'))).toBeUndefined()
  expect(press(key('i'), 900)).toBe('g i')
})

test('after a second or another key, the second key counts alone', () => {
  const late = reader()
  late.press(key('g'))
  expect(late.press(key('i'), 1_100)).toBe('i')
  const between = reader()
  between.press(key('g'))
  between.press(key('x'))
  expect(between.press(key('i'))).toBe('i')
})

test('pressing Shift between two keys does not interrupt a sequence', () => {
  const { press } = reader()
  press(key('g'))
  press(key('Shift', { shiftKey: true }))
  expect(press(key('i'))).toBe('g i')
})

test('the key’s position counts on non-Latin layouts', () => {
  expect(reader().press(key('ت', { code: 'KeyJ' }))).toBe('j')
  expect(reader().press(key('о', { code: 'KeyJ' }))).toBe('j')
})

test('the slash’s position counts on non-Latin layouts only', () => {
  expect(reader().press(key('ظ', { code: 'Slash' }))).toBe('/')
  expect(reader().press(key('؟', { code: 'Slash', shiftKey: true }))).toBe('?')
  expect(reader().press(key('-', { code: 'Slash' }))).toBeUndefined()
})
