import { expect, test } from 'vitest'
import type { TimelineItem } from '@parley/client/timeline/timeline-view'
import type { PendingMessage } from '@parley/client/sending/pending-message'
import type { TimelineMessage } from '@parley/protocol/message'
import type { Note } from '@parley/protocol/note'
import { timelineRows, type RowsInput, type TimelineRow } from './timeline-rows.ts'

const ada = { id: 'agent-ada', name: 'Ada', avatar_url: null }
const ben = { id: 'agent-ben', name: 'Ben', avatar_url: null }
const at = (time: string, day = 31) => `2026-01-${day}T${time}.000+00:00`

function message(seq: number, time: string, change: Partial<TimelineMessage> = {}): TimelineItem {
  const id = `message-${seq}`
  return {
    kind: 'message',
    key: id,
    seq,
    message: {
      id,
      seq,
      conversation_id: 'conversation',
      client_id: `client-${seq}`,
      sender_type: 'customer',
      sender_agent: null,
      content: 'Hello',
      reply_to_id: null,
      media: [],
      deleted_by_customer_at: null,
      created_at: at(time),
      ...change,
    },
  }
}

const from = (agent: typeof ada) => ({ sender_type: 'agent', sender_agent: agent }) as const

const started = (seq: number, time: string): TimelineItem => ({
  kind: 'line',
  key: `line-${seq}`,
  seq,
  created_at: at(time),
  conversation_id: 'conversation',
  event: 'started',
})

const closed = (time: string): { closed_at: string | null; duration: number | null } => ({
  closed_at: at(time),
  duration: 3600,
})

const pending = (id: string, time: string): PendingMessage => ({
  client_id: id,
  customer_id: 'customer',
  content: 'On its way',
  reply_to_id: null,
  media: [],
  created_at: at(time),
  state: { name: 'queued' },
})

const note = (seq: number, time: string): Note => ({
  id: `note-${seq}`,
  seq,
  author: ada,
  content: 'Only for us',
  mentions: [],
  media: [],
  client_id: `client-${seq}`,
  customer_id: 'customer',
  conversation_id: 'conversation',
  created_at: at(time),
  edited_at: null,
  deleted_at: null,
})

const rows = (items: TimelineItem[], change: Partial<RowsInput> = {}) =>
  timelineRows({
    items,
    notes: [],
    pending: [],
    newAfter: null,
    more: false,
    dayOf: (time) => time.slice(0, 10),
    conversations: new Map(),
    ...change,
  })

/** One word per row; `[` and `]` mark the start and end of a message group. */
const drawn = (all: TimelineRow[]) =>
  all
    .map((row) => {
      if (!('first' in row)) return row.kind
      const name = row.kind === 'message' ? String(row.seq) : row.pending.client_id
      return `${row.first ? '[' : ''}${name}${row.last ? ']' : ''}`
    })
    .join(' ')

test('an empty timeline has no rows', () => {
  expect(rows([])).toEqual([])
})

test('messages of one sender within a minute form a group', () => {
  const items = [
    message(1, '10:00:00'),
    message(2, '10:00:59'),
    message(3, '10:01:30'),
    message(4, '10:02:30'),
  ]
  expect(drawn(rows(items))).toBe('day [1 2 3] [4]')
})

test('another sender, also another agent, starts a new group', () => {
  const items = [
    message(1, '10:00:00'),
    message(2, '10:00:01', from(ada)),
    message(3, '10:00:02', from(ada)),
    message(4, '10:00:03', from(ben)),
  ]
  expect(drawn(rows(items))).toBe('day [1] [2 3] [4]')
})

test('a line between two messages splits their group', () => {
  expect(drawn(rows([message(1, '10:00:00'), started(2, '10:00:01'), message(3, '10:00:02')]))).toBe(
    'day [1] line [3]',
  )
})

test('a note is placed among the messages and splits their group', () => {
  const items = [message(1, '10:00:00'), message(3, '10:00:02'), message(4, '10:00:03')]
  expect(drawn(rows(items, { notes: [note(2, '10:00:01')] }))).toBe('day [1] note [3 4]')
  expect(drawn(rows(items, { notes: [note(5, '10:00:04')] }))).toBe('day [1 3 4] note')
})

test('each day is shown once, before its rows', () => {
  const items = [
    message(1, '23:59:59', { created_at: at('23:59:59', 30) }),
    message(2, '00:00:01'),
    message(3, '08:00:00'),
  ]
  expect(drawn(rows(items))).toBe('day [1] day [2] [3]')
})

test('a conversation that starts for the second time was reopened', () => {
  const lines = rows([started(1, '10:00:00'), message(2, '10:00:00'), started(3, '11:00:00')])
  expect(lines.flatMap((row) => (row.kind === 'line' ? [row.again] : []))).toEqual([false, true])
})

