import { randomUUID } from 'node:crypto'
import type { Bus } from '../../core/bus/bus.ts'
import type { Database } from '../../core/database.ts'
import { createAgentPresence, type AgentPresence } from './agent-presence.ts'
import { agentPresenceStore, type AgentPresenceStore } from './agent-presence-store.ts'
import { createCustomerPresence, type CustomerPresence } from './customer-presence.ts'
import { createReconnectWindow, type ReconnectWindow } from './reconnect-window.ts'

/** Who is connected, over all processes (docs/decisions/presence.md). Never in the log. */
export interface Presence {
  agents: AgentPresence
  customers: CustomerPresence
  /** When agents may be offline only because the process of their panels has stopped. */
  reconnects: ReconnectWindow
  /**
   * Runs before the sockets are told to reconnect: agents and customers do not flicker during a rolling upgrade.
   * @param reconnectMs time within which all of them reconnect
   */
  drain(reconnectMs: number): void
  close(): Promise<void>
}

/** Some clients do not succeed at once. */
const reconnectMarginMs = 2_000
const minGraceMs = 7_000

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
  const reconnects = createReconnectWindow({ onPeers: agents.onPeers, now: () => performance.now() })
  return {
    agents,
    customers,
    reconnects,
    drain(reconnectMs) {
      agents.drain(Math.max(minGraceMs, reconnectMs + reconnectMarginMs))
      customers.drain()
    },
    async close() {
      reconnects.close()
      customers.close()
      await agents.close()
    },
  }
}
