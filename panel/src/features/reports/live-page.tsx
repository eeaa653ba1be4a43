import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { LiveReport } from '@parley/protocol/reports'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { liveReportQuery } from '../../queries/report-queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { useTitle } from '../../ui/title.ts'
import figures from './figures.module.css'
import { useInboxLink, waited } from './live-links.ts'
import { LiveTables } from './live-tables.tsx'
import page from './report-page.module.css'
import { ReportState } from './report-state.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'

/** What happens now: the queue, the calls, and what each agent does. Asked again every few seconds. */
export function LivePage() {
  const texts = useTexts().reports
  const { organization } = useMembership()
  const query = useQuery(liveReportQuery(organization.id))
  useTitle(texts.subjects.live)
  return (
    <>
      <PageHeader title={texts.subjects.live} lead={<span className={page.lead}>{texts.live.lead}</span>} />
      <ReportState query={query} skeleton={<ReportSkeleton />}>
        {(report, note) => (
          <>
            {note === null ? null : <p className={page.note}>{note}</p>}
            <LiveFigures report={report} />
            <LiveTables report={report} />
          </>
        )}
      </ReportState>
    </>
  )
}

function LiveFigures({ report }: { report: LiveReport }) {
  const texts = useTexts().reports
  const locale = useLocale()
  const inbox = useInboxLink()
  const { organization } = useMembership()
  const number = new Intl.NumberFormat(locale)
  const calls: LinkProps = { to: '/o/$organizationId/calls', params: { organizationId: organization.id } }
  return (
    <>
      <dl className={figures.figures}>
        <LiveFigure
          label={texts.live.waiting}
          value={number.format(report.waiting)}
          link={inbox('open', { waiting: 'yes', sort: 'waiting' })}
        />
        <LiveFigure label={texts.live.longestWait} value={waited(report.waiting_since, report.at, locale)} />
        <LiveFigure label={texts.live.open} value={number.format(report.open)} link={inbox('open')} />
        <LiveFigure
          label={texts.live.unassigned}
          value={number.format(report.unassigned)}
          link={inbox('unassigned')}
        />
        <LiveFigure
          label={texts.live.snoozed}
          value={number.format(report.snoozed)}
          link={inbox('snoozed')}
        />
      </dl>
      <Section title={texts.live.calls}>
        <dl className={figures.figures}>
          <LiveFigure
            label={texts.live.callsWaiting}
            value={number.format(report.calls.waiting)}
            link={calls}
          />
          <LiveFigure
            label={texts.live.longestWait}
            value={waited(report.calls.waiting_since, report.at, locale)}
          />
          <LiveFigure
            label={texts.live.callsActive}
            value={number.format(report.calls.active)}
            link={calls}
          />
        </dl>
      </Section>
    </>
  )
}

function LiveFigure(props: { label: string; value: string; link?: LinkProps }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        {props.link === undefined ? (
          <span className={figures.value}>{props.value}</span>
        ) : (
          <Link className={figures.value} {...props.link}>
            {props.value}
          </Link>
        )}
      </dd>
    </div>
  )
}
