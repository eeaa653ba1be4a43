import { expect, test } from 'vitest'
import { createAttemptIds } from './attempt-ids.ts'

function createIds() {
  let count = 0
  return createAttemptIds(() => `id-${++count}`)
}

test('a retry of the same content keeps its id', () => {
  const ids = createIds()
  expect(ids.idFor({ content: 'Hi', media_ids: [] })).toBe('id-1')
  expect(ids.idFor({ content: 'Hi', media_ids: [] })).toBe('id-1')
})

test('changed text or files get a new id', () => {
  const ids = createIds()
  ids.idFor({ content: 'Hi', media_ids: [] })
  expect(ids.idFor({ content: 'Hi Ada', media_ids: [] })).toBe('id-2')
  expect(ids.idFor({ content: 'Hi Ada', media_ids: ['file'] })).toBe('id-3')
})

test('the same content after a success gets a new id', () => {
  const ids = createIds()
  ids.idFor('Hi')
  ids.reset()
  expect(ids.idFor('Hi')).toBe('id-2')
})
