import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState, type ReactNode } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { callQuery, saveCall } from '../../queries/call-queries.ts'
import { createCallNotes, type CallNotes } from './call-notes.ts'

const CallNotesContext = createContext<CallNotes | null>(null)

/** Lives above all pages: a note is still sent after its field unmounts. */
export function CallNotesProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { organization, agent_id: agentId } = useMembership()
  const [notes] = useState(() =>
    createCallNotes({
      storage: sessionStorage,
      agentId,
      async send(callId, note, previous) {
        const query = callQuery(organization.id, callId)
        try {
          const saved = await saveCall(organization.id, callId, {
            note,
            ...(previous === null ? {} : { previous }),
          })
          queryClient.setQueryData(query.queryKey, (before) =>
            before === undefined ? before : { ...before, note: saved.note },
          )
          return { name: 'saved' }
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.code !== 'call_note_changed') throw error
          const { note: stored } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
          return { name: 'changed', stored }
        }
      },
    }),
  )
  return <CallNotesContext value={notes}>{children}</CallNotesContext>
}

export function useCallNotes(): CallNotes {
  const notes = use(CallNotesContext)
  if (notes === null) throw new Error('useCallNotes outside of an organization')
  return notes
}
