import { reportShape, type ReportGroup, type ReportMetric } from '@parley/protocol/report-metrics'
import type {
  ReportCell,
  ReportClock,
  ReportFigures,
  ReportInterval,
  ReportPoint,
} from '@parley/protocol/reports'
import { timestamp } from '../../core/clock.ts'
import type { Days, Filters, ReportRequest } from './report-request.ts'

/** Instants; `to` is not included. */
export interface Period {
  from: string
  to: string
}

interface Scope extends Period {
  organizationId: string
  timeZone: string
  clock: ReportClock
  filters: Filters
}

type Division =
  | { by: 'interval'; interval: ReportInterval }
  | { by: 'group'; group: ReportGroup }
  | { by: 'weekday_hour' }

interface Measured {
  total: ReportFigures
  /** Of each division. */
  parts: Map<string, ReportFigures>[]
}

/** Facts in one snapshot. */
export interface FactReader {
  /** Whether the whole log has been counted. */
  isComplete: () => Promise<boolean>
  timeZoneOf: (organizationId: string) => Promise<string>
  periodOf: (days: Days, timeZone: string) => Promise<Period>
  /** When as much of the previous days had passed as of the current ones now, by local time. */
  sameTimeBefore: (query: { current: Days; previous: Days; now: string; timeZone: string }) => Promise<string>
  intervalsOf: (query: {
    days: Days
    period: Period
    interval: ReportInterval
    timeZone: string
  }) => Promise<{ key: string; start: string }[]>
  measure: (metrics: readonly ReportMetric[], scope: Scope, divisions: Division[]) => Promise<Measured>
}

export interface FiguresTask {
  organizationId: string
  request: ReportRequest
  /** ms */
  now: number
}

export type Figures = Awaited<ReturnType<typeof readFigures>>

/** Reads the figures of a report, without names. */
export async function readFigures(reader: FactReader, { organizationId, request, now }: FiguresTask) {
  const { report, clock, filters, group, interval } = request
  const { metrics } = reportShape(report)
  const timeZone = await reader.timeZoneOf(organizationId)
  const empty = emptyFigures(metrics)

  async function ofDays(days: Days, end: string | null = null) {
    const whole = await reader.periodOf(days, timeZone)
    const period = { from: whole.from, to: end ?? whole.to }
    const scope = { organizationId, ...period, timeZone, clock, filters }
    const isHeatMap = report === 'heat_map'
    const measured = await reader.measure(metrics, scope, [
      isHeatMap ? { by: 'weekday_hour' } : { by: 'interval', interval },
      ...(group === null ? [] : [{ by: 'group' as const, group }]),
    ])
    const [parts = new Map<string, ReportFigures>(), groups = new Map<string, ReportFigures>()] =
      measured.parts
    const totals = measured.total
    if (isHeatMap) return { period, totals, groups, series: [], cells: allCells(parts, empty) }
    const intervals = await reader.intervalsOf({ days, period: whole, interval, timeZone })
    const series = intervals.map(({ key, start }): ReportPoint => ({
      start,
      figures: parts.get(key) ?? empty,
    }))
    return { period, totals, groups, series, cells: [] }
  }

  /** A period that still runs is compared with as much of the one before. */
  async function ofPrevious(previous: Days, { from, to }: Period) {
    const isRunning = Date.parse(from) < now && now < Date.parse(to)
    const at = { current: request.days, previous, now: timestamp(now), timeZone }
    return ofDays(previous, isRunning ? await reader.sameTimeBefore(at) : null)
  }

  const current = await ofDays(request.days)
  const previous = request.previous === null ? null : await ofPrevious(request.previous, current.period)
  // Drop rows in which every metric is zero.
  for (const groups of [current.groups, previous?.groups ?? new Map<string, ReportFigures>()])
    for (const [key, figures] of groups)
      if (Object.values(figures).every(({ count }) => count === 0)) groups.delete(key)
  // Rows that only the period before has: a team that no longer receives anything.
  for (const key of previous?.groups.keys() ?? [])
    if (!current.groups.has(key)) current.groups.set(key, empty)
  return { ...current, previous, metrics, timeZone, empty, complete: await reader.isComplete() }
}

const emptyFigures = (metrics: readonly ReportMetric[]): ReportFigures =>
  Object.fromEntries(metrics.map((metric) => [metric, { count: 0, median: null, p90: null, mean: null }]))

const allCells = (parts: ReadonlyMap<string, ReportFigures>, empty: ReportFigures): ReportCell[] =>
  Array.from({ length: 7 * 24 }, (_, index) => {
    const [weekday, hour] = [Math.floor(index / 24), index % 24]
    return { weekday, hour, figures: parts.get(`${weekday} ${hour}`) ?? empty }
  })
