import type { Conversation } from '@parley/protocol/conversation'
import { expect, test, vi } from 'vitest'
import { staleEn } from '../../../messages/stale-en.ts'
import { arrivedText } from './arrived-text.ts'

const rowWith = (sender_type: string, created_at: string) =>
  ({ last_message: { sender_type, created_at, preview: '', media_count: 0 } }) as unknown as Conversation

test('the question names the time of the customer’s message, if it is the last one', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:04.000Z') })
  try {
    const arrivedAt = '2026-03-01T10:00:00.000+00:00'
    expect(arrivedText(staleEn, rowWith('customer', arrivedAt), 'en')).toBe(
      'A new message arrived 4 seconds ago. Close anyway?',
    )
    // The agent's own reply came after it, or the row could not be loaded.
    for (const row of [rowWith('agent', arrivedAt), null])
      expect(arrivedText(staleEn, row, 'en')).toBe('A new message has arrived in the meantime. Close anyway?')
  } finally {
    vi.useRealTimers()
  }
})
