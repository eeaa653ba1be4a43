import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { Report, ReportFigures, ReportInterval } from '@parley/protocol/reports'
import { knownZone } from '../../time/known-zone.ts'
import { placesOf } from './places.ts'
import type { ReportColumn, ReportRow, Statistic } from './report-parts.ts'
import type { Unit } from './report-values.ts'

export const columnKey = (metric: ReportMetric, statistic: Statistic): string => `${metric}-${statistic}`
export const previousKey = (metric: ReportMetric, statistic: Statistic): string =>
  `${columnKey(metric, statistic)}-previous`

const statistics = {
  count: ['count'],
  duration: ['median', 'p90'],
  score: ['mean', 'count'],
  level: ['median', 'p90'],
  time: ['count'],
  share: ['mean'],
} as const satisfies Record<string, readonly Statistic[]>

export function unitOf(metric: ReportMetric, statistic: Statistic): Unit {
  switch (reportMetrics[metric].kind) {
    case 'duration':
      return statistic === 'count' ? 'count' : 'duration'
    case 'score':
      return statistic === 'count' ? 'count' : 'score'
    case 'time':
      return 'time'
    case 'share':
      return 'share'
    default:
      return 'count'
  }
}

/** What AI agents do, and the backlog before its first record: without any measurement they would be rows and columns of dashes. */
const optionalMetrics = new Set<ReportMetric>([
  'ai_only',
  'ai_first_response',
  'ai_reply_time',
  'backlog_open',
  'backlog_unassigned',
  'backlog_waiting',
])

const isMeasured = ({ totals, previous }: Report, metric: ReportMetric): boolean =>
  [totals, previous?.totals].some((figures) => (figures?.[metric]?.count ?? 0) > 0)

/** Metrics that the report has something to say about, now or in the previous period. */
export const shownMetrics = (report: Report): ReportMetric[] =>
  report.metrics.filter((metric) => !optionalMetrics.has(metric) || isMeasured(report, metric))

/** Those that charts and tables over time have something to show of: without missed calls there is no wait for one. */
export const drawnMetrics = (report: Report): ReportMetric[] =>
  shownMetrics(report).filter(
    (metric) => reportMetrics[metric].kind !== 'duration' || isMeasured(report, metric),
  )

export const columnsOf = (metrics: readonly ReportMetric[]): ReportColumn[] =>
  metrics.flatMap((metric) =>
    statistics[reportMetrics[metric].kind].map((statistic) => ({
      key: columnKey(metric, statistic),
      metric,
      statistic,
      unit: unitOf(metric, statistic),
    })),
  )

/** null: not measured. */
export const valueOf = (
  figures: ReportFigures | undefined,
  metric: ReportMetric,
  statistic: Statistic,
): number | null => {
  const figure = figures?.[metric]
  // Without a second online nothing may have been recorded.
  if (figure === undefined || (figure.count === 0 && reportMetrics[metric].kind === 'time')) return null
  return figure[statistic]
}

const valuesOf = (figures: ReportFigures, metrics: readonly ReportMetric[]) =>
  Object.fromEntries(
    columnsOf(metrics).map(({ key, metric, statistic }) => [key, valueOf(figures, metric, statistic)]),
  )

/** Points of time, each with the one of the previous period in the same place. */
export function seriesRows(report: Report, locale: string): ReportRow[] {
  const { metrics, interval, time_zone: zone } = report
  const names = intervalFormats(interval, zone, locale)
  const texts = report.series.map(({ start }) => names.long.format(new Date(start)))
  const places = placesOf(report.series, interval, zone)
  const previous = report.previous?.series ?? []
  const previousPlaces = placesOf(previous, interval, zone)
  const previousAt = new Map(previous.map(({ figures }, index) => [previousPlaces[index], figures]))
  return report.series.map(({ start, figures }, index) => {
    const before = previousAt.get(places[index])
    const text = texts[index] ?? ''
    // The two hours of the autumn change differ in their offsets only.
    const repeats = text === texts[index - 1] || text === texts[index + 1]
    return {
      key: start,
      name: repeats ? names.withOffset.format(new Date(start)) : text,
      short: names.short.format(new Date(start)),
      values: {
        ...valuesOf(figures, metrics),
        ...Object.fromEntries(
          columnsOf(metrics).map(({ metric, statistic }) => [
            previousKey(metric, statistic),
            valueOf(before, metric, statistic),
          ]),
        ),
      },
      place: { at: start },
    }
  })
}

/** Rows of the breakdown. `nameOf`: texts of keys for which the service has no name. */
export const groupRows = (
  report: Report,
  nameOf: (key: string, name: string | null) => string,
): ReportRow[] =>
  report.groups.map(({ key, name, figures, previous }) => {
    const text = nameOf(key, name)
    return {
      key,
      name: text,
      short: text,
      values: valuesOf(figures, report.metrics),
      ...(previous !== null && { previous: valuesOf(previous, report.metrics) }),
      place: { key },
    }
  })

/** Whether anything at all was measured. An empty backlog is recorded every hour. */
export const isEmpty = ({ totals, metrics }: Pick<Report, 'totals' | 'metrics'>): boolean =>
  metrics.every((metric) => {
    const figure = totals[metric]
    return ((reportMetrics[metric].kind === 'level' ? figure?.p90 : figure?.count) ?? 0) === 0
  })

/** How an interval is called in the table and on the axis. Weeks are called by their first day. */
function intervalFormats(interval: ReportInterval, zone: string, locale: string) {
  const timeZone = knownZone(zone)
  const { long, short } = intervalOptions[interval]
  return {
    long: new Intl.DateTimeFormat(locale, { ...long, timeZone }),
    withOffset: new Intl.DateTimeFormat(locale, { ...long, timeZone, timeZoneName: 'shortOffset' }),
    short: new Intl.DateTimeFormat(locale, { ...short, timeZone }),
  }
}

const byDay = {
  long: { weekday: 'short', day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short' },
} as const

const intervalOptions: Record<ReportInterval, Record<'long' | 'short', Intl.DateTimeFormatOptions>> = {
  hour: {
    long: { ...byDay.long, hour: 'numeric', minute: '2-digit' },
    short: { hour: 'numeric', minute: '2-digit' },
  },
  day: byDay,
  week: byDay,
  month: {
    long: { month: 'long', year: 'numeric' },
    short: { month: 'short', year: '2-digit' },
  },
}
