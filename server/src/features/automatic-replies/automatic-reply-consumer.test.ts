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
const trigger = (entries: StoredEntry[]) =>
  triggerOf({ customerId: 'ada', organizationId: 'acme', entries }, 'bot', new Set(['automatic']))

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
