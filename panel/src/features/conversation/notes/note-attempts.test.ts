import { expect, test } from 'vitest'
import { beginNote, noteAdded, noteAttempt, noteFailed, showNoteErrors } from './note-attempts.ts'

const unavailable = new Error('unavailable')

test('an error is shown by the composer of its conversation, and reported if that is closed', () => {
  const close = showNoteErrors('a')
  beginNote('a', 'Hello')
  expect(noteAttempt('a')).toEqual({ name: 'adding' })
  expect(noteFailed('a', unavailable)).toBe(true)
  expect(noteAttempt('a')).toEqual({ name: 'failed', error: unavailable })
  close()
  expect(noteAttempt('a')).toEqual({ name: 'none' })
  beginNote('a', 'Hello')
  expect(noteFailed('a', unavailable)).toBe(false)
  expect(noteAttempt('a')).toEqual({ name: 'none' })
})

test('a retry of the same note keeps its id, also in a new composer, until it is stored', () => {
  const id = beginNote('b', 'Hello')
  noteFailed('b', unavailable)
  expect(beginNote('b', 'Hello')).toBe(id)
  noteAdded('b')
  expect(noteAttempt('b')).toEqual({ name: 'none' })
  expect(beginNote('b', 'Hello')).not.toBe(id)
})
