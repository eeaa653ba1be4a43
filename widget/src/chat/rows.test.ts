import type { PendingMessage, PendingState } from '@parley/client/sending/pending-message'
import type { TimelineItem, TimelineView } from '@parley/client/timeline/timeline-view'
import type { AgentFace } from '@parley/protocol/agent'
import type { TimelineMessage } from '@parley/protocol/message'
import { expect, test } from 'vitest'
import { rowsOf, type MessageRow, type Row } from './rows.ts'

const anna: AgentFace = { id: 'anna', name: 'Anna', avatar_url: null }
const ben: AgentFace = { id: 'ben', name: 'Ben', avatar_url: null }
/** Noon in the local time zone, because days are the visitor's. */
const noon = new Date(2026, 4, 12, 12, 0, 0).getTime()

test('messages of one sender within a minute are one group', () => {
  const rows = messagesOf([said(1, 0), said(2, 10), said(3, 59), said(4, 61)])
  expect(rows.map(({ first, last }) => [first, last])).toEqual([
    [true, false],
    [false, false],
    [false, true],
    [true, true],
  ])
})

test('another sender or agent starts a new group', () => {
  const rows = messagesOf([said(1, 0), said(2, 5, anna), said(3, 6, ben), said(4, 7, ben)])
  expect(rows.map(({ first }) => first)).toEqual([true, true, true, false])
  expect(rows.map(({ own }) => own)).toEqual([true, false, false, false])
})

test('a system line between two messages splits their group', () => {
  const rows = messagesOf([said(1, 0, anna), line(2, 'assigned'), said(3, 5, anna)])
  expect(rows.map(({ first }) => first)).toEqual([true, true])
})

test('a day separator precedes the first message of a day', () => {
  const day = 24 * 3_600
  expect(kinds(rowsOf(view({ items: [said(1, 0), said(2, 10), said(3, day), said(4, day + 1)] })))).toEqual([
    'day',
    'message',
    'message',
    'day',
    'message',
    'message',
  ])
})

test('later conversations start with a line, except directly after the end of the previous one', () => {
  const shown = (items: TimelineItem[]) =>
    rowsOf(view({ items })).flatMap((row) => (row.kind === 'line' ? row.line.event : []))
  expect(shown([line(1, 'started'), said(2, 0)])).toEqual([])
  expect(shown([said(2, 0), line(3, 'started'), said(4, 100)])).toEqual(['started'])
  expect(shown([said(2, 0), line(3, 'ended'), line(4, 'started'), said(5, 100)])).toEqual(['ended'])
})

test('a system message is a note without a sender', () => {
  const item = said(1, 0)
  if (item.kind === 'message') item.message.sender_type = 'system'
  expect(rowsOf(view({ items: [item] }))).toEqual([{ kind: 'note', key: 'm1', content: 'Message 1' }])
})

test('an edited message is marked; a deleted one cannot be replied to', () => {
  const edited = said(1, 0, anna)
  const deleted = said(2, 10, anna)
  if (edited.kind === 'message') edited.message.edited_at = '2026-05-12T12:01:00.000+00:00'
  if (deleted.kind === 'message')
    Object.assign(deleted.message, { content: '', deleted_at: '2026-05-12T12:01:00.000+00:00' })
  expect(messagesOf([edited, deleted, said(3, 20, anna)])).toMatchObject([
    { id: 'm1', edited: '2026-05-12T12:01:00.000+00:00' },
    { id: null, deleted: '2026-05-12T12:01:00.000+00:00' },
    { id: 'm3' },
  ])
})

test('messages of AI agents are marked, messages of agents are not', () => {
  const [written, answered] = [said(1, 0, anna), said(2, 5, ben)]
  if (answered.kind === 'message') answered.message.sender_type = 'ai_agent'
  expect(messagesOf([written, answered]).map(({ ai }) => ai)).toEqual([false, true])
})

test('the state of own messages follows the team’s receipts', () => {
  const receipts = { customer: { delivered: 0, read: 0 }, agents: { delivered: 2, read: 1 } }
  const states = messagesOf([said(1, 0), said(2, 1), said(3, 2), said(4, 3, anna)], receipts).map(
    (r) => r.state,
  )
  expect(states).toEqual(['read', 'delivered', 'sent', null])
})

test('an unsent message keeps its key when it arrives in the log', () => {
  const [before] = messages(rowsOf(view({ pending: [unsent('c7', { name: 'sending' })] })))
  const [after] = messagesOf([said(7, 0)])
  expect(before).toMatchObject({ key: 'c7', id: null, state: 'sending', own: true })
  expect(after).toMatchObject({ key: 'c7', id: 'm7', state: 'sent', own: true })
})

test('a failed message is its own group and has its reason', () => {
  const pending = [
    unsent('a', { name: 'queued' }),
    unsent('b', { name: 'failed', code: 'customer_blocked' }),
    unsent('c', { name: 'failed', code: 'rate_limited' }),
  ]
  const rows = messages(rowsOf(view({ pending })))
  expect(rows.map(({ first }) => first)).toEqual([true, true, false])
  expect(rows.map(({ failure }) => failure)).toEqual([null, 'customer_blocked', 'rate_limited'])
})

test('keys are unique', () => {
  const rows = rowsOf(
    view({ items: [said(1, 0), line(2, 'ended'), said(3, 90_000, anna), said(4, 200_000)] }),
  )
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

const kinds = (rows: Row[]) => rows.map(({ kind }) => kind)
const messages = (rows: Row[]): MessageRow[] => rows.filter((row) => row.kind === 'message')
const messagesOf = (items: TimelineItem[], receipts?: TimelineView['receipts']) =>
  messages(rowsOf(view({ items, ...(receipts && { receipts }) })))

function view(change: Partial<TimelineView>): TimelineView {
  return {
    status: { name: 'ready' },
    customerId: 'customer',
    seq: 0,
    items: [],
    changes: [],
    pending: [],
    more: false,
    older: 'idle',
    receipts: { customer: { delivered: 0, read: 0 }, agents: { delivered: 0, read: 0 } },
    conversation: null,
    blocked: false,
    unread: 0,
    ...change,
  }
}

function said(seq: number, seconds: number, sender_agent: AgentFace | null = null): TimelineItem {
  const message: TimelineMessage = {
    id: `m${seq}`,
    seq,
    conversation_id: 'conversation',
    client_id: `c${seq}`,
    sender_type: sender_agent ? 'agent' : 'customer',
    sender_agent,
    content: `Message ${seq}`,
    reply_to_id: null,
    media: [],
    deleted_by_customer_at: null,
    created_at: new Date(noon + seconds * 1_000).toISOString(),
  }
  return { kind: 'message', key: message.id, seq, message }
}

function line(seq: number, event: 'started' | 'ended' | 'assigned'): TimelineItem {
  const common = { kind: 'line', key: `l${seq}`, seq, created_at: '', conversation_id: null } as const
  return event === 'assigned' ? { ...common, event, agent: anna } : { ...common, event }
}

function unsent(client_id: string, state: PendingState): PendingMessage {
  return {
    client_id,
    customer_id: null,
    content: 'Unsent',
    reply_to_id: null,
    media: [],
    created_at: new Date(noon).toISOString(),
    state,
  }
}
