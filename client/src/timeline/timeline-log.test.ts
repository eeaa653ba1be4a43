import { array, assert, asyncProperty, boolean, constantFrom, nat, record, type Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FakeLog } from '../testing/fake-log.ts'
import { lines, readerOf, startFromSnapshot, windowOn } from '../testing/log-window.ts'
import { settle } from '../testing/test-platform.ts'
import type { Side, TimelineView } from './timeline-view.ts'

/** Items that must be equal on every path. Other lines differ: pages of history contain only calls. */
const picture = ({ seq, items, receipts, conversation, blocked, unread }: TimelineView, side: Side) => ({
  seq,
  messages: items.flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
  calls: items.filter((item) => side === 'customer' && item.kind === 'line' && item.event === 'call'),
  receipts,
  conversation,
  blocked,
  unread,
})

const face = (index: number) => ({ id: `agent-${index % 2}`, name: 'Ada', avatar_url: null })

type Step = (log: FakeLog, index: number) => void
const step: Arbitrary<Step> = constantFrom<Step[]>(
  (log, index) => void log.message('customer', `c${index}`, `client-c${index}`),
  (log, index) => void log.message('agent', `a${index}`, `client-a${index}`),
  (log, index) => log.change('agent', `edited${index}`),
  (log, index) => log.change('customer', `edited${index}`),
  (log) => log.change('agent', null),
  (log) => log.conversation && log.endConversation(),
  (log, index) => log.assign(index % 3 === 0 ? null : face(index)),
  (log, index) => log.reopen(face(index)),
  (log) => log.receipt('customer', { read: log.end }),
  (log) => log.receipt('agents', { delivered: log.end }),
  (log) => log.clear(),
  (log, index) => log.setBlocked(index % 2 === 0),
  (log) => log.forAgentsOnly(),
  (log, index) => log.call(index % 2 === 0),
)

function play(log: FakeLog, steps: readonly Step[], from = 0) {
  for (const [index, one] of steps.entries()) one(log, from + index)
}

