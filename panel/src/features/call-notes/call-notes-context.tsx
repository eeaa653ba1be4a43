import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState, type ReactNode } from 'react'
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
      async send(callId, note) {
        const saved = await saveCall(organization.id, callId, { note })
        queryClient.setQueryData(callQuery(organization.id, callId).queryKey, (before) =>
          before === undefined ? before : { ...before, note: saved.note },
        )
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
