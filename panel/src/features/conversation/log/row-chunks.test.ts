import { expect, test } from 'vitest'
import type { TimelineMessage } from '@parley/protocol/message'
import { rowChunker } from './row-chunks.ts'
import type { TimelineRow } from './timeline-rows.ts'

const said = new Map<number, TimelineMessage>()

/** Returns the same message object for the same position, as a timeline does. */
function message(seq: number, change: { last?: boolean } = {}): TimelineRow {
  const known: TimelineMessage = said.get(seq) ?? {
    id: `message-${seq}`,
    seq,
    conversation_id: 'conversation',
    client_id: `client-${seq}`,
    sender_type: 'customer',
    sender_agent: null,
    content: '',
    reply_to_id: null,
    media: [],
    deleted_by_customer_at: null,
    created_at: '2026-01-31T10:00:00.000+00:00',
  }
  said.set(seq, known)
  return {
    kind: 'message',
    key: known.id,
    seq,
    message: known,
    side: 'customer',
    quoted: null,
    first: true,
    last: true,
    ...change,
  }
}
const day = (key: string): TimelineRow => ({ kind: 'day', key, at: '2026-01-31T10:00:00.000+00:00' })
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))

test('chunks contain all rows in order; a day belongs to the row below', () => {
  const rows = [day('a'), ...range(60, 63), day('b'), ...range(64, 70), day('end')]
  const chunks = rowChunker()(rows)
  expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(rows)
  expect(chunks.map((chunk) => chunk.rows[0]?.key)).toEqual(['a', 'b'])
  expect(rowChunker()([])).toEqual([])
  expect(rowChunker()([day('alone')])).toHaveLength(1)
})

test('a new message changes its own chunk only', () => {
  const chunks = rowChunker()
  const before = chunks(range(1, 200))
  const after = chunks(range(1, 201))
  expect(after.map((chunk, index) => chunk === before[index])).toEqual([true, true, true, false])
})

test('older rows on top leave the chunks below as they are', () => {
  const chunks = rowChunker()
  const before = chunks(range(130, 300))
  const after = chunks(range(100, 300))
  expect(after.filter((chunk) => before.includes(chunk))).toHaveLength(before.length - 1)
})

test('a changed row changes its chunk', () => {
  const chunks = rowChunker()
  const [before] = chunks([message(1), message(2)])
  expect(chunks([message(1), message(2)])[0]).toBe(before)
  expect(chunks([message(1, { last: false }), message(2)])[0]).not.toBe(before)
})
