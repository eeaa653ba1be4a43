import type { AgentFace } from '@parley/protocol/agent'
import type { OutsideHours } from '@parley/protocol/business-hours'
import type { TeamStatus } from '@parley/protocol/session'
import { createTtlCache } from '../../core/cache.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { medianFirstResponse } from './conversation-store.ts'

/** Each widget asks when it connects: a storm of reconnects must cost one query per organization. */
const cache = { ttlMs: 5_000, maxEntries: 10_000 }
const periodMs = 14 * 24 * 3600 * 1000
const facesShown = 3

/** The team status in the widget's header: who is online, and the typical first response time. */
export function createTeam(deps: {
  db: Database
  clock: Clock
  onlineAgents: (organizationId: string) => string[]
  outsideHours: (organizationId: string, providerId: string) => Promise<OutsideHours | null>
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
}) {
  async function read(organizationId: string): Promise<Omit<TeamStatus, 'closed'>> {
    const online = deps.onlineAgents(organizationId)
    const since = timestamp(deps.clock() - periodMs)
    const [faces, median] = await Promise.all([
      online.length > 0
        ? deps.facesOf(organizationId, online.slice(0, facesShown))
        : new Map<string, AgentFace>(),
      medianFirstResponse(deps.db, organizationId, since),
    ])
    return {
      online: online.length > 0,
      agents: [...faces.values()],
      typical_response_seconds: median,
    }
  }

  const statuses = createTtlCache(read, cache, deps.clock)
  return {
    /** `closed` by the business hours of the widget. */
    async status(organizationId: string, providerId: string): Promise<TeamStatus> {
      const [status, closed] = await Promise.all([
        statuses.get(organizationId),
        deps.outsideHours(organizationId, providerId),
      ])
      return { ...status, closed }
    },
    forget: statuses.delete,
  }
}
export type Team = ReturnType<typeof createTeam>
