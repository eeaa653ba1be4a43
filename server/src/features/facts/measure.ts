import type { ReportGroup, ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportFigure, ReportFigures, ReportInterval } from '@parley/protocol/reports'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { byGroup, byInterval, byWeekdayAndHour, type Placer } from './divisions.ts'
import type { Filters } from './fact-conditions.ts'
import { passing } from './fact-filter.ts'
import { sourcesOf } from './metric-sources.ts'
import { readChunks, type FactSnapshot } from './read-chunks.ts'
import { tally, valueColumnsOf } from './tally.ts'

export interface MeasureScope {
  organizationId: string
  /** `to` is not included. */
  from: string
  to: string
  timeZone: string
  clock: ReportClock
  filters: Filters
}

/** How figures are divided. */
export type Division =
  | { by: 'interval'; interval: ReportInterval }
  | { by: 'group'; group: ReportGroup }
  | { by: 'weekday_hour' }

/**
 * By key. Of `interval`: the local date, or Unix seconds for hours. Of `group`: an id, channel, reason or `none`. Of `weekday_hour`:
 * `0 13`, Monday is 0.
 */
export type Parts = Map<string, ReportFigures>

export interface Measured {
  total: ReportFigures
  /** Of each division. */
  parts: Parts[]
}

export const noFigure: ReportFigure = { count: 0, median: null, p90: null, mean: null }

export const emptyFigures = (metrics: readonly ReportMetric[]): ReportFigures =>
  Object.fromEntries(metrics.map((metric) => [metric, noFigure]))

/** Figures of a period, in total and in each of these divisions. */
export async function measure(
  snapshot: FactSnapshot,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  divisions: readonly Division[],
): Promise<Measured> {
  const measured: Measured = { total: emptyFigures(metrics), parts: divisions.map(() => new Map()) }
  const intervals = await intervalsIn(snapshot.trx, scope, divisions)
  const byTime = divisions.some(needsTimes)
  const dimensions = [
    ...divisions.flatMap((division) => (division.by === 'group' ? division.group : [])),
    ...Object.keys(scope.filters),
  ]
  const sources = sourcesOf(metrics)
  const names = sources.map(({ source }) => source.name)
  const days = await snapshot.storedDays.list(snapshot.trx, names, scope)
  const reads = readAhead(sources, ({ source, columns }) =>
    readChunks(snapshot, source, scope, {
      days: days.get(source.name) ?? [],
      names: [...dimensions, ...valueColumnsOf(columns, scope.clock), ...(byTime ? ['at'] : [])],
    }),
  )
  for await (const [{ source, columns }, chunks] of reads) {
    const placers = divisions.map((division) => placerOf(division, scope, intervals))
    const { total, parts } = await tally(chunks, placers, {
      source,
      metrics: columns,
      clock: scope.clock,
      filter: (chunk) => passing(chunk, scope.filters),
    })
    Object.assign(measured.total, total)
    for (const [index, figures] of parts.entries()) addParts(measured.parts[index], figures, metrics)
  }
  return measured
}

/** Reads the next source while the last one is processed, so that the database and this process work in parallel. */
async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<[T, R], void> {
  const begin = (item: T | undefined) =>
    item === undefined ? undefined : Promise.allSettled([read(item)]).then(([result]) => result)
  let reading = begin(items[0])
  try {
    for (const [index, item] of items.entries()) {
      const result = await reading
      if (result?.status !== 'fulfilled') throw result?.reason
      reading = begin(items[index + 1])
      yield [item, result.value]
    }
  } finally {
    // The transaction must not end before its last statement.
    await reading
  }
}

/** Adds figures of other metrics. */
export function addParts(
  parts: Parts | undefined,
  figures: ReadonlyMap<string, ReportFigures>,
  metrics: readonly ReportMetric[],
): void {
  for (const [key, more] of figures)
    parts?.set(key, { ...(parts.get(key) ?? emptyFigures(metrics)), ...more })
}

const needsTimes = (division: Division): boolean =>
  division.by === 'weekday_hour' || (division.by === 'interval' && division.interval === 'hour')

interface Interval {
  key: string
  /** Milliseconds. */
  start: number
}

function placerOf(division: Division, { timeZone }: MeasureScope, intervals: readonly Interval[]): Placer {
  switch (division.by) {
    case 'interval':
      return byInterval(
        intervals.map(({ start }) => start),
        intervals.map(({ key }) => key),
      )
    case 'group':
      return byGroup(division.group)
    default:
      return byWeekdayAndHour(timeZone)
  }
}

/** The intervals of the period, with the keys of `divisionKey`. */
export async function intervalsIn(
  trx: Transaction,
  { from, to, timeZone }: MeasureScope,
  divisions: readonly Division[],
): Promise<Interval[]> {
  const interval = divisions.find((division) => division.by === 'interval')?.interval
  if (interval === undefined) return []
  const last = sql`${to}::timestamptz - interval '1 millisecond'`
  const { rows } = await (
    interval === 'hour'
      ? sql<Interval>`
          ${prepared} select extract(epoch from start)::bigint::text as key, (extract(epoch from start) * 1000)::float8 as start
          from generate_series(${from}::timestamptz, ${last}, interval '1 hour') start`
      : sql<Interval>`
          ${prepared} select to_char(day, 'YYYY-MM-DD') as key, (extract(epoch from day at time zone ${timeZone}) * 1000)::float8 as start
          from generate_series(
            date_trunc(${interval}, ${from}::timestamptz at time zone ${timeZone}), (${last}) at time zone ${timeZone},
            ('1 ' || ${interval})::interval
          ) day`
  ).execute(trx)
  return rows
}

/** The key of the interval that a time belongs to. */
export function intervalKey(
  at: RawBuilder<unknown>,
  interval: ReportInterval,
  { from, timeZone }: MeasureScope,
): RawBuilder<string> {
  // Elapsed hours, so that the repeated hour in autumn counts as two.
  return interval === 'hour'
    ? sql`extract(epoch from date_bin('1 hour', ${at}, ${from}::timestamptz))::bigint::text`
    : sql`to_char(date_trunc(${interval}, ${at} at time zone ${timeZone}), 'YYYY-MM-DD')`
}
