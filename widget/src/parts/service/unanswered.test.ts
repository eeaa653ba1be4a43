import { expect, test, vi } from 'vitest'
import { waitsSince } from './unanswered.ts'

type Items = Parameters<typeof waitsSince>[0]
const at = (minute: number) => `2026-11-23T10:0${minute}:00.000Z`
const items = (...senders: string[]) =>
  senders.map((sender, minute) => ({
    kind: 'message',
    message: { sender_type: sender, created_at: at(minute) },
  })) as unknown as Items

test('nothing waits in an empty chat and after an answer', () => {
  expect(waitsSince([])).toBeNull()
  expect(waitsSince(items('customer', 'agent'))).toBeNull()
  expect(waitsSince(items('customer', 'ai_agent'))).toBeNull()
})

test('the oldest message without an answer counts, and a notice is no answer', () => {
  expect(waitsSince(items('agent', 'customer', 'customer'))).toBe(Date.parse(at(1)))
  expect(waitsSince(items('customer', 'system', 'customer'))).toBe(Date.parse(at(0)))
})

test('the time is a number where date.js or MooTools replaces Date.parse', () => {
  const expected = Date.parse(at(0))
  vi.spyOn(Date, 'parse').mockImplementation((time) => new Date(time) as never)
  expect(waitsSince(items('customer'))).toBe(expected)
})
