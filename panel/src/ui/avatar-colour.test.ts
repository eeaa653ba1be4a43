import { expect, test } from 'vitest'
import { hueOf } from '@parley/client/theme/face-hue'
import { initialsOf } from './avatar-colour.ts'

test('initials are the first letters of the first and the last word', () => {
  expect(initialsOf('Dana Demo')).toBe('DD')
  expect(initialsOf('  ana   maria de la cruz ')).toBe('AC')
  expect(initialsOf('Çağla')).toBe('Ç')
  expect(initialsOf('محمد علي')).toBe('مع')
})

test('graphemes count as one character', () => {
  expect(initialsOf('👩‍👩‍👧 Family')).toBe('👩‍👩‍👧F')
  expect(initialsOf('éa')).toBe('É')
})

test('no name means no initials', () => {
  expect(initialsOf(null)).toBe('')
  expect(initialsOf('   ')).toBe('')
})

test('an id always has the same colour, and many ids use all colours', () => {
  const id = '01a1fbe0-ec3c-72a1-9cf6-878bed113c8b'
  expect(hueOf(id)).toBe(hueOf(id))
  const hues = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`${id.slice(0, -3)}${index}`)))
  expect(hues.size).toBe(10)
})
