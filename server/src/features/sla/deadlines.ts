import { slaMetrics, type SlaMetric } from '@parley/protocol/sla-metric'
import { spentOf, warningLead, type AppliedPolicy, type SlaState } from './sla-state.ts'

/** Times in milliseconds. */
export interface Deadline {
  metric: SlaMetric
  target: number
  warn_at: number
  due_at: number
  warned: boolean
  breached: boolean
}

/** The instant at which so many seconds have been counted since `from`; null: too far ahead. */
export type InstantAfter = (from: number, seconds: number) => number | null

/** The deadlines of the running clocks, the first one first. */
export function deadlinesOf(
  state: SlaState,
  policy: AppliedPolicy | null,
  openAfter: InstantAfter,
): Deadline[] {
  const since = state.running_since
  if (since === null || policy === null) return []
  const after = (seconds: number) =>
    policy.counting === 'clock' ? since + Math.max(0, seconds) * 1000 : openAfter(since, seconds)
  const deadlines = slaMetrics.flatMap((metric): Deadline[] => {
    const clock = state.clocks[metric]
    const target = policy.targets[metric]
    if (!clock || target === null) return []
    const left = target - spentOf(clock, policy)
    const dueAt = after(left)
    const warnAt = after(left - warningLead(target))
    if (dueAt === null || warnAt === null) return []
    const { warned, breached } = clock
    return [{ metric, target, warn_at: Math.round(warnAt), due_at: Math.round(dueAt), warned, breached }]
  })
  return deadlines.sort((a, b) => a.due_at - b.due_at)
}

/** When the next warning or breach is to be announced; null: none. */
export function alarmOf(deadlines: Deadline[]): number | null {
  const times = deadlines.flatMap(({ warned, breached, warn_at: warnAt, due_at: dueAt }) =>
    breached ? [] : warned ? [dueAt] : [Math.min(warnAt, dueAt)],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * Returns the time until which the clocks have run at least, since a deadline was announced then (ms); 0 if none was. A millisecond later,
 * because the stored times are rounded.
 */
export const announcedUntil = (deadlines: Deadline[]): number =>
  Math.max(
    0,
    ...deadlines.map(({ warned, breached, warn_at: warnAt, due_at: dueAt }) =>
      breached ? dueAt + 1 : warned ? warnAt + 1 : 0,
    ),
  )
