import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { customerConversationsQuery, customerQuery } from '../../queries/customer-queries.ts'
import { useAgentSession } from '../../session/agent-session.tsx'

/** A pointer that crosses rows on its way elsewhere loads nothing (ms). */
const restMs = 40

export interface Prefetch {
  /** The row has the pointer or the focus: it may be opened next. */
  soon: (row: Conversation) => void
  /** The row is being pressed. */
  now: (row: Conversation) => void
  cancel: () => void
}

/**
 * Loads what a conversation shows before it is opened. The session keeps the messages for a while, so that
 * opening it needs no request.
 */
export function usePrefetch(organizationId: string): Prefetch {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  return useMemo(() => {
    const cancel = () => clearTimeout(timer.current)
    const now = ({ customer: { id } }: Conversation) => {
      cancel()
      session.followCustomer(id).stop()
      void queryClient.prefetchQuery(customerQuery(organizationId, id))
      void queryClient.prefetchInfiniteQuery(customerConversationsQuery(organizationId, id))
    }
    return {
      now,
      cancel,
      soon(row) {
        cancel()
        timer.current = setTimeout(() => now(row), restMs)
      },
    }
  }, [session, queryClient, organizationId])
}
