import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTitle } from '../../ui/title.ts'
import { useWords } from '../../words.tsx'
import { MicrophoneNote } from '../desk/microphone-note.tsx'
import { useOwnState } from '../desk/use-own-state.ts'
import { CallHistory } from './call-history.tsx'
import { CallSheet } from './call-sheet.tsx'
import classes from './calls-page.module.css'
import { LiveCalls } from './live-calls.tsx'
import { TeamDesks } from './team-desks.tsx'
import { useSeeMissedCalls } from './use-missed-calls.ts'

const route = getRouteApi('/o/$organizationId/calls')

/** What goes on, who is there to answer, and what was. One call opens beside it. */
export function CallsPage() {
  const texts = useWords().calls
  const navigate = useNavigate()
  const { organizationId } = route.useParams()
  const search = route.useSearch()
  const callId = useParams({ strict: false, select: (params) => params.callId })
  useSeeMissedCalls()
  useTitle(callId === undefined ? texts.title : texts.sheet.title)

  return (
    <div className={classes.page}>
      <PageHeader title={texts.title} />
      <OwnMicrophone />
      <div className={classes.now}>
        <LiveCalls search={search} current={callId} />
        <TeamDesks />
      </div>
      <CallHistory search={search} current={callId} />
      <CallSheet
        callId={callId}
        onClose={() => void navigate({ to: '/o/$organizationId/calls', params: { organizationId }, search })}
      />
    </div>
  )
}

/** Nothing rings here before this browser may use the microphone: said where calls are looked for. */
function OwnMicrophone() {
  return useOwnState() === 'silent' ? (
    <div className={classes.microphone}>
      <MicrophoneNote />
    </div>
  ) : null
}
