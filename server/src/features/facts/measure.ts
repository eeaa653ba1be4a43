import type { ReportGroup, ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportFigure, ReportFigures, ReportInterval } from '@parley/protocol/reports'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { groupKey, labelJoin, sourcesOf, type MetricSource } from './metric-sources.ts'

/** One id or several; `none`: without one. */
export type FilterValues = readonly string[]

export interface MeasureScope {
  organizationId: string
  /** `to` is not included. */
  from: string
  to: string
  clock: ReportClock
  filters: Partial<Record<'agent' | 'team' | 'label' | 'provider' | 'channel', FilterValues>>
}

/** How figures are divided. */
export type Division =
  | { by: 'interval'; interval: ReportInterval; timeZone: string }
  | { by: 'group'; group: ReportGroup }
  | { by: 'weekday_hour'; timeZone: string }

export interface Measured {
  total: ReportFigures
  /**
   * Of `interval`: the local date, or Unix seconds for hours. Of `group`: an id, channel, reason or `none`. Of `weekday_hour`:
   * `0 13`, Monday is 0.
   */
  parts: Map<string, ReportFigures>
}

export const noFigure: ReportFigure = { count: 0, median: null, p90: null, mean: null }

const emptyFigures = (metrics: readonly ReportMetric[]): ReportFigures =>
  Object.fromEntries(metrics.map((metric) => [metric, noFigure]))

interface FigureRow extends Record<string, unknown> {
  is_total: boolean
  key: string
}

/** Figures of a period, in total and divided. */
export async function measure(
  trx: Transaction,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  division: Division,
): Promise<Measured> {
  const measured: Measured = { total: emptyFigures(metrics), parts: new Map() }
  const ofLabels = division.by === 'group' && division.group === 'label'
  for (const { source, columns } of sourcesOf(metrics)) {
    const figures = columns.map(([metric, { where, duration, score }], index) => {
      const filter = where === null ? '' : ` filter (where ${where})`
      const parts = [`count(*)${filter}::int as count_${index}`]
      if (duration !== undefined) {
        const value = scope.clock === 'business_hours' ? `${duration}_open` : duration
        parts.push(
          `percentile_cont(array[0.5, 0.9]) within group (order by ${value})${filter} as spread_${index}`,
        )
      }
      if (score !== undefined) parts.push(`avg(${score})${filter}::float8 as mean_${index}`)
      return { metric, columns: parts.join(', ') }
    })
    const select = sql.raw(figures.map(({ columns: parts }) => parts).join(', '))
    const key = divisionKey(source, division, scope)
    // A fact with several labels would count several times in the total.
    const sets = ofLabels ? sql`grouping sets ((key))` : sql`grouping sets ((), (key))`
    const { rows } = await sql<FigureRow>`
      select grouping(key) = 1 as is_total, key, ${select}
      from (select *, ${key} as key from ${factsIn(source, scope, ofLabels ? labelJoin : '')}) fact
      group by ${sets}`.execute(trx)
    if (ofLabels) {
      const total = await sql<FigureRow>`
        select true as is_total, '' as key, ${select} from (select * from ${factsIn(source, scope)}) fact`.execute(
        trx,
      )
      rows.push(...total.rows)
    }
    for (const row of rows) {
      const part = row.is_total ? measured.total : (measured.parts.get(row.key) ?? emptyFigures(metrics))
      for (const [index, { metric }] of figures.entries()) part[metric] = figureOf(row, index)
      if (!row.is_total) measured.parts.set(row.key, part)
    }
  }
  return measured
}

function figureOf(row: FigureRow, index: number): ReportFigure {
  const [median = null, p90 = null] = (row[`spread_${index}`] as number[] | null | undefined) ?? []
  return {
    count: row[`count_${index}`] as number,
    median,
    p90,
    mean: (row[`mean_${index}`] as number | null | undefined) ?? null,
  }
}

function divisionKey(source: MetricSource, division: Division, { from }: MeasureScope): RawBuilder<string> {
  const at = sql.ref(source.at)
  switch (division.by) {
    case 'group':
      return sql.raw(groupKey(source, division.group))
    case 'weekday_hour':
      return sql`(
        extract(isodow from ${at} at time zone ${division.timeZone}) - 1 || ' ' ||
        extract(hour from ${at} at time zone ${division.timeZone})
      )`
    default:
      // Hours are those that pass, so that the repeated hour of autumn is two.
      return division.interval === 'hour'
        ? sql`extract(epoch from date_bin('1 hour', ${at}, ${from}::timestamptz))::bigint::text`
        : sql`to_char(date_trunc(${division.interval}, ${at} at time zone ${division.timeZone}), 'YYYY-MM-DD')`
  }
}

/** `<table> where ...`: the rows of the source in this period that pass the filters. */
export function factsIn(source: MetricSource, scope: MeasureScope, join = ''): RawBuilder<unknown> {
  const at = sql.ref(source.at)
  const { agent, team, label, provider, channel } = scope.filters
  const conditions = [
    sql`organization_id = ${scope.organizationId}`,
    sql`${at} >= ${scope.from}::timestamptz and ${at} < ${scope.to}::timestamptz`,
    ...(source.where === null ? [] : [sql.raw(source.where)]),
    ...(agent ? [isOneOf(sql.ref(source.agent), agent)] : []),
    ...(team ? [isOneOf(sql.ref('team_id'), team)] : []),
    ...(provider ? [isOneOf(sql.ref('provider_id'), provider)] : []),
    ...(channel ? [sql`channel = any(${channel}::text[])`] : []),
    ...(label ? [hasLabel(label)] : []),
  ]
  return sql`${sql.table(source.table)}${sql.raw(join)} where ${sql.join(conditions, sql` and `)}`
}

const idsIn = (values: FilterValues): string[] => values.filter((value) => value !== 'none')

function isOneOf(column: RawBuilder<unknown>, values: FilterValues): RawBuilder<boolean> {
  const among = sql<boolean>`${column} = any(${idsIn(values)}::uuid[])`
  return values.includes('none') ? sql<boolean>`(${among} or ${column} is null)` : among
}

function hasLabel(values: FilterValues): RawBuilder<boolean> {
  const among = sql<boolean>`label_ids && ${idsIn(values)}::uuid[]`
  return values.includes('none') ? sql<boolean>`(${among} or label_ids = '{}')` : among
}
