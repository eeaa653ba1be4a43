import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { createStore } from '@parley/client/state/store'
import { customerQuery } from '../../queries/customer-queries.ts'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'

/** Follows one customer while mounted; null before the first paint. */
export function useCustomerFollow(organizationId: string, customerId: string): CustomerFollow | null {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const [held] = useState(() => createStore<CustomerFollow | null>(null))
  const follow = useStore(held)

  // Before paint, so that a cached timeline appears in one step.
  useLayoutEffect(() => {
    const follow = session.followCustomer(customerId)
    held.set(follow)
    return () => {
      held.set(null)
      follow.stop()
    }
  }, [held, session, customerId])

  useEffect(
    () =>
      follow?.onEntry(({ type }) => {
        if (type !== 'customer.updated' && type !== 'conversation.started') return
        void queryClient.invalidateQueries({ queryKey: customerQuery(organizationId, customerId).queryKey })
      }),
    [follow, queryClient, organizationId, customerId],
  )
  return follow
}
