import { Button } from '@mantine/core'
import { IconChartBarOff, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import type { ReportKind } from '@parley/protocol/report-metrics'
import type { Report } from '@parley/protocol/reports'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { businessHoursQuery } from '../../queries/business-hours-queries.ts'
import { reportQuery } from '../../queries/report-queries.ts'
import { knownZone } from '../../time/known-zone.ts'
import { clockTime } from '../../time/times.ts'
import { useNow } from '../../time/use-now.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTitle } from '../../ui/title.ts'
import { dayIn, periodBefore, periodText } from './period.ts'
import { PicksProvider, useMakePicks } from './picks.ts'
import { ReportBody } from './report-body.tsx'
import { isEmpty } from './report-data.ts'
import { ItemsSheet } from './items-sheet.tsx'
import { LivePage } from './live-page.tsx'
import { isFiltered, periodOfSearch, queryOf, withoutPick, type ReportSearch } from './report-search.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { ReportState } from './report-state.tsx'
import { ReportToolbar } from './report-toolbar.tsx'
import classes from './report-page.module.css'
import { isReportSubject } from './subjects.ts'

const route = getRouteApi('/o/$organizationId/reports/$report')

/** One page of the reports. */
export function ReportPage() {
  const { organizationId, report } = route.useParams()
  if (!isReportSubject(report)) {
    return <Navigate to="/o/$organizationId/reports" params={{ organizationId }} replace />
  }
  return report === 'live' ? <LivePage /> : <PeriodReport key={report} kind={report} />
}

/** A report of a period. Days are those of the organization's time zone, so this is read first. */
function PeriodReport({ kind }: { kind: ReportKind }) {
  const texts = useTexts().reports
  const { organization } = useMembership()
  const hours = useQuery(businessHoursQuery(organization.id))
  useTitle(texts.subjects[kind])
  if (hours.data !== undefined) return <ReportIn kind={kind} timeZone={hours.data.time_zone} />
  return (
    <>
      <PageHeader title={texts.subjects[kind]} />
      <ReportState query={hours} skeleton={<ReportSkeleton />}>
        {() => null}
      </ReportState>
    </>
  )
}

function ReportIn({ kind, timeZone }: { kind: ReportKind; timeZone: string }) {
  const texts = useTexts().reports
  const { organization } = useMembership()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organizationId/reports/$report' })
  const show = (next: ReportSearch) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  const today = dayIn(timeZone, useNow())
  const query = useQuery({
    ...reportQuery(organization.id, kind, queryOf(kind, search, today)),
    // The figures on screen stay until those of another choice are there.
    placeholderData: (before) => before,
  })
  const picks = useMakePicks()
  return (
    <PicksProvider value={picks}>
      <PageHeader
        title={texts.subjects[kind]}
        lead={
          <Lead
            report={query.isPlaceholderData ? undefined : query.data}
            search={search}
            today={today}
            timeZone={timeZone}
          />
        }
      />
      <ReportToolbar
        report={kind}
        search={search}
        today={today}
        onSearch={(next) => show(withoutPick(next))}
      />
      <ReportState
        query={query}
        skeleton={<ReportSkeleton />}
        onReset={() =>
          show({ ...search, period: undefined, from: undefined, to: undefined, interval: undefined })
        }
      >
        {(report, note) => (
          <div className={classes.body} aria-busy={query.isPlaceholderData}>
            {note === null ? null : <p className={classes.note}>{note}</p>}
            {report.complete ? null : (
              <p className={classes.note} role="status">
                {texts.incomplete}
              </p>
            )}
            {isEmpty(report) ? (
              <Nothing search={search} onSearch={show} />
            ) : (
              <ReportBody kind={kind} report={report} search={search} today={today} onSearch={show} />
            )}
          </div>
        )}
      </ReportState>
      <ItemsSheet kind={kind} search={search} today={today} report={query.data} />
    </PicksProvider>
  )
}

/** Which days, in which time zone, compared with which, and how current. */
function Lead(props: { report: Report | undefined; search: ReportSearch; today: string; timeZone: string }) {
  const texts = useTexts().reports
  const locale = useLocale()
  const period = periodOfSearch(props.search, props.today)
  const running = period.from <= props.today && props.today <= period.to
  const comparedWith = running ? texts.comparedUntilSameTime : texts.comparedWith
  const parts = [
    periodText(period, locale),
    props.timeZone,
    ...(props.search.compare === 'off' ? [] : [comparedWith(periodText(periodBefore(period), locale))]),
    ...(props.report === undefined
      ? []
      : [texts.asOf(clockTime(props.report.as_of, locale, knownZone(props.timeZone)))]),
  ]
  return (
    <span className={classes.lead}>
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? ' · ' : null}
          <bdi>{part}</bdi>
        </span>
      ))}
    </span>
  )
}

function Nothing({ search, onSearch }: { search: ReportSearch; onSearch: (search: ReportSearch) => void }) {
  const texts = useTexts().reports.empty
  if (isFiltered(search)) {
    return (
      <EmptyState
        icon={IconFilterOff}
        title={texts.filteredTitle}
        text={texts.filteredText}
        heading="h2"
        action={
          <Button variant="default" onClick={() => onSearch(withoutFilters(search))}>
            {texts.clear}
          </Button>
        }
      />
    )
  }
  return <EmptyState icon={IconChartBarOff} title={texts.title} text={texts.text} heading="h2" />
}

const withoutFilters = (search: ReportSearch): ReportSearch => ({
  ...search,
  agent: undefined,
  team: undefined,
  label: undefined,
  provider: undefined,
  channel: undefined,
})
