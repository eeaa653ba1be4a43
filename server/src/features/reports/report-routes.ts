import type { ReportKind } from '@parley/protocol/report-metrics'
import {
  LiveReport,
  Report,
  ReportExportQuery,
  ReportItems,
  ReportItemsQuery,
  ReportKindSchema,
  ReportQuery,
} from '@parley/protocol/reports'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import { csvFile } from '../../core/text-response.ts'
import { defaultTable, formatReport } from './report-csv.ts'
import type { ReportItemLists } from './report-items.ts'
import { readReportRequest } from './report-request.ts'
import type { Reports } from './reports.ts'

const base = '/v1/organizations/:organization_id/reports'
const tags = ['Reports']
const read = { role: 'admin', scope: 'reports:read' } as const

const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ReportParams = Type.Object({ organization_id: Id, report: ReportKindSchema }, closed)

export function reportRoutes(
  http: Http,
  deps: {
    reports: Reports
    items: ReportItemLists
    live: (organizationId: string) => Promise<LiveReport>
    authorize: AuthorizeAccess
  },
): void {
  const { reports, items, live, authorize } = deps

  http.get(
    `${base}/live`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Show open conversations, agents and calls at this moment',
        params: OrganizationParams,
        response: { 200: LiveReport },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      return live(organizationId)
    },
  )

  http.get(
    `${base}/:report`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get a report: totals, series, breakdown',
        description:
          'Figures are at most half a minute old. Definitions of the metrics: docs/decisions/reports.md.',
        params: ReportParams,
        querystring: ReportQuery,
        response: { 200: Report },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const asked = readReportRequest(request.params.report, request.query)
      return reports.report(organizationId, asked, request.signal)
    },
  )

  http.get(
    `${base}/:report/items`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List what is behind a figure of a report, newest first',
        params: ReportParams,
        querystring: ReportItemsQuery,
        response: { 200: ReportItems },
      },
    },
    async (request) => {
      const reader = await authorize(request, request.params.organization_id, read)
      const asked = readReportRequest(request.params.report, request.query)
      const named = 'agentId' in reader
      return items(reader.organizationId, asked, request.query, { named, closed: request.signal })
    },
  )

  http.get(
    `${base}/:report/export`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Export one table of a report as CSV',
        description:
          "RFC 4180. Durations are seconds. Cells that a spreadsheet would run as a formula begin with `'`.",
        params: ReportParams,
        querystring: ReportExportQuery,
        response: { 200: csvFile },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const asked = readReportRequest(request.params.report, request.query)
      const report = await reports.report(organizationId, asked, request.signal)
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="${fileName(asked)}"`)
        .header('cache-control', 'no-store')
        .send(formatReport(report, request.query.table ?? defaultTable(asked)))
    },
  )
}

const fileName = ({ report, days }: { report: ReportKind; days: { from: string; to: string } }): string =>
  `${report.replaceAll('_', '-')}-${days.from}-${days.to}.csv`
