import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTitle } from '../../ui/title.ts'
import { CallBacks } from './call-backs.tsx'
import { CallHistory } from './call-history.tsx'
import { CallSheet } from './call-sheet.tsx'
import classes from './calls-page.module.css'
import { LiveCalls } from './live-calls.tsx'
import { TeamDesks } from './team-desks.tsx'
import { useMarkMissedCallsSeen } from './use-missed-calls.ts'

const route = getRouteApi('/o/$organizationId/calls')

interface Props {
  /** Above everything. */
  notice: ReactNode
  /** What keeps this agent's calls from ringing here; null: nothing. */
  offlineBecause: string | null
}

/** Call-back requests, live calls, the team and the history; an open call appears beside them. */
export function CallsPage({ notice, offlineBecause }: Props) {
  const texts = useTexts().calls
  const navigate = useNavigate()
  const { organizationId } = route.useParams()
  const search = route.useSearch()
  const callId = useParams({ strict: false, select: (params) => params.callId })
  useMarkMissedCallsSeen()
  useTitle(callId === undefined ? texts.title : texts.sheet.title)

  return (
    <div className={classes.page}>
      <PageHeader title={texts.title} />
      <div className={classes.notice}>{notice}</div>
      <CallBacks />
      <div className={classes.now}>
        <LiveCalls search={search} current={callId} />
        <TeamDesks offlineBecause={offlineBecause} />
      </div>
      <CallHistory search={search} current={callId} />
      <CallSheet
        callId={callId}
        onClose={() => void navigate({ to: '/o/$organizationId/calls', params: { organizationId }, search })}
      />
    </div>
  )
}
