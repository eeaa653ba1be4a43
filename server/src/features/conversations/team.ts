import type { AgentFace } from '@parley/protocol/agent'
import type { OutsideHours } from '@parley/protocol/business-hours'
import type { TeamStatus } from '@parley/protocol/session'
import { LRUCache } from 'lru-cache'
import { atMost, createTtlCache } from '../../core/cache.ts'
import { timestamp, type Clock } from '../../core/clock.ts'

/** Each widget asks when it connects: a storm of reconnects must cost one query per organization. */
const cache = { ttlMs: 5_000, maxEntries: 10_000 }
const periodMs = 14 * 24 * 3600 * 1000
const facesShown = 3

/** The team status in the widget's header: who is online, and the typical first response time. */
export function createTeam(deps: {
  clock: Clock
  onlineAgents: (organizationId: string) => string[]
  outsideHours: (organizationId: string, providerId: string) => Promise<OutsideHours | null>
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  /** Median of the first response time (seconds) since then. */
  typicalResponse: (organizationId: string, since: string) => Promise<number | null>
}) {
  async function read(organizationId: string): Promise<Omit<TeamStatus, 'closed'>> {
    const online = deps.onlineAgents(organizationId)
    const since = timestamp(deps.clock() - periodMs)
    const [faces, median] = await Promise.all([
      online.length > 0
        ? deps.facesOf(organizationId, online.slice(0, facesShown))
        : new Map<string, AgentFace>(),
      deps.typicalResponse(organizationId, since),
    ])
    return {
      online: online.length > 0,
      agents: [...faces.values()],
      typical_response_seconds: median,
    }
  }

  const statuses = createTtlCache(read, cache, deps.clock)
  /** What all widgets of a provider show, and by which read. null: they may show different things. */
  const shown = new LRUCache<string, { text: string | null; readNumber: number }>(atMost(cache.maxEntries))
  let lastReadNumber = 0

  /** `closed` by the business hours of the widget. */
  async function statusOf(organizationId: string, providerId: string): Promise<TeamStatus> {
    const [status, closed] = await Promise.all([
      statuses.get(organizationId),
      deps.outsideHours(organizationId, providerId),
    ])
    return { ...status, closed }
  }

  return {
    /** For a widget that connects. `outdated` runs if the widgets that connected before show something else. */
    async status(organizationId: string, providerId: string, outdated?: () => void): Promise<TeamStatus> {
      const status = await statusOf(organizationId, providerId)
      const text = whatWidgetsShow(status)
      const known = shown.get(providerId)
      if (known === undefined) shown.set(providerId, { text, readNumber: 0 })
      else if (known.text !== null && known.text !== text) {
        shown.set(providerId, { ...known, text: null })
        outdated?.()
      }
      return status
    },

    /** Widgets that connect from now on get the current status. */
    forget: statuses.delete,
    forgetAll: statuses.clear,

    /** Returns the status if it has to be sent to the provider's widgets; null if they show it already. */
    async change(organizationId: string, providerId: string): Promise<TeamStatus | null> {
      lastReadNumber += 1
      const readNumber = lastReadNumber
      const status = await statusOf(organizationId, providerId)
      const text = whatWidgetsShow(status)
      const known = shown.get(providerId)
      // A later read was faster, and has what this one has missed.
      if (known !== undefined && known.readNumber > readNumber) return null
      shown.set(providerId, { text, readNumber })
      return known?.text === text ? null : status
    },
  }
}
export type Team = ReturnType<typeof createTeam>

/** The typical time changes with every answer; widgets get it when they connect. */
const whatWidgetsShow = ({ online, agents, closed }: TeamStatus): string =>
  JSON.stringify([online, agents, closed])
