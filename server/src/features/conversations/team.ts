import type { AgentFace } from '@parley/protocol/agent'
import type { TeamStatus } from '@parley/protocol/session'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { medianFirstResponse } from './conversation-store.ts'

const remembered = 5_000
const period = 14 * 24 * 3600 * 1000
const facesShown = 3

/**
 * What the widget's header says of the team (look.md). Asked at every connect, so it is remembered for 5 s an
 * organization: a storm of reconnects costs one query.
 */
export function createTeam(deps: {
  db: Database
  clock: Clock
  onlineAgents: (organizationId: string) => string[]
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
}) {
  const known = new Map<string, { at: number; status: Promise<TeamStatus> }>()

  async function read(organizationId: string): Promise<TeamStatus> {
    const online = deps.onlineAgents(organizationId)
    const since = timestamp(deps.clock() - period)
    const [faces, median] = await Promise.all([
      online.length > 0
        ? deps.facesOf(organizationId, online.slice(0, facesShown))
        : new Map<string, AgentFace>(),
      medianFirstResponse(deps.db, organizationId, since),
    ])
    return { online: online.length > 0, agents: [...faces.values()], typical_response_seconds: median }
  }

  return {
    status(organizationId: string): Promise<TeamStatus> {
      const entry = known.get(organizationId)
      if (entry && deps.clock() - entry.at < remembered) return entry.status
      const status = read(organizationId)
      known.set(organizationId, { at: deps.clock(), status })
      status.catch(() => known.delete(organizationId))
      return status
    },
    forget: (organizationId: string) => known.delete(organizationId),
  }
}
export type Team = ReturnType<typeof createTeam>
