import { reportMetrics, type ReportMetric } from '@parley/protocol/report-metrics'
import type { Report, ReportFigures, ReportTable } from '@parley/protocol/reports'

/** Cells that a spreadsheet would run as a formula get a leading `'` (OWASP, CSV injection). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const quoted = (cell: string): string => `"${(formula.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`

/** The table that a request without one exports. */
export const defaultTable = ({ report, group }: Pick<Report, 'report' | 'group'>): ReportTable =>
  report === 'heat_map' ? 'cells' : group === null ? 'series' : 'groups'

/** One table of a report (RFC 4180), with a byte order mark: without it Excel reads the file in the system's code page. */
export function formatReport(report: Report, table: ReportTable): string {
  const { metrics } = report
  const columns = metrics.flatMap(columnsOf)
  const cells = (figures: ReportFigures): string[] => metrics.flatMap((metric) => cellsOf(figures, metric))
  const lines = [[...headOf(report, table), ...columns], ...rowsOf(report, table, cells)]
  return `\ufeff${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`
}

function headOf({ time_zone: timeZone, group }: Report, table: ReportTable): string[] {
  switch (table) {
    case 'series':
      return [`start (${timeZone})`]
    case 'groups':
      return [group ?? 'group', 'name']
    default:
      return [`weekday (${timeZone})`, 'hour']
  }
}

function rowsOf(report: Report, table: ReportTable, cells: (figures: ReportFigures) => string[]): string[][] {
  switch (table) {
    case 'series': {
      const times = localTimes(report)
      return report.series.map(({ figures }, index) => [times[index] ?? '', ...cells(figures)])
    }
    case 'groups':
      return report.groups.map(({ key, name, figures }) => [key, name ?? '', ...cells(figures)])
    default:
      return report.cells.map(({ weekday, hour, figures }) => [
        `${weekday + 1}`,
        `${hour}`,
        ...cells(figures),
      ])
  }
}

function columnsOf(metric: ReportMetric): string[] {
  switch (reportMetrics[metric].kind) {
    case 'count':
      return [metric]
    case 'score':
      return [`${metric}_count`, `${metric}_mean`]
    case 'level':
      return [`${metric}_hours`, `${metric}_median`, `${metric}_p90`]
    case 'time':
      return [`${metric}_seconds`]
    case 'share':
      return [metric]
    default:
      return [`${metric}_count`, `${metric}_median_seconds`, `${metric}_p90_seconds`]
  }
}

function cellsOf(figures: ReportFigures, metric: ReportMetric): string[] {
  const { count = 0, median = null, p90 = null, mean = null } = figures[metric] ?? {}
  switch (reportMetrics[metric].kind) {
    case 'count':
      return [`${count}`]
    case 'time':
      // As in the panel: without a second online nothing may have been recorded.
      return [count === 0 ? '' : `${count}`]
    case 'share':
      return [numberOf(mean)]
    case 'score':
      return [`${count}`, numberOf(mean)]
    default:
      return [`${count}`, numberOf(median), numberOf(p90)]
  }
}

const numberOf = (value: number | null): string =>
  value === null ? '' : `${Math.round(value * 1000) / 1000}`

/** `2026-10-25`, or `2026-10-25 02:00` for hours. The two hours of the autumn change have their offsets: `2026-10-25 02:00+01:00`. */
function localTimes({ time_zone: timeZone, interval, series }: Report): string[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  const times = series.map(({ start }) => format.format(Date.parse(start)).replace(', ', ' '))
  return times.map((time, index) => {
    const repeats = time === times[index - 1] || time === times[index + 1]
    return repeats ? `${time}${offsetAt(series[index]?.start ?? '', timeZone)}` : time
  })
}

/** `+01:00` */
function offsetAt(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(Date.parse(at)).find(({ type }) => type === 'timeZoneName')?.value
  return name?.replace('GMT', '') || '+00:00'
}
