import type { Bus } from '../../core/bus.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createThrottle } from '../../core/throttle.ts'
import type { CallRow } from './call-state.ts'

declare module '../../core/bus.ts' {
  interface BusMessages {
    /** Calls and desks that are different now: whoever holds a socket that shows one reads it and says what it is. */
    calls: {
      organization_id: string
      calls: { id: string; customer_id: string; agent_id: string | null }[]
      agents: string[]
    }
  }
}

/** What a transaction has changed, gathered until it has committed. */
export interface News {
  call(call: Pick<CallRow, 'id' | 'customer_id' | 'organization_id' | 'agent_id'>): void
  agent(organizationId: string, agentId: string): void
}

interface Gathered {
  calls: Map<string, { id: string; customer_id: string; agent_id: string | null }>
  agents: Set<string>
}

/** Panels reload their lists at most this often: with 1,000 calls something always changes. */
const listReloadIntervalMs = 1000

/** Tells of changes: at once to whom they concern, and that lists are to be loaded anew. */
export function createCallNews(deps: { bus: Bus }) {
  const { bus } = deps
  const lists = createThrottle(
    (organizationId: string) => announceChange(bus, organizationId, 'calls'),
    listReloadIntervalMs,
  )

  return {
    gather(): News & { tell(): void } {
      const byOrganization = new Map<string, Gathered>()
      const of = (organizationId: string): Gathered => {
        const known = byOrganization.get(organizationId) ?? { calls: new Map(), agents: new Set() }
        byOrganization.set(organizationId, known)
        return known
      }
      return {
        call({ id, customer_id, organization_id, agent_id }) {
          const news = of(organization_id)
          news.calls.set(id, { id, customer_id, agent_id })
          if (agent_id !== null) news.agents.add(agent_id)
        },
        agent(organizationId, agentId) {
          of(organizationId).agents.add(agentId)
        },
        /** After the commit. */
        tell() {
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
    tellLists: lists.trigger,
    close: lists.close,
  }
}
export type CallNews = ReturnType<typeof createCallNews>
