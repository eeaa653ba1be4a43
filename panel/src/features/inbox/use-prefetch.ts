import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { customerConversationsQuery, customerQuery } from '../../queries/customer-queries.ts'
import { useAgentSession } from '../../session/agent-session.tsx'

/** Keeps a pointer that only crosses rows from prefetching them. */
const hoverDelayMs = 40

export interface Prefetch {
  /** Call when the row is hovered or focused. Prefetches after a short delay. */
  soon: (row: Conversation) => void
  /** Call when the row is pressed. Prefetches immediately. */
  now: (row: Conversation) => void
  cancel: () => void
}

/**
 * Prefetches the data of a conversation. The session keeps the messages for a while, so that opening it needs no
 * request.
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
        timer.current = setTimeout(() => now(row), hoverDelayMs)
      },
    }
  }, [session, queryClient, organizationId])
}
