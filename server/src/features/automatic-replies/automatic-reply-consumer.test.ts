import { expect, test } from 'vitest'
import type { StoredEntry } from '../../core/event-log.ts'
import { triggerOf } from './automatic-reply-consumer.ts'

let seq = 0
const entry = (type: 'conversation.started' | 'message.created', conversationId: string, data = {}) => {
  seq += 1
  return {
    id: `entry-${seq}`,
    seq,
    type,
    audience: 'both',
    conversation_id: conversationId,
    actor: { type: 'customer' },
    data,
    created_at: '2026-03-01T12:00:00.000Z',
  } satisfies StoredEntry
}
const marks = new Map([
  ['automatic', null],
  ['late', '2026-03-01T09:00:00.000+00:00'],
])
const trigger = (entries: StoredEntry[]) =>
  triggerOf({ customerId: 'ada', organizationId: 'acme', entries }, 'bot', marks)

test('what a person wrote in an earlier conversation leads to nothing in one that a program began', () => {
  const entries = [
    entry('conversation.started', 'first'),
    entry('message.created', 'first', { client_id: 'by-hand' }),
    entry('conversation.started', 'second'),
    entry('message.created', 'second', { client_id: 'automatic' }),
  ]
  expect(trigger(entries)).toMatchObject([{ conversation_id: 'second', greets: false, due_seq: null }])
})

test('a conversation that a person began is greeted, also if a program writes in it', () => {
  const begun = entry('conversation.started', 'first')
  const written = entry('message.created', 'first', { client_id: 'by-hand' })
  const entries = [begun, written, entry('message.created', 'first', { client_id: 'automatic' })]
  expect(trigger(entries)).toMatchObject([{ conversation_id: 'first', greets: true, due_seq: written.seq }])
})

test('a message that was stored too late leads to nothing, and leaves the greeting to the next one', () => {
  const begun = entry('conversation.started', 'first')
  const late = entry('message.created', 'first', { client_id: 'late' })
  expect(trigger([begun, late])).toMatchObject([{ greets: true, due_seq: null }])
  const next = entry('message.created', 'first', { client_id: 'by-hand' })
  expect(trigger([begun, late, next])).toMatchObject([{ greets: true, due_seq: next.seq }])
  expect(trigger([next, { ...late, seq: next.seq + 1 }])).toMatchObject([{ due_seq: next.seq }])
})
