import type { Bus, BusMessages } from '../../core/bus/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** Expiry publishes no event, and events can be lost (SPEC B3). */
const sessionSweepIntervalMs = 60_000

/** Closes agents' sockets whose session or membership has ended (SPEC B3). */
export function createAgentRevocation(deps: {
  bus: Bus
  agents: ReadonlySet<AgentSession>
  /** Returns the valid memberships as `<session id> <organization id>`. */
  liveSessions: (sessionIds: string[]) => Promise<Set<string>>
  onError: (error: unknown) => void
}) {
  const { bus, agents } = deps

  async function closeEnded(): Promise<void> {
    const connected = [...agents].filter((session) => connectedAgent(session) !== null)
    const live = await deps.liveSessions([...new Set(connected.map(({ context }) => context.sessionId))])
    for (const session of connected) {
      const { sessionId } = session.context
      const organizationId = connectedAgent(session)?.organizationId
      if (!live.has(`${sessionId} ${organizationId}`)) session.close('signed_out')
    }
  }

  const closeInBackground = () => void closeEnded().catch(deps.onError)
  const subscriptions = [
    bus.subscribe('agent.gone', (gone) => {
      for (const session of agents) if (concerns(gone, session)) session.close('signed_out')
    }),
    bus.onGap(closeInBackground),
  ]
  const sweep = setInterval(closeInBackground, sessionSweepIntervalMs)

  return {
    closeEnded,
    stop(): void {
      clearInterval(sweep)
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}

/** Removing an agent affects one organization; ending a session affects all of them. */
function concerns(gone: BusMessages['agent.gone'], session: AgentSession): boolean {
  const { userId, sessionId, connection } = session.context
  if (userId !== gone.user_id) return false
  if (gone.session_id !== null) return sessionId === gone.session_id
  const organizationId =
    connection.state === 'connected' ? connection.identity.organizationId : connection.joining
  return organizationId === gone.organization_id
}
