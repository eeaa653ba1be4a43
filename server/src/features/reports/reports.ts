import type { AgentFace } from '@parley/protocol/agent'
import {
  isListable,
  maxReportGroups,
  reportDefinitions,
  reportShape,
  type ReportGroup,
  type ReportMetric,
} from '@parley/protocol/report-metrics'
import type {
  Report,
  ReportCell,
  ReportClock,
  ReportFigures,
  ReportInterval,
  ReportPoint,
  ReportRow,
} from '@parley/protocol/reports'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { ReportQueue } from './report-queue.ts'
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
  intervalsOf: (query: {
    days: Days
    period: Period
    interval: ReportInterval
    timeZone: string
  }) => Promise<{ key: string; start: string }[]>
  measure: (metrics: readonly ReportMetric[], scope: Scope, divisions: Division[]) => Promise<Measured>
}

export interface ReportDeps<Reader extends FactReader = FactReader> {
  clock: Clock
  /** Cancels what the database is doing once `signal` aborts. */
  read: <T>(work: (reader: Reader) => Promise<T>, signal?: AbortSignal) => Promise<T>
  turn: ReportQueue
  /** Names of what figures are broken down by; also of removed agents. */
  names: {
    agents: (organizationId: string, ids: string[]) => Promise<Map<string, AgentFace>>
    teams: (organizationId: string) => Promise<{ id: string; name: string }[]>
    labels: (organizationId: string) => Promise<{ id: string; name: string }[]>
    providers: (organizationId: string) => Promise<{ id: string; name: string }[]>
  }
}

export type Reports = ReturnType<typeof createReports>

export function createReports({ clock, read, turn, names }: ReportDeps) {
  async function namesOf(
    organizationId: string,
    group: ReportGroup,
    keys: string[],
  ): Promise<Map<string, string>> {
    const named = (list: { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]))
    switch (group) {
      case 'agent': {
        const ids = keys.filter((key) => key !== 'none')
        return named([...(await names.agents(organizationId, ids)).values()])
      }
      case 'team':
        return named(await names.teams(organizationId))
      case 'label':
        return named(await names.labels(organizationId))
      case 'provider':
        return named(await names.providers(organizationId))
      default:
        return new Map()
    }
  }

  return {
    /**
     * @param closed aborts when the client has closed the request
     * @throws AppError reports_busy
     */
    report: (
      organizationId: string,
      request: ReportRequest,
      closed: AbortSignal = new AbortController().signal,
    ): Promise<Report> =>
      turn(organizationId, closed, async (signal) => {
        const now = clock()
        const figures = await read((reader) => readFigures(reader, organizationId, request, now), signal)
        const { group, clock: durations, report, interval } = request
        const keys = group === null ? [] : largest(figures.metrics, figures.groups)
        const nameOf = group === null ? new Map<string, string>() : await namesOf(organizationId, group, keys)
        return {
          report,
          definitions: reportDefinitions,
          ...figures.period,
          time_zone: figures.timeZone,
          clock: durations,
          interval,
          group,
          metrics: [...figures.metrics],
          totals: figures.totals,
          series: figures.series,
          groups: keys.map((key): ReportRow => ({
            key,
            name: nameOf.get(key) ?? null,
            figures: figures.groups.get(key) ?? figures.empty,
            previous: figures.previous === null ? null : (figures.previous.groups.get(key) ?? figures.empty),
          })),
          cells: figures.cells,
          previous:
            figures.previous === null
              ? null
              : {
                  ...figures.previous.period,
                  totals: figures.previous.totals,
                  series: figures.previous.series,
                },
          as_of: timestamp(now),
          complete: figures.complete,
        }
      }),
  }
}

async function readFigures(reader: FactReader, organizationId: string, request: ReportRequest, now: number) {
  const { report, clock, filters, group, interval } = request
  const { metrics } = reportShape(report)
  const timeZone = await reader.timeZoneOf(organizationId)
  const empty = emptyFigures(metrics)

  async function ofDays(days: Days, maxMs = Number.POSITIVE_INFINITY) {
    const whole = await reader.periodOf(days, timeZone)
    const period = { from: whole.from, to: endWithin(whole, maxMs) }
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

  const current = await ofDays(request.days)
  // A period that still runs is compared with as much of the one before.
  const elapsedMs = now - Date.parse(current.period.from)
  const previous =
    request.previous === null
      ? null
      : await ofDays(request.previous, elapsedMs > 0 ? elapsedMs : Number.POSITIVE_INFINITY)
  // Rows of nothing: what no metric counts, as replies of AI agents among those of the team.
  for (const groups of [current.groups, previous?.groups ?? new Map<string, ReportFigures>()])
    for (const [key, figures] of groups)
      if (Object.values(figures).every(({ count }) => count === 0)) groups.delete(key)
  // Rows that only the period before has: a team that no longer receives anything.
  for (const key of previous?.groups.keys() ?? [])
    if (!current.groups.has(key)) current.groups.set(key, empty)
  return { ...current, previous, metrics, timeZone, empty, complete: await reader.isComplete() }
}

/** The end of a period of at most this length. */
const endWithin = ({ from, to }: Period, maxMs: number): string =>
  Date.parse(to) - Date.parse(from) <= maxMs ? to : timestamp(Date.parse(from) + maxMs)

const emptyFigures = (metrics: readonly ReportMetric[]): ReportFigures =>
  Object.fromEntries(metrics.map((metric) => [metric, { count: 0, median: null, p90: null, mean: null }]))

/** Keys of the rows with the most measurements. */
function largest(metrics: readonly ReportMetric[], groups: ReadonlyMap<string, ReportFigures>): string[] {
  const weigh = (figures: ReportFigures) =>
    metrics.reduce((sum, metric) => sum + (isListable(metric) ? (figures[metric]?.count ?? 0) : 0), 0)
  return [...groups]
    .map(([key, figures]) => ({ key, weight: weigh(figures) }))
    .sort((one, other) => other.weight - one.weight || (one.key < other.key ? -1 : 1))
    .slice(0, maxReportGroups)
    .map(({ key }) => key)
}

const allCells = (parts: ReadonlyMap<string, ReportFigures>, empty: ReportFigures): ReportCell[] =>
  Array.from({ length: 7 * 24 }, (_, index) => {
    const [weekday, hour] = [Math.floor(index / 24), index % 24]
    return { weekday, hour, figures: parts.get(`${weekday} ${hour}`) ?? empty }
  })
