import { channels } from '@parley/protocol/channel'
import {
  reportClocks,
  reportGroups,
  reportIntervals,
  reportMetrics,
  reportShape,
  type ReportKind,
  type ReportMetric,
} from '@parley/protocol/report-metrics'
import type { ReportItemsQuery, ReportQuery } from '@parley/protocol/reports'
import { defaultPeriod, isDay, isPeriodName, periodOf, type Period, type PeriodName } from './period.ts'

/** Conditions in the address, named as in the API: one id or several, separated by commas. */
export const filterNames = ['team', 'agent', 'label', 'provider', 'channel'] as const
export type FilterName = (typeof filterNames)[number]
export type ReportFilters = Pick<ReportSearch, FilterName>

/** The figure whose measurements the sheet lists. */
export interface ReportPick {
  metric?: ReportMetric | undefined
  at?: string | undefined
  key?: string | undefined
  weekday?: number | undefined
  hour?: number | undefined
}

/** URL parameters of a report. undefined: the default. */
export interface ReportSearch extends ReportPick {
  period?: PeriodName | undefined
  from?: string | undefined
  to?: string | undefined
  compare?: 'off' | undefined
  clock?: 'business_hours' | undefined
  interval?: ReportQuery['interval'] | undefined
  group?: ReportQuery['group'] | undefined
  agent?: string | undefined
  team?: string | undefined
  label?: string | undefined
  provider?: string | undefined
  channel?: ReportQuery['channel'] | undefined
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const idsForm = new RegExp(`^(${uuid}|none)(,(${uuid}|none)){0,19}$`)

/** Parses URL search parameters and drops invalid ones. A named period takes precedence over days. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { from, to } = search
  const period = isPeriodName(search['period']) ? search['period'] : undefined
  const days = period === undefined && isDay(from) && isDay(to) && from <= to ? { from, to } : {}
  return {
    period,
    ...days,
    compare: search['compare'] === 'off' ? 'off' : undefined,
    clock: search['clock'] === reportClocks[1] ? reportClocks[1] : undefined,
    interval: reportIntervals.find((each) => each === search['interval']),
    group: reportGroups.find((each) => each === search['group']),
    agent: readIds(search['agent']),
    team: readIds(search['team']),
    label: readIds(search['label']),
    provider: readIds(search['provider']),
    channel: channels.find((each) => each === search['channel']),
    ...readPick(search),
  }
}

function readPick(search: Record<string, unknown>): ReportPick {
  const { metric, at, key } = search
  if (typeof metric !== 'string' || !isMetric(metric)) return {}
  return {
    metric,
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    key: typeof key === 'string' && key !== '' && key.length <= 40 ? key : undefined,
    weekday: readNumber(search['weekday'], 6),
    hour: readNumber(search['hour'], 23),
  }
}

const isMetric = (name: string): name is ReportMetric => Object.hasOwn(reportMetrics, name)

const readIds = (value: unknown): string | undefined =>
  typeof value === 'string' && idsForm.test(value) ? value : undefined

function readNumber(value: unknown, largest: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= largest
    ? number
    : undefined
}

/** The period of the address, on this day in the organization's time zone. */
export const periodOfSearch = ({ period, from, to }: ReportSearch, today: string): Period =>
  from !== undefined && to !== undefined ? { from, to } : periodOf(period ?? defaultPeriod, today)

export const filtersOf = ({ agent, team, label, provider, channel }: ReportSearch): ReportFilters => ({
  agent,
  team,
  label,
  provider,
  channel,
})

export const isFiltered = (search: ReportSearch): boolean =>
  Object.values(filtersOf(search)).some((value) => value !== undefined)

/** How a report is broken down: as the address says, if the report can. */
export function groupOf(report: ReportKind, search: ReportSearch): ReportQuery['group'] {
  const { groups, group: usual } = reportShape(report)
  return groups.find((each) => each === search.group) ?? usual ?? groups[0]
}

/** The request for a report. */
export function queryOf(report: ReportKind, search: ReportSearch, today: string): ReportQuery {
  const query: ReportQuery = { ...periodOfSearch(search, today) }
  const optional = {
    compare: search.compare === 'off' ? undefined : ('previous' as const),
    clock: search.clock,
    interval: report === 'heat_map' ? undefined : search.interval,
    group: groupOf(report, search),
    ...filtersOf(search),
  }
  return Object.assign(query, definedOf(optional))
}

/** The request for what is behind the picked figure; null: none is picked, or this report does not measure it. */
export function itemsQueryOf(
  report: ReportKind,
  search: ReportSearch,
  today: string,
): ReportItemsQuery | null {
  const { metric, at, key, weekday, hour } = search
  if (metric === undefined || !reportShape(report).metrics.includes(metric)) return null
  return { ...queryOf(report, search, today), metric, ...definedOf({ at, key, weekday, hour }) }
}

const noPick = { metric: undefined, at: undefined, key: undefined, weekday: undefined, hour: undefined }
export const withPick = (search: ReportSearch, pick: ReportPick): ReportSearch => ({
  ...search,
  ...noPick,
  ...pick,
})
export const withoutPick = (search: ReportSearch): ReportSearch => ({ ...search, ...noPick })

/** What another report of the list keeps: the period and the conditions. */
export const searchOfOtherReport = (search: ReportSearch): ReportSearch =>
  withoutPick({ ...search, group: undefined })

/** Without undefined values: exactOptionalPropertyTypes of the API's queries. */
function definedOf<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}
