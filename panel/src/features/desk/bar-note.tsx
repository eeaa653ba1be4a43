import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { callQuery } from '../../queries/call-queries.ts'
import { isComposing } from '../../ui/is-composing.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { CallNote } from '../call-notes/call-note.tsx'
import classes from './call-bar.module.css'

/**
 * The note below the call bar. It stays mounted after the call, so that the agent can finish the sentence.
 * `live`: opened during the call; takes the focus and suppresses single-key shortcuts.
 */
export function BarNote(props: { callId: string; live: boolean; onClose: () => void }) {
  const { callId, live, onClose } = props
  const { organization } = useMembership()
  const { data, isLoadingError, error, refetch } = useQuery(callQuery(organization.id, callId))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside has the focus
    <div
      className={classes.note}
      data-holds-shortcuts={live || undefined}
      onKeyDown={(event) => {
        if (live && event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose()
      }}
    >
      {/* An empty field would replace the stored note. */}
      {isLoadingError ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <CallNote callId={callId} note={data.note} rows={live ? 2 : 1} focus={live} />
      )}
    </div>
  )
}

/** Prefetches a call's note, so that its field opens without a delay. */
export function useLoadedNote(callId: string | null): void {
  const queryClient = useQueryClient()
  const { organization } = useMembership()
  useEffect(() => {
    if (callId !== null) void queryClient.prefetchQuery(callQuery(organization.id, callId))
  }, [queryClient, organization.id, callId])
}
