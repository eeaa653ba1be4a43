import {
  maxReportDays,
  maxReportPoints,
  reportShape,
  type ReportGroup,
  type ReportKind,
} from '@parley/protocol/report-metrics'
import type { ReportClock, ReportInterval, ReportQuery } from '@parley/protocol/reports'
import { AppError } from '../../core/app-error.ts'

/** Two local dates, both included. */
export interface Days {
  from: string
  to: string
}

export type Filters = Partial<Record<'agent' | 'team' | 'label' | 'provider' | 'channel', string[]>>

/** A checked request for a report. */
export interface ReportRequest {
  report: ReportKind
  days: Days
  /** null: not compared. */
  previous: Days | null
  clock: ReportClock
  interval: ReportInterval
  group: ReportGroup | null
  filters: Filters
}

const dayMs = 86_400_000
const hoursUpToDays = 2
const daysUpToDays = 92
const pointsPerDay: Record<ReportInterval, number> = { hour: 24, day: 1, week: 1 / 7, month: 1 / 28 }

/** @throws AppError report_period_invalid, report_too_fine, report_group_unknown */
export function readReportRequest(report: ReportKind, query: ReportQuery): ReportRequest {
  const [first, last] = [dayNumber(query.from), dayNumber(query.to)]
  const length = last - first + 1
  // NaN for dates that do not exist.
  if (!(length >= 1 && length <= maxReportDays)) throw new AppError('report_period_invalid')
  const { groups, group: defaultGroup } = reportShape(report)
  const group = query.group ?? defaultGroup
  if (group !== null && !groups.includes(group)) throw new AppError('report_group_unknown')
  const interval =
    query.interval ?? (length <= hoursUpToDays ? 'hour' : length <= daysUpToDays ? 'day' : 'week')
  if (length * pointsPerDay[interval] > maxReportPoints) throw new AppError('report_too_fine')
  return {
    report,
    days: { from: query.from, to: query.to },
    previous: query.compare === 'previous' ? { from: dateOf(first - length), to: dateOf(first - 1) } : null,
    clock: query.clock ?? 'clock_time',
    interval,
    group,
    filters: {
      ...listed('agent', query.agent),
      ...listed('team', query.team),
      ...listed('label', query.label),
      ...listed('provider', query.provider),
      ...listed('channel', query.channel),
    },
  }
}

const listed = (field: keyof Filters, values: string | undefined): Filters =>
  values === undefined ? {} : { [field]: values.split(',') }

/** Days since 1970-01-01; NaN for a date that does not exist, as February 30. */
function dayNumber(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / dayMs
  // Years that neither PostgreSQL nor the format of timestamps can represent around the period.
  const isUsable = date >= '1970' && date < '9990'
  return isUsable && !Number.isNaN(day) && dateOf(day) === date ? day : Number.NaN
}

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
