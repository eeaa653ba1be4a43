/** What an SLA clock measures. Without TypeBox, which the panel does not bundle. */
export const slaMetrics = ['first_response', 'next_response', 'resolution'] as const
export type SlaMetric = (typeof slaMetrics)[number]

/** The next deadline of an inbox row: of the clocks that run, the one due first. */
export interface SlaDue {
  metric: SlaMetric
  due_at: string
  /** From here on the deadline is near. */
  warn_at: string
}

/**
 * `sla.warned`, `sla.breached`, `sla.met`, by the service. Times are those of the clock, entries follow within seconds.
 * A clock can have several entries when its policy or its conversation changed: the last one is its outcome.
 */
export interface SlaEntry {
  metric: SlaMetric
  /** As it was called. */
  policy: { id: string; name: string }
  target_seconds: number
  /** When it was or became due; of a clock that was met: when it was met. */
  at: string
  /** Of `sla.met`, and of a `sla.breached` that an answer ended. */
  spent_seconds: number | null
}
