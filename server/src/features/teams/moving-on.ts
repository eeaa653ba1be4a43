import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { maxPeerWaitMs, type ReconnectWindow } from '../../realtime/presence/reconnect-window.ts'
import { chooseAgent, hasRoom, type Candidate } from './choose-agent.ts'
import { lockRouting, type RoutedTeam } from './routing-store.ts'

/** Unanswered conversations per team and sweep; further ones follow with the next. */
const sweepSize = 100

interface Deadline {
  team_id: string
  before: string
  /** Agents whose conversations would stay with them. */
  except_agents: string[]
}

interface Unanswered {
  id: string
  organization_id: string
  customer_id: string
  team_id: string
}

export interface MovingOnDeps {
  db: Database
  log: EventLog
  clock: Clock
  isOnline: (organizationId: string, agentId: string) => boolean
  onlineAgents: (organizationId: string) => string[]
  isReconnecting: ReconnectWindow['isOpen']
  deskStates: (
    db: Database | Transaction,
    agentIds: string[],
  ) => Promise<Map<string, { away: boolean; busy: boolean; idle_since: string }>>
  conversations: {
    unanswered: (deadlines: Deadline[], max: number) => Promise<Unanswered[]>
    moveOn: (
      tx: LogTransaction,
      where: { organizationId: string; customerId: string; conversationId: string },
      deadline: Deadline,
      team: { id: string; name: string },
      decide: (agentId: string) => Promise<string | null | undefined>,
    ) => Promise<boolean>
  }
  candidatesOf: (
    db: Database | Transaction,
    organizationId: string,
    teams: RoutedTeam[],
  ) => Promise<Map<string, Candidate[]>>
  recordAssignment: (tx: LogTransaction, teamId: string, agentId: string) => Promise<void>
  /** Limits concurrent transactions. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  signal: AbortSignal
  onError: (error: unknown) => void
}

type OverdueTeam = RoutedTeam & { organization_id: string; before: string }

/** Reassigns conversations that are unanswered for longer than their team's `reassign_minutes`. */
export function createMovingOn(deps: MovingOnDeps) {
  const { db, log, conversations } = deps
  let pausedAt: number | null = null

  /** To another member with room; back to the team if the agent has left. Otherwise it stays. */
  const moveOn = (unanswered: Unanswered, team: OverdueTeam): Promise<boolean> =>
    log.transact(async (tx) => {
      const { id, organization_id: organizationId, customer_id: customerId } = unanswered
      await lockRouting(tx.db, organizationId)
      const members = (await deps.candidatesOf(tx.db, organizationId, [team])).get(team.id) ?? []
      let next: string | null = null
      const moved = await conversations.moveOn(
        tx,
        { organizationId, customerId, conversationId: id },
        { team_id: team.id, before: team.before, except_agents: [] },
        { id: team.id, name: team.name },
        async (agentId) => {
          const others = members.filter((member) => member.agent_id !== agentId)
          next = chooseAgent(team.strategy, others)?.agent_id ?? null
          if (next !== null) return next
          return (await presentOf(tx.db, organizationId, [agentId])).length > 0 ? undefined : null
        },
      )
      if (moved && next !== null) await deps.recordAssignment(tx, team.id, next)
      return moved
    })

  /** Returns which of these agents are connected and not away. */
  async function presentOf(
    trx: Database | Transaction,
    organizationId: string,
    agentIds: string[],
  ): Promise<string[]> {
    const online = agentIds.filter((id) => deps.isOnline(organizationId, id))
    if (online.length === 0) return []
    const desks = await deps.deskStates(trx, online)
    return online.filter((id) => desks.get(id)?.away !== true)
  }

  /**
   * Agents whose overdue conversations stay, because no other member has room. They are not selected: otherwise the same
   * conversations would fill every sweep and hide those of absent agents.
   */
  async function exemptAgentsOf(
    organizationId: string,
    teams: OverdueTeam[],
  ): Promise<Map<string, string[]>> {
    const candidates = await deps.candidatesOf(db, organizationId, teams)
    let present: string[] | undefined
    const exempt = new Map<string, string[]>()
    for (const { id } of teams) {
      const [first, second] = (candidates.get(id) ?? []).filter(hasRoom)
      // If no member has free capacity, conversations stay with agents who are present, even with former members.
      if (!first) present ??= await presentOf(db, organizationId, deps.onlineAgents(organizationId))
      exempt.set(id, second ? [] : first ? [first.agent_id] : (present ?? []))
    }
    return exempt
  }

  async function withExemptAgents(teams: OverdueTeam[]): Promise<Deadline[]> {
    const deadlines: Deadline[] = []
    for (const [organizationId, own] of Map.groupBy(teams, (team) => team.organization_id)) {
      const exempt = await exemptAgentsOf(organizationId, own)
      for (const { id, before } of own)
        deadlines.push({ team_id: id, before, except_agents: exempt.get(id) ?? [] })
    }
    return deadlines
  }

  /** While panels reconnect, agents who are only reconnecting would lose their conversations. Limited, because a process may restart repeatedly. */
  function isPaused(): boolean {
    pausedAt = deps.isReconnecting(0) ? (pausedAt ?? performance.now()) : null
    return pausedAt !== null && performance.now() < pausedAt + maxPeerWaitMs
  }

  return {
    async moveUnanswered(routed: (RoutedTeam & { organization_id: string })[]): Promise<void> {
      if (isPaused()) return
      const now = deps.clock()
      const timed = routed.flatMap((team) =>
        team.reassign_minutes === null
          ? []
          : [{ ...team, before: timestamp(now - team.reassign_minutes * 60_000) }],
      )
      const some = await conversations.unanswered(
        timed.map(({ id, before }) => ({ team_id: id, before, except_agents: [] })),
        1,
      )
      const overdueIds = new Set(some.map(({ team_id }) => team_id))
      const teams = new Map(timed.filter(({ id }) => overdueIds.has(id)).map((team) => [team.id, team]))
      if (teams.size === 0) return
      const due = await conversations.unanswered(await withExemptAgents([...teams.values()]), sweepSize)
      for (const unanswered of due) {
        const team = teams.get(unanswered.team_id)
        if (deps.signal.aborted || !team) continue
        await deps.turn(() => moveOn(unanswered, team)).catch(deps.onError)
      }
    },
  }
}
