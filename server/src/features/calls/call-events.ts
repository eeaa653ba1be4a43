import type { Bus } from '../../core/bus/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createThrottle } from '../../core/throttle.ts'
import type { CallRow } from './call-state.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** Calls and desks that changed. Each process reads them again and pushes the new view to its own sockets. */
    calls: {
      organization_id: string
      calls: { id: string; customer_id: string; agent_id: string | null }[]
      agents: string[]
    }
  }
}

/** Collects what a transaction changes until it has committed. */
export interface EventCollector {
  call(call: Pick<CallRow, 'id' | 'customer_id' | 'organization_id' | 'agent_id'>): void
  agent(organizationId: string, agentId: string): void
}

interface ChangedInOrganization {
  calls: Map<string, { id: string; customer_id: string; agent_id: string | null }>
  agents: Set<string>
}

/** Lists reload at most this often: with 1,000 calls something always changes. */
const listIntervalMs = 1000

/** Publishes changes of calls: the changed rows at once, the invalidation of lists throttled per organization. */
export function createCallEvents(deps: { bus: Bus }) {
  const { bus } = deps
  const lists = createThrottle(
    (organizationId: string) => announceChange(bus, organizationId, 'calls'),
    listIntervalMs,
  )

  return {
    collect(): EventCollector & { publish(): void } {
      const byOrganization = new Map<string, ChangedInOrganization>()
      const changedIn = (organizationId: string): ChangedInOrganization => {
        const known = byOrganization.get(organizationId) ?? { calls: new Map(), agents: new Set() }
        byOrganization.set(organizationId, known)
        return known
      }
      return {
        call({ id, customer_id, organization_id, agent_id }) {
          const changed = changedIn(organization_id)
          changed.calls.set(id, { id, customer_id, agent_id })
          if (agent_id !== null) changed.agents.add(agent_id)
        },
        agent(organizationId, agentId) {
          changedIn(organizationId).agents.add(agentId)
        },
        /** Called after the commit. */
        publish() {
          for (const [organizationId, { calls, agents }] of byOrganization) {
            bus.publish('calls', {
              organization_id: organizationId,
              calls: [...calls.values()],
              agents: [...agents],
            })
            lists.trigger(organizationId)
          }
        },
      }
    },
    announceLists: lists.trigger,
    close: lists.close,
  }
}
export type CallEvents = ReturnType<typeof createCallEvents>
