import type { StatisticsPeriod, WebhookStatistics } from '@parley/protocol/webhook'
import { sql } from 'kysely'
import { timestamp } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'

/** `step` in seconds. Parts begin at full UTC hours, or at every sixth hour. */
const periods: Record<StatisticsPeriod, { step: number; parts: number }> = {
  '24h': { step: 3600, parts: 24 },
  '14d': { step: 6 * 3600, parts: 56 },
}

interface Row {
  /** Unix seconds; null: the whole period. */
  at: number | null
  delivered: number
  failed: number
  median_ms: number | null
  p95_ms: number | null
}

const noAttempts = { delivered: 0, failed: 0, median_ms: null, p95_ms: null }

/**
 * Returns the finished attempts of a webhook per part of the period, except those that the service itself interrupted.
 * Attempts are found through their deliveries, which are kept for 14 days after their last attempt.
 */
export async function readStatistics(
  db: Database,
  webhookId: string,
  period: StatisticsPeriod,
  now: number,
): Promise<WebhookStatistics> {
  const { step, parts } = periods[period]
  const last = Math.floor(now / 1000 / step) * step
  const first = last - (parts - 1) * step
  const { rows } = await sql<Row>`
    with attempt as (
      select (floor(extract(epoch from a.started_at) / ${sql.lit(step)}) * ${sql.lit(step)})::float8 as at,
        a.outcome = 'delivered' as delivered, a.duration_ms
      from delivery d join delivery_attempt a on a.delivery_id = d.id
      where d.webhook_id = ${webhookId} and d.updated_at >= ${timestamp(first * 1000)}
        and a.started_at >= ${timestamp(first * 1000)} and a.outcome not in ('under_way', 'interrupted')
    )
    select at, (count(*) filter (where delivered))::int as delivered, (count(*) filter (where not delivered))::int as failed,
      round(percentile_cont(0.5) within group (order by duration_ms))::int as median_ms,
      round(percentile_cont(0.95) within group (order by duration_ms))::int as p95_ms
    from attempt group by grouping sets ((at), ())
  `.execute(db)
  const byTime = new Map(rows.map(({ at, ...figures }) => [at, figures]))
  return {
    period,
    step,
    ...(byTime.get(null) ?? noAttempts),
    parts: Array.from({ length: parts }, (_, index) => {
      const at = first + index * step
      return { from: timestamp(at * 1000), ...(byTime.get(at) ?? noAttempts) }
    }),
  }
}
