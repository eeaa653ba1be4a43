import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ReportKind } from '@parley/protocol/report-metrics'
import type { LiveReport, Report, ReportItems, ReportItemsQuery, ReportQuery } from '@parley/protocol/reports'
import { api, organizationPath } from '../api/api.ts'
import { organizationKey } from './organization-queries.ts'

const reportPath = (organizationId: string, rest: string) =>
  organizationPath(organizationId, `/reports/${rest}`)

/** The live report is not pushed. */
const livePollMs = 5_000

export const liveReportQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'reports', 'live'],
    queryFn: ({ signal }) => api.get<LiveReport>(reportPath(organizationId, 'live'), { signal }),
    refetchInterval: livePollMs,
  })

export const reportQuery = (organizationId: string, report: ReportKind, query: ReportQuery) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'reports', report, query],
    queryFn: ({ signal }) =>
      api.get<Report>(reportPath(organizationId, report), { query: { ...query }, signal }),
  })

/** What is behind one figure. */
export const reportItemsQuery = (
  organizationId: string,
  report: ReportKind,
  query: Omit<ReportItemsQuery, 'max' | 'cursor'>,
) =>
  infiniteQueryOptions({
    queryKey: [...organizationKey(organizationId), 'reports', report, 'items', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.get<ReportItems>(reportPath(organizationId, `${report}/items`), {
        query: { ...query, max: 50, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.pager.next ?? undefined,
  })

/** Address of the CSV of one table of a report. */
export function reportExportUrl(
  organizationId: string,
  report: ReportKind,
  query: ReportQuery & { table: 'series' | 'groups' | 'cells' },
): string {
  const entries = Object.entries(query)
  return `${reportPath(organizationId, `${report}/export`)}?${new URLSearchParams(entries).toString()}`
}
