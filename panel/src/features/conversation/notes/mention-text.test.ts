import { expect, test } from 'vitest'
import { matchingColleagues, mentionedIn, mentionParts, mentionQuery, withMention } from './mention-text.ts'

const ana = { id: '1', name: 'Ana' }
const anaLima = { id: '2', name: 'Ana Lima' }
const jose = { id: '3', name: 'José Cruz' }

test('an @ inside a word, on an earlier line or far away opens no menu', () => {
  expect(mentionQuery('mail ana@shop.test', 18)).toBeNull()
  expect(mentionQuery('@Ana\nthanks', 11)).toBeNull()
  expect(mentionQuery(`@${'x'.repeat(50)}`, 51)).toBeNull()
  expect(mentionQuery('no mention', 10)).toBeNull()
})

test('an @ after the caret opens no menu, also at the start of the text', () => {
  expect(mentionQuery('@Ana please', 0)).toBeNull()
  expect(mentionQuery('ask @Ana', 4)).toBeNull()
})

test('the text between @ and caret is the query, which may contain a space', () => {
  expect(mentionQuery('@', 1)).toEqual({ start: 0, query: '' })
  expect(mentionQuery('please @Ana Li', 14)).toEqual({ start: 7, query: 'Ana Li' })
  expect(mentionQuery('(@an)', 4)).toEqual({ start: 1, query: 'an' })
})

test('a mention takes the spaces after it, but not the line breaks', () => {
  const mention = { start: 4, query: 'an' }
  expect(withMention('ask @an  please', mention, 'Ana')).toEqual({ text: 'ask @Ana please', caret: 9 })
  expect(withMention('ask @an \n\nThanks', mention, 'Ana')).toEqual({ text: 'ask @Ana \n\nThanks', caret: 9 })
})

test('colleagues match by the beginning of any part of their name', () => {
  expect(matchingColleagues([ana, anaLima, jose], 'an')).toEqual([ana, anaLima])
  expect(matchingColleagues([ana, anaLima, jose], 'cr')).toEqual([jose])
  expect(matchingColleagues([ana, anaLima, jose], 'ruz')).toEqual([])
})

test('colleagues match without case and accents', () => {
  expect(matchingColleagues([ana, jose], 'JOSE c')).toEqual([jose])
})

test('the longest name wins, and a name is not found within a longer word', () => {
  expect(mentionedIn('@Ana Lima please', [ana, anaLima])).toEqual(['2'])
  expect(mentionedIn('@Ana please', [ana, anaLima])).toEqual(['1'])
  expect(mentionedIn('@Anabel', [ana])).toEqual([])
  expect(mentionedIn('Ana', [ana])).toEqual([])
})

test('the joined parts of a note equal the note', () => {
  const content = 'Hi @José Cruz, ask @Ana. @nobody'
  const parts = mentionParts(content, [ana, jose])
  expect(parts.map(({ text }) => text).join('')).toBe(content)
  expect(parts.flatMap(({ mention }) => mention ?? [])).toEqual(['José Cruz', 'Ana'])
})
