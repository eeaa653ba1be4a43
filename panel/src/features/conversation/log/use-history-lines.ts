import { useEffect, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { LogEntry } from '@parley/protocol/event'
import { createStore } from '@parley/client/state/store'
import type { SystemLine, TimelineView } from '@parley/client/timeline/timeline-view'
import { useStore } from '../../../session/agent-session.tsx'

export interface HistoryLines {
  lines: readonly SystemLine[]
  /** The same part of the log, with all its entries. */
  entries: readonly LogEntry[]
}

/** Positions from `from` on are covered, by these or by live updates. */
interface ReadSoFar extends HistoryLines {
  from: number
}

/** Delay before a failed read is retried (ms). */
const retryDelayMs = 3_000

const nothing: HistoryLines = { lines: [], entries: [] }

/** System lines of conversations whose messages were loaded as history, read page by page. */
export function useHistoryLines(
  follow: CustomerFollow,
  view: TimelineView,
): HistoryLines & { isLoading: boolean } {
  const [store] = useState(() => createStore<ReadSoFar | null>(null))
  const read = useStore(store)
  // Later lines arrive live.
  const [begun, setBegun] = useState<number>()
  const ready = view.status.name === 'ready'
  if (begun === undefined && ready) setBegun(view.seq + 1)
  const from = read?.from ?? begun
  const oldest = view.more ? view.items.find((item) => item.kind === 'message')?.seq : 0

  const isLoading = from !== undefined && oldest !== undefined && oldest < from

  useEffect(() => {
    if (from === undefined || oldest === undefined || oldest >= from) return undefined
    const leaving = new AbortController()
    const read = async () => {
      const older = await readBetween(follow, oldest, from, leaving.signal)
      if (leaving.signal.aborted) return
      const { lines, entries } = store.get() ?? nothing
      store.set({
        from: oldest,
        lines: [...older.lines, ...lines],
        entries: [...older.entries, ...entries],
      })
    }
    void read()
    return () => leaving.abort()
  }, [from, oldest, follow, store])

  return { ...(read ?? nothing), isLoading }
}

/** Reads the lines from `first` up to, not including, `end`. Retries until complete or aborted. */
async function readBetween(
  follow: CustomerFollow,
  first: number,
  end: number,
  signal: AbortSignal,
): Promise<HistoryLines> {
  const lines: SystemLine[] = []
  const entries: LogEntry[] = []
  let after = Math.max(0, first - 1)
  while (after < end - 1 && !signal.aborted) {
    const answer = await follow.readLines(after)
    if (!answer.ok) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      continue
    }
    lines.push(...answer.value.lines.filter(({ seq }) => seq < end))
    entries.push(...answer.value.entries.filter(({ seq }) => seq < end))
    if (answer.value.to <= after) break
    after = answer.value.to
  }
  return { lines, entries }
}
