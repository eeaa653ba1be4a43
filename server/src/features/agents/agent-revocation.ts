import type { Bus, BusMessages } from '../../core/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** An expired session is announced by nobody, and an announcement can be lost (SPEC B3). */
const sessionSweepIntervalMs = 60_000

/** Closes agents' sockets whose session or membership has ended (SPEC B3). */
export function createAgentRevocation(deps: {
  bus: Bus
  agents: ReadonlySet<AgentSession>
  /** `session organization` of each membership that still holds. */
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

  const unsubscribe = bus.subscribe('agent.gone', (gone) => {
    for (const session of agents) if (concerns(gone, session)) session.close('signed_out')
  })
  const sweep = setInterval(() => void closeEnded().catch(deps.onError), sessionSweepIntervalMs)

  return {
    closeEnded,
    stop(): void {
      clearInterval(sweep)
      unsubscribe()
    },
  }
}

/** A removed agent leaves one organization; an ended session ends everywhere. */
function concerns(gone: BusMessages['agent.gone'], session: AgentSession): boolean {
  const { userId, sessionId } = session.context
  if (userId !== gone.user_id) return false
  if (gone.session_id !== null) return sessionId === gone.session_id
  return connectedAgent(session)?.organizationId === gone.organization_id
}
