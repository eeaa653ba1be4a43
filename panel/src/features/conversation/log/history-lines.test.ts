import { expect, test } from 'vitest'
import type { SystemLine, TimelineItem } from '@parley/client/timeline/timeline-view'
import type { TimelineMessage } from '@parley/protocol/message'
import { withHistoryLines } from './history-lines.ts'

const created_at = '2026-01-31T10:00:00.000+00:00'
const started = (seq: number, key = `entry-${seq}`): SystemLine => ({
  kind: 'line',
  key,
  seq,
  created_at,
  conversation_id: 'conversation',
  event: 'started',
})
const assigned = (seq: number): SystemLine => ({ ...started(seq), event: 'assigned', agent: null })
const message = (seq: number): TimelineItem => ({
  kind: 'message',
  key: `message-${seq}`,
  seq,
  message: { conversation_id: 'conversation' } as TimelineMessage,
})
const keys = (items: readonly TimelineItem[]) => items.map(({ key }) => key)

test('without lines the timeline is returned unchanged', () => {
  const items = [message(2)]
  expect(withHistoryLines(items, [], true)).toBe(items)
})

test('lines are inserted by position, without duplicating live ones', () => {
  const items = [message(2), message(5), assigned(6)]
  expect(keys(withHistoryLines(items, [assigned(3), assigned(6)], false))).toEqual([
    'message-2',
    'entry-3',
    'message-5',
    'entry-6',
  ])
})

test('a placeholder start is replaced by the real one', () => {
  const items = [started(2, 'started-message-2'), message(2)]
  expect(keys(withHistoryLines(items, [started(1)], false))).toEqual(['entry-1', 'message-2'])
  expect(keys(withHistoryLines(items, [assigned(3)], false))).toEqual([
    'started-message-2',
    'message-2',
    'entry-3',
  ])
})

test('lines above the oldest message wait for their page', () => {
  expect(keys(withHistoryLines([message(8)], [assigned(4), assigned(9)], true))).toEqual([
    'message-8',
    'entry-9',
  ])
})
