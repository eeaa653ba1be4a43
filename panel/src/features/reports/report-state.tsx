import { Button } from '@mantine/core'
import { IconCalendarOff, IconHourglass, IconWifiOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'

/** Data, or why there is none: loading, offline, refused. Data that could not be renewed stays, with a note. */
export function ReportState<T>(props: {
  query: UseQueryResult<T>
  skeleton: ReactNode
  /** Back to a period that the service accepts. */
  onReset?: () => void
  children: (data: T, note: ReactNode) => ReactNode
}) {
  const { query } = props
  const texts = useTexts().reports
  // Offline, figures of another period would stay below the one that was chosen.
  const data = query.isPlaceholderData && query.fetchStatus === 'paused' ? undefined : query.data
  if (data !== undefined) {
    const old = query.fetchStatus === 'paused' || query.isError
    return props.children(data, old ? <span role="status">{texts.notCurrent}</span> : null)
  }
  if (query.fetchStatus === 'paused') {
    return (
      <EmptyState
        icon={IconWifiOff}
        title={texts.offlineTitle}
        text={texts.offlineText}
        heading="h2"
        urgent
      />
    )
  }
  if (!query.isError || query.isFetching) return props.skeleton
  const refused = query.error instanceof ApiProblem ? query.error.code : undefined
  if (refused === 'report_period_invalid' || refused === 'report_too_fine') {
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={texts.problems[refused]}
        heading="h2"
        urgent
        action={
          <Button variant="default" onClick={props.onReset}>
            {texts.resetPeriod}
          </Button>
        }
      />
    )
  }
  return <ReportError error={query.error} retry={() => void query.refetch()} heading="h2" />
}

/** A report or a list that failed to load. */
export function ReportError(props: { error: unknown; retry: () => void; heading?: 'h2' }) {
  const texts = useTexts()
  const isBusy = props.error instanceof ApiProblem && props.error.code === 'reports_busy'
  if (!isBusy) return <LoadError {...props} />
  return (
    <EmptyState
      icon={IconHourglass}
      title={texts.reports.problems.reports_busy}
      heading={props.heading ?? 'p'}
      urgent
      action={
        <Button variant="default" onClick={props.retry}>
          {texts.actions.retry}
        </Button>
      }
    />
  )
}
