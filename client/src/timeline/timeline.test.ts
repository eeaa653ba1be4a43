import { expect, test } from 'vitest'
import type { PendingMessage } from '../sending/pending-message.ts'
import { FakeLog } from '../testing/fake-log.ts'
import { lines, startFromSnapshot, windowOn } from '../testing/log-window.ts'
import { createTimeline } from './timeline.ts'
import { mergeReceipts } from './timeline-apply.ts'
import { messageStatus } from './timeline-view.ts'

test('unchanged parts keep their identity', () => {
  const log = new FakeLog('customer-1')
  log.message('agent', 'one', 'x')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  const before = view()
  const kept = [...before.items]
  log.message('agent', 'two', 'y')
  timeline.receive(log.slice('customer', 2))
  expect(before.items).toEqual(kept)
  expect(
    view()
      .items.slice(0, kept.length)
      .every((item, index) => item === kept[index]),
  ).toBe(true)
  expect(view().receipts).toBe(before.receipts)
})

test('unread counts messages of the other side after the read position, and drops at once when they are read', () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'question', 'q')
  log.message('agent', 'one', 'x')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  log.message('agent', 'two', 'y')
  timeline.receive(log.slice('customer', 3))
  expect(view().unread).toBe(2)
  timeline.setRead(3)
  expect(view().unread).toBe(1)
  timeline.setRead(2)
  expect(view().unread).toBe(1)
})

test('[R1] the status of our message follows the receipts of the other side', () => {
  const log = new FakeLog('customer-1')
  const message = log.message('customer', 'hi', 'x')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  const status = () => messageStatus(view(), 'customer', message)
  expect(status()).toBe('sent')
  const receive = (receipt: { delivered?: number; read?: number }) => {
    const after = log.end
    log.receipt('agents', receipt)
    timeline.receive(log.slice('customer', after))
  }
  receive({ delivered: message.seq })
  expect(status()).toBe('delivered')
  receive({ read: message.seq })
  expect(status()).toBe('read')
})

test('[L6] cleared messages leave the customer’s window, and stay in the agents’ with the time', () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'secret', 'x')
  const customer = windowOn(log, 'customer')
  const agent = windowOn(log, 'agent')
  startFromSnapshot(customer.timeline, log, 'customer')
  startFromSnapshot(agent.timeline, log, 'agent')
  const after = log.end
  log.clear()
  customer.timeline.receive(log.slice('customer', after))
  agent.timeline.receive(log.slice('agents', after))
  expect(customer.view().items).toEqual([])
  const [, item] = agent.view().items
  expect(item?.kind === 'message' && item.message.deleted_by_customer_at).toBe(log.entries.at(-1)?.created_at)
})

test('a page of history requested before the chat was cleared restores nothing', async () => {
  const log = new FakeLog('customer-1')
  for (const word of ['one', 'two', 'three']) log.message('customer', word, word)
  const { timeline, view } = windowOn(log, 'customer')
  const page = log.history('customer', undefined, 1)
  startFromSnapshot(timeline, log, 'customer', 1)
  expect(page.more).toBe(true)
  const loading = timeline.loadOlder()
  const after = log.end
  log.append('messages.cleared', { up_to: after, cleared_at: 'now' })
  timeline.receive(log.slice('customer', after))
  await loading
  expect(view().items).toEqual([])
  expect(view().more).toBe(false)
})

const pending = (client_id: string, state: PendingMessage['state']): PendingMessage => ({
  client_id,
  customer_id: null,
  content: client_id,
  reply_to_id: null,
  media: [],
  created_at: '',
  state,
})

test('a pending message is replaced by its entry with the same client_id and side', () => {
  const log = new FakeLog('customer-1')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  timeline.setPending([pending('mine', { name: 'sending' }), pending('next', { name: 'queued' })])
  log.message('agent', 'not yours', 'next')
  log.message('customer', 'mine', 'mine')
  timeline.receive(log.slice('customer', 0))
  expect(view().pending.map(({ client_id }) => client_id)).toEqual(['next'])
})

test('an acknowledged message stays pending until its entry arrives', () => {
  const log = new FakeLog('customer-1')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  timeline.setPending([pending('mine', { name: 'sent', seq: 2 })])
  expect(view().pending).toHaveLength(1)
  log.startConversation('c-1')
  timeline.receive(log.slice('customer', 0))
  expect(view().pending).toHaveLength(1)
  log.receipt('agents', { read: 1 })
  timeline.receive(log.slice('customer', 1))
  expect(view().pending).toHaveLength(0)
})

test('lines show where each conversation starts, also in older pages', async () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'first', 'x')
  log.endConversation()
  log.message('customer', 'second', 'y')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer', 1)
  expect(lines(view())).toEqual(['second'])
  await timeline.loadOlder()
  expect(lines(view())).toEqual(['started', 'first', 'started', 'second'])
  const after = log.end
  log.endConversation()
  timeline.receive(log.slice('customer', after))
  expect(lines(view())).toEqual(['started', 'first', 'started', 'second', 'ended'])
  expect(view().conversation).toBeNull()
})

