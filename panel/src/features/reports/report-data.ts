import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { Report, ReportFigures, ReportInterval } from '@parley/protocol/reports'
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
  return report.series.map(({ start, figures }, index) => {
    const before = report.previous?.series[index]?.figures
    return {
      key: start,
      name: names.long.format(new Date(start)),
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
function intervalFormats(interval: ReportInterval, timeZone: string, locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone })
  switch (interval) {
    case 'hour':
      return {
        long: format({
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          hour: 'numeric',
          minute: '2-digit',
        }),
        short: format({ hour: 'numeric', minute: '2-digit' }),
      }
    case 'month':
      return {
        long: format({ month: 'long', year: 'numeric' }),
        short: format({ month: 'short', year: '2-digit' }),
      }
    default:
      return {
        long: format({ weekday: 'short', day: 'numeric', month: 'short' }),
        short: format({ day: 'numeric', month: 'short' }),
      }
  }
}