test('cleared messages end with a line that shows when', () => {
  const gone = { deleted_by_customer_at: at('12:00:00') }
  const later = { deleted_by_customer_at: at('13:00:00') }
  expect(
    drawn(rows([message(1, '10:00:00', gone), message(2, '10:00:01', gone), message(3, '12:30:00')])),
  ).toBe('day [1 2] cleared [3]')
  expect(drawn(rows([message(1, '10:00:00', gone), message(2, '12:30:00', later)]))).toBe(
    'day [1] cleared [2] cleared',
  )
})

test('"New" is shown once, before the first unread customer message', () => {
  const items = [
    message(1, '10:00:00'),
    message(2, '11:00:00', from(ada)),
    message(3, '12:00:00'),
    message(4, '13:00:00'),
  ]
  expect(drawn(rows(items, { newAfter: 1 }))).toBe('day [1] [2] new [3] [4]')
  expect(drawn(rows(items, { newAfter: 4 }))).toBe('day [1] [2] [3] [4]')
  expect(drawn(rows(items))).toBe('day [1] [2] [3] [4]')
})

test('"New" is not shown until its position is loaded', () => {
  const items = [message(3, '12:00:00'), message(4, '13:00:00')]
  expect(drawn(rows(items, { newAfter: 1, more: true }))).toBe('day [3] [4]')
  expect(drawn(rows(items, { newAfter: 3, more: true }))).toBe('day [3] new [4]')
})

test('unsent messages come last, on their own day', () => {
  const unsent = [pending('a', '10:00:10'), pending('b', '10:00:20'), pending('c', '11:00:00')]
  expect(drawn(rows([message(1, '10:00:00', from(ada))], { pending: unsent }))).toBe('day [1] [a b] [c]')
  expect(drawn(rows([], { pending: unsent.slice(0, 1) }))).toBe('day [a]')
})

test('the end of an earlier conversation is shown after its messages, also without its entry', () => {
  const items = [
    message(1, '10:00:00', { conversation_id: 'first' }),
    message(2, '10:01:00', { conversation_id: 'first', deleted_by_customer_at: at('12:00:00') }),
    message(3, '14:00:00', { conversation_id: 'second' }),
  ]
  const conversations = new Map([
    ['first', closed('11:00:00')],
    ['second', { closed_at: null, duration: null }],
  ])
  // It was closed at 11 and cleared at 12.
  expect(drawn(rows(items, { conversations }))).toBe('day [1] [2] line cleared [3]')
  conversations.set('first', closed('13:00:00'))
  conversations.set('second', closed('15:00:00'))
  expect(drawn(rows(items, { conversations }))).toBe('day [1] [2] cleared line [3] line')
})

test('an end with its own entry is shown once', () => {
  const ended: TimelineItem = {
    kind: 'line',
    key: 'ended',
    seq: 2,
    created_at: at('11:00:00'),
    conversation_id: 'conversation',
    event: 'ended',
  }
  const conversations = new Map([['conversation', closed('11:00:00')]])
  const all = rows([message(1, '10:00:00'), ended], { conversations })
  expect(drawn(all)).toBe('day [1] line')
  expect(all.flatMap((row) => (row.kind === 'line' ? [row.duration] : []))).toEqual([3600])
})

test('our message keeps the key it had while unsent', () => {
  const [, sent] = rows([message(7, '10:00:00', from(ada))])
  const [, unsent] = rows([], { pending: [pending('client-7', '10:00:00')] })
  expect(sent?.key).toBe(unsent?.key)
})

test('an earlier end of a reopened conversation has no duration', () => {
  const ended = (seq: number, time: string): TimelineItem => ({
    kind: 'line',
    key: `ended-${seq}`,
    seq,
    created_at: at(time),
    conversation_id: 'conversation',
    event: 'ended',
  })
  const items = [started(1, '09:00:00'), ended(2, '10:00:00'), started(3, '11:00:00'), ended(4, '12:00:00')]
  const all = rows(items, { conversations: new Map([['conversation', closed('12:00:00')]]) })
  expect(
    all.flatMap((row) => (row.kind === 'line' && row.line.event === 'ended' ? [row.duration] : [])),
  ).toEqual([null, 3600])
})

test('a reply refers to the quoted message once that is loaded', () => {
  const reply = message(9, '11:00:00', { reply_to_id: 'message-1' })
  const quoted = (all: TimelineRow[]) =>
    all.flatMap((row) => (row.kind === 'message' ? [row.quoted?.seq] : []))
  expect(quoted(rows([reply]))).toEqual([undefined])
  expect(quoted(rows([message(1, '10:00:00'), reply]))).toEqual([undefined, 1])
})
