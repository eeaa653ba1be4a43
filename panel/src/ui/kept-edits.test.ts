import { expect, test } from 'vitest'
import { createKeptEdits } from './kept-edits.ts'

test('an edit is kept until it is dropped', () => {
  const edits = createKeptEdits<string>()('agent')
  edits.keep('a', 'First')
  edits.keep('a', 'Second')
  expect(edits.get('a')).toBe('Second')
  edits.drop('a')
  expect(edits.get('a')).toBeUndefined()
})

test('the edit that was changed longest ago makes room for a new one', () => {
  const edits = createKeptEdits<string>(2)('agent')
  edits.keep('a', '1')
  edits.keep('b', '2')
  edits.keep('a', '3')
  edits.keep('c', '4')
  expect([edits.get('a'), edits.get('b'), edits.get('c')]).toEqual(['3', undefined, '4'])
})

test('another agent neither reads nor drops an edit', () => {
  const editsOf = createKeptEdits<string>()
  editsOf('ana').keep('a', 'Ana')
  expect(editsOf('ben').get('a')).toBeUndefined()
  editsOf('ben').drop('a')
  expect(editsOf('ana').get('a')).toBe('Ana')
})