test('a failure to load older messages is reported and can be retried', async () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'one', 'x')
  let fails = true
  const { platform } = windowOn(log, 'customer')
  const timeline = createTimeline({
    platform,
    side: 'customer',
    readLog: () => Promise.resolve({ ok: false, code: 'disconnected' }),
    readHistory: (before) =>
      Promise.resolve(
        fails ? { ok: false, code: 'disconnected' } : { ok: true, value: log.history('customer', before) },
      ),
    onEntries: () => {},
  })
  timeline.start({
    customerId: log.customerId,
    seq: log.end,
    messages: [],
    more: true,
    calls: [],
    receipts: log.receipts,
    conversation: null,
    blocked: false,
  })
  await timeline.loadOlder()
  expect(timeline.view.get().older).toBe('failed')
  fails = false
  await timeline.loadOlder()
  expect(timeline.view.get()).toMatchObject({ older: 'idle', more: false })
  expect(lines(timeline.view.get())).toEqual(['started', 'one'])
})

test.each([
  ['disconnected', 'idle'],
  ['not_found', 'failed'],
] as const)(
  'after a failure (%s) to load older messages, the next connection leaves them %s',
  async (code, older) => {
    const log = new FakeLog('customer-1')
    log.message('customer', 'one', 'x')
    const timeline = createTimeline({
      platform: windowOn(log, 'customer').platform,
      side: 'customer',
      readLog: async () => ({ ok: false, code }),
      readHistory: async () => ({ ok: false, code }),
      onEntries: () => {},
    })
    timeline.start({
      customerId: log.customerId,
      seq: log.end,
      messages: [],
      more: true,
      calls: [],
      receipts: log.receipts,
      conversation: null,
      blocked: false,
    })
    await timeline.loadOlder()
    timeline.suspend()
    expect(timeline.view.get().older).toBe('failed')
    timeline.resume({})
    expect(timeline.view.get().older).toBe(older)
  },
)

test('a request for older messages while a page is loading waits for that page', async () => {
  const log = new FakeLog('customer-1')
  for (const word of ['one', 'two', 'three', 'four']) log.message('customer', word, word)
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer', 1)
  void timeline.loadOlder()
  await timeline.loadOlder()
  expect(lines(view())).toEqual(['two', 'three', 'four'])
})

test('a page of history of an earlier snapshot is not mixed into the new one', async () => {
  const log = new FakeLog('customer-1')
  for (const word of ['one', 'two', 'three']) log.message('customer', word, word)
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer', 1)
  const loading = timeline.loadOlder()
  const other = new FakeLog('customer-2')
  for (const word of ['four', 'five']) other.message('customer', word, word)
  startFromSnapshot(timeline, other, 'customer', 1)
  await loading
  expect(lines(view())).toEqual(['five'])
  expect(view()).toMatchObject({ customerId: 'customer-2', more: true, older: 'idle' })
})

test('a resumed window knows the assignee at once, and earlier entries do not change it', () => {
  const log = new FakeLog('customer-1')
  const ada = { id: 'agent-1', name: 'Ada', avatar_url: null }
  log.message('customer', 'one', 'x')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  const position = log.end
  log.endConversation()
  log.startConversation('conversation-2')
  log.assign(ada)
  timeline.resume({ conversation: log.conversation })
  for (let seq = position; seq < log.end; seq++) {
    timeline.receive(log.slice('customer', seq, seq + 1))
    expect(view().conversation).toEqual({ id: 'conversation-2', agent: ada })
  }
})

test('[R1] of two receipts the furthest position of each part counts', () => {
  const known = { customer: { delivered: 5, read: 4 }, agents: { delivered: 9, read: 1 } }
  const reported = { customer: { delivered: 7, read: 2 }, agents: { delivered: 3, read: 3 } }
  expect(mergeReceipts(known, reported)).toEqual({
    customer: { delivered: 7, read: 4 },
    agents: { delivered: 9, read: 3 },
  })
  expect(mergeReceipts(known, { customer: { delivered: 1, read: 1 } })).toBe(known)
})

test('a call is a line where it ended, live, in a snapshot and in older pages; clearing removes it', async () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'one', 'x')
  log.call(true)
  log.message('agent', 'two', 'y')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  log.call(false)
  timeline.receive(log.slice('customer', 4))
  expect(lines(view())).toEqual(['started', 'one', 'call', 'two', 'call'])

  const paged = windowOn(log, 'customer')
  startFromSnapshot(paged.timeline, log, 'customer', 1)
  expect(lines(paged.view())).toEqual(['two', 'call'])
  await paged.timeline.loadOlder()
  expect(paged.view().items).toEqual(view().items)

  log.clear()
  timeline.receive(log.slice('customer', 5))
  expect(lines(view())).toEqual([])
  const fresh = windowOn(log, 'customer')
  startFromSnapshot(fresh.timeline, log, 'customer')
  expect(lines(fresh.view())).toEqual([])
})

test('a call between two conversations does not hide where either starts', () => {
  const log = new FakeLog('customer-1')
  log.message('customer', 'one', 'x')
  log.endConversation()
  log.call(false)
  log.message('customer', 'two', 'y')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  expect(lines(view())).toEqual(['started', 'one', 'call', 'started', 'two'])
})
