import type { Bus } from '../../core/bus/bus.ts'
import { connectedAgent, type AgentSession } from '../../realtime/contexts.ts'

/** Notifies agents whose socket follows the customer. Returns a function that stops it. */
export const pushContextChanges = (bus: Bus, sockets: ReadonlySet<AgentSession>): (() => void) =>
  bus.subscribe('visitor.context', ({ organization_id: organizationId, customer_id, what }) => {
    for (const session of sockets) {
      const { connection } = session.context
      if (connection.state !== 'connected' || !connection.followers.has(customer_id)) continue
      if (connectedAgent(session)?.organizationId === organizationId)
        session.notify('customer.context', { customer_id, what })
    }
  })
