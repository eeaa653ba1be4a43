import { randomUUID } from 'node:crypto'
import type { Bus } from '../../core/bus/bus.ts'
import type { Database } from '../../core/database.ts'
import { createAgentPresence, type AgentPresence } from './agent-presence.ts'
import { agentPresenceStore, type AgentPresenceStore } from './agent-presence-store.ts'
import { createCustomerPresence, type CustomerPresence } from './customer-presence.ts'

/** Who is connected, over all processes (docs/decisions/presence.md). Never in the log. */
export interface Presence {
  agents: AgentPresence
  customers: CustomerPresence
  /** Runs before the sockets are told to reconnect: agents and customers do not flicker during a rolling upgrade. */
  drain(): void
  close(): Promise<void>
}

export function createPresence(deps: {
  db: Database
  bus: Bus
  onError: (error: unknown) => void
  /** Tests simulate outages. */
  store?: AgentPresenceStore
}): Presence {
  const { bus, onError, store = agentPresenceStore(deps.db) } = deps
  const process = randomUUID()
  const agents = createAgentPresence({ store, bus, process, onError })
  const customers = createCustomerPresence({ bus, process, agents })
  return {
    agents,
    customers,
    drain() {
      agents.drain()
      customers.drain()
    },
    async close() {
      customers.close()
      await agents.close()
    },
  }
}
