import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './avatar-colour.ts'

test('initials are the first letters of the first and the last word', () => {
  expect(initialsOf('Dana Demo')).toBe('DD')
  expect(initialsOf('  ana   maria de la cruz ')).toBe('AC')
  expect(initialsOf('Çağla')).toBe('Ç')
  expect(initialsOf('محمد علي')).toBe('مع')
})

test('what looks like one character is one', () => {
  expect(initialsOf('👩‍👩‍👧 Family')).toBe('👩‍👩‍👧F')
  expect(initialsOf('éa')).toBe('É')
})

test('somebody without a name has none', () => {
  expect(initialsOf(null)).toBe('')
  expect(initialsOf('   ')).toBe('')
})

test('the same id has the same colour, and many ids use all of them', () => {
  const id = '01a1fbe0-ec3c-72a1-9cf6-878bed113c8b'
  expect(hueOf(id)).toBe(hueOf(id))
  const hues = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`${id.slice(0, -3)}${index}`)))
  expect(hues.size).toBe(10)
})
