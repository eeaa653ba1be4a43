import { LRUCache } from 'lru-cache'
import type { Bus } from '../../core/bus/bus.ts'
import { atMost } from '../../core/cache.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createThrottle } from '../../core/throttle.ts'
import type { CallRow } from './call-state.ts'

/** `revision` is that of the change: a row with at least this revision includes it. */
type ChangedCall = Pick<CallRow, 'id' | 'customer_id' | 'agent_id' | 'revision'>

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /** Calls and desks that changed. Each process reads them again and pushes the new view to its own sockets. */
    calls: {
      organization_id: string
      calls: ChangedCall[]
      agents: string[]
    }
  }
}

/** Collects what a transaction changes until it has committed. */
export interface EventCollector {
  call(call: CallRow): void
  agent(organizationId: string, agentId: string): void
  /** Runs once the transaction has committed and others see what it changed. */
  afterCommit(work: () => void): void
}

interface ChangedInOrganization {
  calls: Map<string, CallRow>
  agents: Set<string>
}

/** Rows of calls kept from the commit until their push, which follows within milliseconds. */
const maxCommitted = 1000

/** Lists reload at most this often: with 1,000 calls something always changes. */
const listIntervalMs = 1000

/** Publishes changes of calls: the changed rows at once, the invalidation of lists throttled per organization. */
export function createCallEvents(deps: { bus: Bus }) {
  const { bus } = deps
  const lists = createThrottle(
    (organizationId: string) => announceChange(bus, organizationId, 'calls'),
    listIntervalMs,
  )
  const committed = new LRUCache<string, CallRow>(atMost(maxCommitted))

  return {
    collect(): EventCollector & { publish(): void } {
      const afterCommit: (() => void)[] = []
      const byOrganization = new Map<string, ChangedInOrganization>()
      const changedIn = (organizationId: string): ChangedInOrganization => {
        const known = byOrganization.get(organizationId) ?? { calls: new Map(), agents: new Set() }
        byOrganization.set(organizationId, known)
        return known
      }
      return {
        call(row) {
          const changed = changedIn(row.organization_id)
          changed.calls.set(row.id, row)
          if (row.agent_id !== null) changed.agents.add(row.agent_id)
        },
        agent(organizationId, agentId) {
          changedIn(organizationId).agents.add(agentId)
        },
        afterCommit(work) {
          afterCommit.push(work)
        },
        /** Called after the commit. */
        publish() {
          for (const [organizationId, { calls, agents }] of byOrganization) {
            for (const row of calls.values()) committed.set(row.id, row)
            bus.publish('calls', {
              organization_id: organizationId,
              calls: [...calls.values()].map(({ id, customer_id, agent_id, revision }) => ({
                id,
                customer_id,
                agent_id,
                revision,
              })),
              agents: [...agents],
            })
            lists.trigger(organizationId)
          }
          for (const work of afterCommit) work()
        },
      }
    },
    /** The row that this process committed, if it includes the change of this revision. */
    committedCall(id: string, revision: number): CallRow | undefined {
      const row = committed.get(id)
      return row && row.revision >= revision ? row : undefined
    },
    announceLists: lists.trigger,
    close: lists.close,
  }
}
export type CallEvents = ReturnType<typeof createCallEvents>
