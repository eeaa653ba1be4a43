import type { AgentDesk } from '@parley/protocol/call'
import type { AgentFace } from '@parley/protocol/agent'
import type { LiveAgent, LiveCounts, LiveReport } from '@parley/protocol/reports'
import { timestamp, type Clock } from '../../core/clock.ts'

/** Open conversations of a team and an assignee. All but `snoozed` without snoozed ones. */
interface LiveCount {
  team_id: string | null
  agent_id: string | null
  open: number
  waiting: number
  snoozed: number
  waiting_since: string | null
}

export interface LiveDeps {
  clock: Clock
  conversationCounts: (organizationId: string) => Promise<LiveCount[]>
  callCounts: (organizationId: string) => Promise<LiveReport['calls']>
  /** Call states of agents who have opened the panel. */
  desks: (organizationId: string) => Promise<AgentDesk[]>
  listAgents: (
    organizationId: string,
  ) => Promise<{ id: string; name: string; avatar_url: string | null; created_at: string }[]>
  /** Since when agents have been connected, by agent. */
  onlineSince: (organizationId: string) => Promise<Map<string, string>>
  isOnline: (organizationId: string, agentId: string) => boolean
  teams: (organizationId: string) => Promise<{ id: string; name: string }[]>
}

/** The live report, read from current rows. */
export function createLiveReport(deps: LiveDeps) {
  return async function live(organizationId: string): Promise<LiveReport> {
    const [counts, calls, desks, agents, teams, since] = await Promise.all([
      deps.conversationCounts(organizationId),
      deps.callCounts(organizationId),
      deps.desks(organizationId),
      deps.listAgents(organizationId),
      deps.teams(organizationId),
      deps.onlineSince(organizationId),
    ])
    const deskOf = new Map(desks.map((desk) => [desk.agent.id, desk]))
    const nameOf = new Map(teams.map(({ id, name }) => [id, name]))
    const byTeam = Map.groupBy(counts, (count) => count.team_id)
    return {
      at: timestamp(deps.clock()),
      ...sumOf(counts),
      teams: [...byTeam]
        .map(([teamId, ofTeam]) => ({
          team_id: teamId,
          name: teamId === null ? null : (nameOf.get(teamId) ?? null),
          ...sumOf(ofTeam),
        }))
        .sort((one, other) => other.open - one.open),
      agents: agents
        .map(({ created_at: joinedAt, ...agent }): LiveAgent => {
          const face: AgentFace = { id: agent.id, name: agent.name, avatar_url: agent.avatar_url }
          const own = sumOf(counts.filter((count) => count.agent_id === agent.id))
          const desk = deskOf.get(agent.id)
          const online = deps.isOnline(organizationId, agent.id)
          return {
            agent: face,
            online,
            online_since: online ? (since.get(agent.id) ?? null) : null,
            state: desk?.state ?? 'offline',
            since: desk?.since ?? joinedAt,
            open: own.open,
            waiting: own.waiting,
          }
        })
        .sort(
          (one, other) =>
            Number(other.online) - Number(one.online) || one.agent.name.localeCompare(other.agent.name),
        ),
      calls,
    }
  }
}

function sumOf(counts: LiveCount[]): LiveCounts {
  const total = (of: (count: LiveCount) => number) => counts.reduce((sum, count) => sum + of(count), 0)
  const waits = counts.flatMap(({ waiting_since: since }) => (since === null ? [] : [since]))
  return {
    open: total(({ open }) => open),
    unassigned: total(({ agent_id: agentId, open }) => (agentId === null ? open : 0)),
    waiting: total(({ waiting }) => waiting),
    snoozed: total(({ snoozed }) => snoozed),
    waiting_since: waits.sort()[0] ?? null,
  }
}
