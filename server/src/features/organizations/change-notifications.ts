import type { Bus } from '../../core/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** Sends organization.changed to the organization's agents. Returns a function that unsubscribes. */
export const notifyAgentsOfChanges = (deps: { bus: Bus; agents: ReadonlySet<AgentSession> }): (() => void) =>
  deps.bus.subscribe('organization', ({ organization_id: organizationId, what }) => {
    for (const session of deps.agents) {
      if (connectedAgent(session)?.organizationId === organizationId)
        session.notify('organization.changed', { what })
    }
  })
