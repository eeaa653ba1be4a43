import { NativeSelect } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { getRouteApi, Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { readReportSearch, searchOfOtherReport } from './report-search.ts'
import classes from './reports-frame.module.css'
import { isReportSubject, reportIcon, reportSubjects } from './subjects.ts'

const route = getRouteApi('/o/$organizationId/reports')

/** Reports: navigation and the open report. Admins only: figures of each colleague are personal data. */
export function ReportsFrame() {
  const { shell } = useTexts()
  const phone = usePhone()
  const membership = useMembership()
  if (!isAdmin(membership)) {
    return (
      <EmptyState
        icon={IconLock}
        title={shell.states.adminsOnly}
        text={shell.states.adminsOnlyText}
        heading="h1"
      />
    )
  }
  return (
    <div className={classes.frame}>
      {phone ? <SubjectSelect /> : <SubjectList />}
      <div className={classes.page}>
        <div className={classes.measure}>
          <Outlet />
        </div>
      </div>
    </div>
  )
}

const useOpenSubject = () => useParams({ strict: false, select: ({ report }) => report }) ?? 'live'

/** The period and the filters are those of all reports. */
const useKeptSearch = () =>
  useSearch({ strict: false, select: (search) => searchOfOtherReport(readReportSearch(search)) })

function SubjectList() {
  const texts = useTexts().reports
  const { organizationId } = route.useParams()
  const open = useOpenSubject()
  const search = useKeptSearch()
  return (
    <nav className={classes.subjects} aria-label={texts.title}>
      <p className={classes.heading}>{texts.title}</p>
      {reportSubjects.map((subject) => {
        const Icon = reportIcon(subject)
        return (
          <Link
            key={subject}
            className={classes.subject}
            aria-current={subject === open ? 'page' : undefined}
            to="/o/$organizationId/reports/$report"
            params={{ organizationId, report: subject }}
            search={search}
          >
            <Icon size={20} stroke={1.75} aria-hidden />
            {texts.subjects[subject]}
          </Link>
        )
      })}
    </nav>
  )
}

function SubjectSelect() {
  const texts = useTexts().reports
  const { organizationId } = route.useParams()
  const open = useOpenSubject()
  const search = useKeptSearch()
  const navigate = useNavigate()
  return (
    <nav className={classes.choice} aria-label={texts.title}>
      <NativeSelect
        aria-label={texts.report}
        value={open}
        data={reportSubjects.map((value) => ({ value, label: texts.subjects[value] }))}
        onChange={(event) => {
          const report = event.currentTarget.value
          if (!isReportSubject(report)) return
          void navigate({
            to: '/o/$organizationId/reports/$report',
            params: { organizationId, report },
            search,
          })
        }}
      />
    </nav>
  )
}
