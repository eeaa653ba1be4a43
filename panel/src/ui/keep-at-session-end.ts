import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { meQuery } from '../queries/organization-queries.ts'
import type { KeptEdits } from './kept-edits.ts'

/**
 * Keeps an unsaved edit while the sign-in page replaces the page because the session has ended. The form takes it over when it is
 * mounted again: pass what `edits` has under the id as its initial edit.
 *
 * @param edit null: nothing is unsaved
 * @returns to be called once the edit is saved or discarded: it is not kept from then on
 */
export function useKeepAtSessionEnd<T>(edits: KeptEdits<T>, id: string, edit: T | null): () => void {
  const queryClient = useQueryClient()
  const kept = useRef<T>(undefined)
  const isSettled = useRef(false)
  const takeOver = useEffectEvent(() => edits.drop(id))
  const keep = useEffectEvent(() => {
    // `leaveEndedSession` removes the user before it opens the sign-in page. Otherwise the agent has left the page.
    const isEnded = queryClient.getQueryData(meQuery.queryKey) === undefined
    if (!isEnded || edit === null || isSettled.current) return
    kept.current = edit
    edits.keep(id, edit)
  })
  useEffect(() => {
    takeOver()
    return () => keep()
  }, [])
  return () => {
    isSettled.current = true
    // A save may end after another form was kept under the same id.
    if (kept.current !== undefined && edits.get(id) === kept.current) edits.drop(id)
  }
}
