import { useEffect, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { createStore } from '@parley/client/state/store'
import type { SystemLine, TimelineView } from '@parley/client/timeline/timeline-view'
import { useStore } from '../../../session/agent-session.tsx'

/** Lines from position `from` on are covered, by these or by live updates. */
interface ReadSoFar {
  from: number
  lines: readonly SystemLine[]
}

/** Delay before a failed read is retried (ms). */
const retryDelayMs = 3_000

const nothing: readonly SystemLine[] = []

/** System lines of conversations whose messages were loaded as history, read page by page. */
export function useHistoryLines(follow: CustomerFollow, view: TimelineView): readonly SystemLine[] {
  const [store] = useState(() => createStore<ReadSoFar | null>(null))
  const read = useStore(store)
  // Later lines arrive live.
  const [begun, setBegun] = useState<number>()
  const ready = view.status.name === 'ready'
  if (begun === undefined && ready) setBegun(view.seq + 1)
  const from = read?.from ?? begun
  const oldest = view.more ? view.items.find((item) => item.kind === 'message')?.seq : 0

  useEffect(() => {
    if (from === undefined || oldest === undefined || oldest >= from) return undefined
    const leaving = new AbortController()
    const read = async () => {
      const lines = await readBetween(follow, oldest, from, leaving.signal)
      if (leaving.signal.aborted) return
      store.set({ from: oldest, lines: [...lines, ...(store.get()?.lines ?? nothing)] })
    }
    void read()
    return () => leaving.abort()
  }, [from, oldest, follow, store])

  return read?.lines ?? nothing
}

/** Reads the lines from `first` up to, not including, `end`. Retries until complete or aborted. */
async function readBetween(
  follow: CustomerFollow,
  first: number,
  end: number,
  signal: AbortSignal,
): Promise<SystemLine[]> {
  const lines: SystemLine[] = []
  let after = Math.max(0, first - 1)
  while (after < end - 1 && !signal.aborted) {
    const answer = await follow.readLines(after)
    if (!answer.ok) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      continue
    }
    lines.push(...answer.value.lines.filter(({ seq }) => seq < end))
    if (answer.value.to <= after) break
    after = answer.value.to
  }
  return lines
}
