import { useEffect, useMemo, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { EntryType, LogEntry } from '@parley/protocol/event'

/** Entry types for agents only (labels, priority, snooze, team, ratings, automation, passed deadlines), shown as lines. */
const deskEntryTypes = [
  'conversation.labelled',
  'conversation.unlabelled',
  'conversation.prioritized',
  'conversation.snoozed',
  'conversation.unsnoozed',
  'conversation.routed',
  'conversation.rated',
  'conversation.automated',
  'sla.breached',
  'customer.mailed',
] as const satisfies EntryType[]
export type DeskEntry = Extract<LogEntry, { type: (typeof deskEntryTypes)[number] }>

const known: ReadonlySet<string> = new Set(deskEntryTypes)
const isDeskEntry = (entry: LogEntry): entry is DeskEntry => known.has(entry.type)

const none: readonly DeskEntry[] = []

/**
 * Desk entries after log position `oldest`, in log order: loaded history and live entries.
 */
export function useDeskEntries(
  follow: CustomerFollow,
  history: readonly LogEntry[],
  oldest: number,
): readonly DeskEntry[] {
  const [live, setLive] = useState(none)
  useEffect(
    () =>
      follow.onEntry((entry) => {
        if (isDeskEntry(entry)) setLive((before) => [...before, entry])
      }),
    [follow],
  )
  return useMemo(() => mergeDeskEntries(history, live, oldest), [history, live, oldest])
}

export function mergeDeskEntries(
  history: readonly LogEntry[],
  live: readonly DeskEntry[],
  oldest: number,
): readonly DeskEntry[] {
  const bySeq = new Map([...history.filter(isDeskEntry), ...live].map((entry) => [entry.seq, entry]))
  if (bySeq.size === 0) return none
  return [...bySeq.values()].filter(({ seq }) => seq > oldest).toSorted((a, b) => a.seq - b.seq)
}
