import { reportShape, type ReportKind } from '@parley/protocol/report-metrics'
import type { ReportTable } from '@parley/protocol/reports'
import type { Language } from '@parley/protocol/provider'
import { renderMail } from '../../core/mail/mail-page.ts'
import type { Mail } from '../../core/mail/mailer.ts'
import { formatReport } from './report-csv.ts'
import { readReportRequest, type Days } from './report-request.ts'
import type { Reports } from './reports.ts'
import { scheduledMailTexts } from './scheduled-mail-texts.ts'

/** A report as CSV files: its figures over time, and its breakdown if it has one. null while its figures are incomplete. */
export async function scheduledMail(
  reports: Pick<Reports, 'report'>,
  of: {
    organizationId: string
    organization: string
    kind: ReportKind
    days: Days
    language: Language
    baseUrl: string
  },
): Promise<Omit<Mail, 'to'> | null> {
  const { organizationId, organization, kind, days, language } = of
  const report = await reports.report(organizationId, readReportRequest(kind, days))
  if (!report.complete) return null
  const tables: ReportTable[] =
    kind === 'heat_map' ? ['cells'] : reportShape(kind).group === null ? ['series'] : ['groups', 'series']
  const texts = scheduledMailTexts[language]
  const subject = texts.subject(
    texts.reports[kind],
    days.from === days.to ? days.from : `${days.from} – ${days.to}`,
  )
  const page = `${of.baseUrl}/panel/o/${organizationId}/reports/${kind}?from=${days.from}&to=${days.to}`
  return {
    language,
    subject: `${organization}: ${subject}`,
    ...renderMail({
      language,
      title: subject,
      blocks: [
        { kind: 'text', text: texts.text(report.time_zone) },
        { kind: 'link', label: texts.open, url: page },
        { kind: 'footer', text: texts.why(organization) },
      ],
    }),
    attachments: tables.map((table) => ({
      name: `${kind.replaceAll('_', '-')}-${days.from}-${days.to}-${table}.csv`,
      contentType: 'text/csv; charset=utf-8; header=present',
      content: formatReport(report, table),
    })),
  }
}
