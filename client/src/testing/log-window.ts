import type { Entries } from '@parley/protocol/timeline'
import type { Result } from '../connection/result.ts'
import { createTimeline, type Timeline } from '../timeline/timeline.ts'
import type { Side, TimelineView } from '../timeline/timeline-view.ts'
import type { FakeLog, Reader } from './fake-log.ts'
import { createTestPlatform } from './test-platform.ts'

export const readerOf = (side: Side): Reader => (side === 'customer' ? 'customer' : 'agents')

/** A client window on a log. `reads` handles log.read, three positions per page. */
export function windowOn(log: FakeLog, side: Side, faults: { failReads?: number } = {}) {
  const platform = createTestPlatform()
  const reads: number[] = []
  const entriesSeen: number[] = []
  let failures = faults.failReads ?? 0
  const timeline = createTimeline({
    platform,
    side,
    async readLog(after): Promise<Result<Entries>> {
      reads.push(after)
      await Promise.resolve()
      if (failures-- > 0) return { ok: false, code: 'rate_limited', retryAfter: 100 }
      return { ok: true, value: log.slice(readerOf(side), after, Math.min(log.end, after + 3)) }
    },
    async readHistory(before) {
      const page = log.history(readerOf(side), before, 2)
      await Promise.resolve()
      return { ok: true, value: page }
    },
    onEntries: (entries) => entriesSeen.push(...entries.map(({ seq }) => seq)),
  })
  return { timeline, platform, reads, entriesSeen, view: () => timeline.view.get() }
}

export function startFromSnapshot(timeline: Timeline, log: FakeLog, side: Side, pageSize = 1000) {
  timeline.start({
    customerId: log.customerId,
    seq: log.end,
    ...log.history(readerOf(side), undefined, pageSize),
    receipts: log.receipts,
    conversation: log.conversation,
    blocked: log.blocked,
  })
}

/** Formats the window's items as text. */
export const lines = (view: TimelineView) =>
  view.items.map((item) => (item.kind === 'line' ? item.event : item.message.content))
