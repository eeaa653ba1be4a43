import type { SlaDue, SlaMetric } from '@parley/protocol/sla-metric'

/** View of the SLA feature for lists to join (migration 0065). */
export type DueView = {
  conversation_due: { conversation_id: string; due_metric: SlaMetric; due_at: string; warn_at: string }
}

/** Of a left join: all columns are set, or none. */
export const slaOf = (row: {
  due_metric: SlaMetric | null
  due_at: string | null
  warn_at: string | null
}): SlaDue | null =>
  row.due_metric === null || row.due_at === null || row.warn_at === null
    ? null
    : { metric: row.due_metric, due_at: row.due_at, warn_at: row.warn_at }
