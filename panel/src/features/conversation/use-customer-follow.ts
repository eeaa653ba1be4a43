import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { AgentSession } from '@parley/client/session/agent-session'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import { createStore } from '@parley/client/state/store'
import type { EntryType } from '@parley/protocol/event'
import { customerQuery } from '../../queries/customer-queries.ts'
import { useAgentSession, useStore } from '../../session/agent-session.tsx'

/** Entries after which the customer's data is loaded again. `customer.mailed`: the address may be confirmed. */
const changing: ReadonlySet<EntryType> = new Set([
  'customer.updated',
  'customer.mailed',
  'conversation.started',
])

/** Follows one customer while mounted. */
export function useCustomerFollow(organizationId: string, customerId: string): CustomerFollow {
  const session = useAgentSession()
  const queryClient = useQueryClient()
  const [shown] = useState(() => createStore(glance(session, customerId)))
  const follow = useStore(shown)

  useLayoutEffect(() => {
    const held = session.followCustomer(customerId)
    // The view of the first render has expired meanwhile, or it was another customer's.
    if (shown.get().timeline !== held.timeline) shown.set(held)
    return held.stop
  }, [shown, session, customerId])

  useEffect(
    () =>
      follow.onEntry(({ type }) => {
        if (!changing.has(type)) return
        void queryClient.invalidateQueries({ queryKey: customerQuery(organizationId, customerId).queryKey })
      }),
    [follow, queryClient, organizationId, customerId],
  )
  return follow
}

/**
 * The view, for the first render: a cached timeline is rendered once and not after an empty one. Holds no reference, because
 * a render may be thrown away; the session keeps the view long enough.
 */
function glance(session: AgentSession, customerId: string): CustomerFollow {
  const follow = session.followCustomer(customerId)
  follow.stop()
  return follow
}
