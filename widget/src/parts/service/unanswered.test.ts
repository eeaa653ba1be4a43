import { expect, test, vi } from 'vitest'
import { waitsSince } from './unanswered.ts'

type View = Parameters<typeof waitsSince>[0]
const at = (minute: number) => `2026-11-23T10:0${minute}:00.000Z`
const open = { id: 'open', agent: null }
const chat = (...senders: string[]) =>
  ({
    items: senders.map((sender, minute) => ({
      kind: 'message',
      message: { sender_type: sender, created_at: at(minute), conversation_id: 'open' },
    })),
    conversation: open,
  }) as unknown as View

test('nothing waits in an empty chat and after an answer', () => {
  expect(waitsSince(chat())).toBeNull()
  expect(waitsSince(chat('customer', 'agent'))).toBeNull()
  expect(waitsSince(chat('customer', 'ai_agent'))).toBeNull()
})

test('the oldest message without an answer counts, and a notice is no answer', () => {
  expect(waitsSince(chat('agent', 'customer', 'customer'))).toBe(Date.parse(at(1)))
  expect(waitsSince(chat('customer', 'system', 'customer'))).toBe(Date.parse(at(0)))
})

test('a closed conversation waits for no answer, nor do its messages once the next one is open', () => {
  const closed = { ...chat('customer', 'customer'), conversation: null }
  expect(waitsSince(closed)).toBeNull()
  expect(waitsSince({ ...closed, conversation: { ...open, id: 'next' } })).toBeNull()
})

test('the time is a number where date.js or MooTools replaces Date.parse', () => {
  const expected = Date.parse(at(0))
  vi.spyOn(Date, 'parse').mockImplementation((time) => new Date(time) as never)
  expect(waitsSince(chat('customer'))).toBe(expected)
})