describe.each<Side>(['customer', 'agent'])('the window of the %s', (side) => {
  test('[L1] [L2] entries in any order, repeated, overlapping or lost result in the same view as a new snapshot', async () => {
    const frame = record({ after: nat(40), length: nat(12), lost: boolean() })
    await assert(
      asyncProperty(
        array(step, { maxLength: 15 }),
        array(step, { maxLength: 25 }),
        array(frame),
        async (first, then, frames) => {
          const log = new FakeLog('customer-1')
          play(log, first)
          const { timeline, platform, view, entriesSeen } = windowOn(log, side, {
            failReads: frames.length % 3,
          })
          const begin = log.end
          startFromSnapshot(timeline, log, side)
          play(log, then, 100)
          for (const { after, length, lost } of frames) {
            if (lost) continue
            const from = Math.min(after, log.end)
            timeline.receive(log.slice(readerOf(side), from, Math.min(log.end, from + length)))
            if (length % 2) await settle()
          }
          // The next heartbeat announces the end of the log.
          timeline.reach(log.end)
          await platform.advance(5_000)

          const fresh = windowOn(log, side)
          startFromSnapshot(fresh.timeline, log, side)
          expect(picture(view(), side)).toEqual(picture(fresh.view(), side))
          const due = log.slice(readerOf(side), begin).entries.map(({ seq }) => seq)
          // Cleared messages may be known only from the entry that cleared them.
          expect(entriesSeen.filter((seq) => due.includes(seq))).toEqual(due)
          expect(new Set(entriesSeen).size).toBe(entriesSeen.length)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('loading older pages shows every message once, in order', async () => {
    await assert(
      asyncProperty(array(step, { maxLength: 30 }), async (steps) => {
        const log = new FakeLog('customer-1')
        play(log, steps)
        const { timeline, view } = windowOn(log, side)
        startFromSnapshot(timeline, log, side, 2)
        for (let page = 0; view().more && page < 100; page++) await timeline.loadOlder()
        const all = windowOn(log, side)
        startFromSnapshot(all.timeline, log, side)
        expect(picture(view(), side)).toEqual(picture(all.view(), side))
        expect(lines(view())).toEqual(lines(all.view()))
      }),
      { numRuns: 200 },
    )
  })
})

test('[E1] a page of history that was read before a change is shown with the change', async () => {
  const log = new FakeLog('customer-1')
  log.message('agent', 'old', 'x')
  log.message('customer', 'newer', 'y')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer', 1)
  const paging = timeline.loadOlder()
  log.change('agent', 'corrected')
  timeline.receive(log.slice('customer', log.end - 1))
  await paging
  expect(lines(view())).toEqual(['started', 'corrected', 'newer'])
})

test('[E1] a deleted message is empty and no longer counts as unread', () => {
  const log = new FakeLog('customer-1')
  log.message('agent', 'regrettable', 'x')
  const { timeline, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  expect(view().unread).toBe(1)
  log.change('agent', null)
  timeline.receive(log.slice('customer', log.end - 1))
  expect(lines(view())).toEqual(['started', ''])
  expect(view().unread).toBe(0)
})

test('a gap before a frame is read, and nothing else', async () => {
  const log = new FakeLog('customer-1')
  const { timeline, reads, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  for (const word of ['one', 'two', 'three', 'four', 'five']) log.message('agent', word, word)
  timeline.receive(log.slice('customer', 3))
  expect(view().seq).toBe(0)
  await settle()
  expect(reads).toEqual([0])
  expect(view().seq).toBe(6)
  expect(lines(view())).toEqual(['started', 'one', 'two', 'three', 'four', 'five'])
})

test('a frame of earlier entries is ignored', () => {
  const log = new FakeLog('customer-1')
  log.message('agent', 'hello', 'x')
  const { timeline, view, reads } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  const before = view()
  timeline.receive(log.slice('customer', 0))
  expect(view()).toBe(before)
  expect(reads).toEqual([])
})

test('frames before the snapshot wait for it', async () => {
  const log = new FakeLog('customer-1')
  log.message('agent', 'one', 'x')
  const snapshotOf = new FakeLog('customer-1')
  snapshotOf.message('agent', 'one', 'x')
  const { timeline, view, reads } = windowOn(log, 'agent')
  log.message('agent', 'two', 'y')
  timeline.receive(log.slice('agents', 2))
  expect(view().status.name).toBe('loading')
  startFromSnapshot(timeline, snapshotOf, 'agent')
  await settle()
  expect(lines(view())).toEqual(['started', 'one', 'two'])
  expect(reads).toEqual([])
})

test('a server that announces more than it has does not cause endless reads', async () => {
  const log = new FakeLog('customer-1')
  const { timeline, reads } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  timeline.reach(99)
  await settle()
  expect(reads).toEqual([0])
})

test('a read that was pending when the connection was lost changes nothing and is not retried', async () => {
  const log = new FakeLog('customer-1')
  const { timeline, platform, reads, view } = windowOn(log, 'customer', { failReads: 1 })
  startFromSnapshot(timeline, log, 'customer')
  log.message('agent', 'one', 'x')
  timeline.reach(log.end)
  timeline.suspend()
  await platform.advance(60_000)
  expect(reads).toEqual([0])
  expect(view().seq).toBe(0)
  expect(platform.timers()).toBe(0)
})

test('after a reconnect only one read continues, to the end', async () => {
  const log = new FakeLog('customer-1')
  const { timeline, reads, view } = windowOn(log, 'customer')
  startFromSnapshot(timeline, log, 'customer')
  for (let count = 1; count <= 7; count++) log.message('agent', `${count}`, `${count}`)
  timeline.reach(log.end)
  timeline.suspend()
  timeline.reach(log.end)
  await settle()
  expect(view().seq).toBe(log.end)
  expect(reads).toEqual([0, 0, 3, 6])
})
