import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { openAgentSession, type AgentSession } from '@parley/client/session/agent-session'
import type { ConnectionState } from '@parley/client/connection/connection-state'
import { createStore, type Store } from '@parley/client/state/store'
import type { OrganizationChanged } from '@parley/protocol/inbox'
import { changedContextKey } from '../queries/customer-queries.ts'
import { storeDraft } from '../queries/draft-queries.ts'
import { invalidateLists, isLong } from '../queries/invalidate-lists.ts'
import { checkSessionWhenRefused } from './check-session.ts'
import { followLooks } from './colleague-looks.ts'
import { settleMessages } from './settle-messages.ts'
import { meQuery, organizationKey } from '../queries/organization-queries.ts'

const AgentSessionContext = createContext<AgentSession | null>(null)

/**
 * The socket of the open organization. Changes announced by the service invalidate queries; the inbox
 * applies conversations and customers.
 */
export function AgentSessionProvider(props: {
  organizationId: string
  agentId: string
  children: ReactNode
}) {
  const { organizationId, agentId, children } = props
  const queryClient = useQueryClient()
  const [opened] = useState(() => createStore<AgentSession | null>(null))
  const session = useStore(opened)

  // Before paint, so that the page appears in one step.
  useLayoutEffect(() => {
    const session = openAgentSession({ socketUrl: agentSocketUrl(location), organizationId, agentId })
    const stops = [
      applyOrganizationChanges(session, queryClient, organizationId),
      followLooks(session, agentId),
    ]
    opened.set(session)
    return () => {
      opened.set(null)
      stops.forEach((stop) => stop())
      void settleMessages(session).then(session.close)
    }
  }, [opened, organizationId, agentId, queryClient])

  if (session === null) return null
  return <AgentSessionContext value={session}>{children}</AgentSessionContext>
}

/** The agent's session. Only inside `/o/...`. */
export function useAgentSession(): AgentSession {
  const session = use(AgentSessionContext)
  if (session === null) throw new Error('useAgentSession outside of an organization')
  return session
}

/** The agent's session; null outside of `/o/...`. */
export const useSessionIfOpen = (): AgentSession | null => use(AgentSessionContext)

/** The current value of a store. */
export function useStore<T>(store: Store<T>): T {
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
  return useSyncExternalStore(subscribe, () => store.get())
}

export function useConnectionState(): ConnectionState {
  return useStore(useAgentSession().state)
}

export const agentSocketUrl = (location: { protocol: string; host: string }) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/v1/socket`

/** Queries that the socket keeps current: what it missed is reloaded with the conversations. */
const conversationLists = [
  'inbox',
  'counts',
  'conversation',
  'customer',
  'customers',
  'customer-conversations',
  'customer-context',
  'drafts',
  'notifications',
]

/** Query keys invalidated by each kind of `organization.changed`. */
const staleLists: Record<OrganizationChanged['what'], { lists: string[]; me: boolean }> = {
  conversations: { lists: conversationLists, me: false },
  agents: { lists: ['agents'], me: true },
  presence: { lists: ['agents'], me: false },
  providers: { lists: ['providers'], me: false },
  invitations: { lists: ['invitations'], me: false },
  organization: { lists: ['organization'], me: true },
  webhooks: { lists: ['webhooks'], me: false },
  deliveries: { lists: ['deliveries'], me: false },
  'api-keys': { lists: ['api-keys'], me: false },
  'login-problems': { lists: ['login-problems'], me: false },
  calls: { lists: ['calls'], me: false },
  'canned-replies': { lists: ['canned-replies'], me: false },
  labels: { lists: ['labels'], me: false },
  channels: { lists: ['channels'], me: false },
  views: { lists: ['views'], me: false },
  rules: { lists: ['rules'], me: false },
  // Teams decide which views and canned replies an agent sees.
  teams: { lists: ['teams', 'views', 'canned-replies'], me: false },
  'business-hours': { lists: ['business-hours'], me: false },
  sla: { lists: ['sla-policies', 'conversation-sla'], me: false },
}

/** All except presence, which is sent on every connection. */
const reloadedAfterReconnect = (Object.keys(staleLists) as OrganizationChanged['what'][]).filter(
  (what) => what !== 'presence',
)

function applyOrganizationChanges(session: AgentSession, queryClient: QueryClient, organizationId: string) {
  const reload = (what: OrganizationChanged['what']) => {
    const { lists, me } = staleLists[what]
    for (const list of lists) {
      invalidateLists(queryClient, [...organizationKey(organizationId), list], waits)
    }
    if (me) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  session.on('draft.changed', (draft) => storeDraft(queryClient, organizationId, draft))
  session.on('customer.context', (change) => {
    void queryClient.invalidateQueries({ queryKey: changedContextKey(organizationId, change) })
  })
  const stops = [
    session.onOrganizationChanged(reload),
    // Messages during a disconnect are lost: reload everything they may have changed.
    session.onLive(() => reloadedAfterReconnect.forEach(reload)),
    checkSessionWhenRefused(session, queryClient),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Long lists would refetch every page on each change, except those that the socket keeps current. */
const waits = (query: Query): boolean =>
  !conversationLists.some((list) => query.queryKey.includes(list)) && isLong(query)
