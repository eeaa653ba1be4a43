import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { meQuery } from '../queries/organization-queries.ts'
import type { KeptEdits } from './kept-edits.ts'

/**
 * Keeps an unsaved edit while the sign-in page replaces the page because the session has ended. The form takes it over when it is
 * mounted again: pass what `edits` has under the id as its initial edit.
 *
 * @param edit null: nothing is unsaved
 */
export function useKeepAtSessionEnd<T>(edits: KeptEdits<T>, id: string, edit: T | null): void {
  const queryClient = useQueryClient()
  const takeOver = useEffectEvent(() => edits.drop(id))
  const keep = useEffectEvent(() => {
    // `leaveEndedSession` removes the user before it opens the sign-in page. Otherwise the agent has discarded or saved the edit.
    const isEnded = queryClient.getQueryData(meQuery.queryKey) === undefined
    if (isEnded && edit !== null) edits.keep(id, edit)
  })
  useEffect(() => {
    takeOver()
    return () => keep()
  }, [])
}
