import type { Media, MediaRecord } from '@parley/protocol/media'
import { expect, test } from 'vitest'
import type { StoredEntry } from '../../core/event-log.ts'
import { renderEntry } from './render-entry.ts'

const entry = (type: StoredEntry['type'], data: object): StoredEntry => ({
  id: 'e1',
  seq: 3,
  type,
  audience: 'both',
  conversation_id: 'c1',
  actor: { type: 'customer' },
  data,
  created_at: '2026-01-31T10:20:30.000+00:00',
})
const withLinks = (media: MediaRecord[]): Media[] =>
  media.map((one) => ({ ...one, url: `https://parley.test/${one.id}` }))
const never = (): never => {
  throw new Error('No links are needed')
}

test('the audience of an entry is not sent', () => {
  const rendered = renderEntry(entry('customer.updated', { changes: {} }), never)
  expect(rendered).not.toHaveProperty('audience')
  expect(rendered).toMatchObject({ id: 'e1', seq: 3, type: 'customer.updated', data: { changes: {} } })
})

test('attachments of a message get links, everything else stays as it is stored', () => {
  const media = [{ id: 'm1', name: 'cat.png' }]
  const stored = entry('message.created', { content: 'Look', media })
  expect(renderEntry(stored, withLinks).data).toEqual({
    content: 'Look',
    media: [{ id: 'm1', name: 'cat.png', url: 'https://parley.test/m1' }],
  })
  expect(stored.data).toEqual({ content: 'Look', media })
  expect(renderEntry(entry('message.created', { content: 'Hi', media: [] }), never).data).toEqual({
    content: 'Hi',
    media: [],
  })
})
