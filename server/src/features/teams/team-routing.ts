import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { chooseAgent, hasRoom, type Candidate } from './choose-agent.ts'
import {
  endTurn,
  lockRouting,
  recordWork,
  routedMembers,
  routedTeams,
  type RoutedTeam,
} from './routing-store.ts'

/** Transactions of routing per process at a time: messages must not wait for it. */
const concurrency = 2
/** Unanswered conversations per team and sweep; further ones follow with the next. */
const sweepSize = 100

interface Deadline {
  team_id: string
  before: string
}

interface Unanswered {
  id: string
  organization_id: string
  customer_id: string
  team_id: string
}

export interface RoutingDeps<Claimed extends { team_id: string | null }> {
  db: Database
  log: EventLog
  clock: Clock
  isOnline: (organizationId: string, agentId: string) => boolean
  deskStates: (
    db: Database | Transaction,
    agentIds: string[],
  ) => Promise<Map<string, { away: boolean; busy: boolean; idle_since: string }>>
  conversations: {
    teamsWaiting: (organizationId: string | null) => Promise<{ organization_id: string; team_id: string }[]>
    loadsOf: (trx: Transaction, agentIds: string[]) => Promise<Map<string, number>>
    claim: (tx: LogTransaction, organizationId: string, teamIds: string[]) => Promise<Claimed | undefined>
    assignClaimed: (tx: LogTransaction, row: Claimed, agentId: string) => Promise<void>
    unanswered: (deadlines: Deadline[], max: number) => Promise<Unanswered[]>
    moveOn: (
      tx: LogTransaction,
      where: { organizationId: string; customerId: string; conversationId: string },
      deadline: Deadline,
      team: { id: string; name: string },
      decide: (agentId: string) => Promise<string | null | undefined>,
    ) => Promise<boolean>
  }
  /** Aborted when the service stops. */
  signal: AbortSignal
  onError: (error: unknown) => void
}

export type TeamRouting = ReturnType<typeof createTeamRouting>

/** Assigns waiting conversations to members of their teams (docs/decisions/teams.md). */
export function createTeamRouting<Claimed extends { team_id: string | null }>(deps: RoutingDeps<Claimed>) {
  const { db, log, conversations, signal } = deps
  const turn = createSemaphore(concurrency)
  /** Organizations being routed, and whether they changed meanwhile. */
  const running = new Map<string, { again: boolean }>()
  const work = new Set<Promise<void>>()

  /** Members of each team who are connected and not away. */
  async function candidatesOf(
    trx: Transaction,
    organizationId: string,
    teams: RoutedTeam[],
  ): Promise<Map<string, Candidate[]>> {
    const all = await routedMembers(
      trx,
      teams.map(({ id }) => id),
    )
    const members = all.filter(({ agent_id }) => deps.isOnline(organizationId, agent_id))
    const agentIds = [...new Set(members.map(({ agent_id }) => agent_id))]
    const loads = await conversations.loadsOf(trx, agentIds)
    const desks = await deps.deskStates(trx, agentIds)
    const candidates = new Map<string, Candidate[]>(teams.map(({ id }) => [id, []]))
    for (const { team_id, agent_id, capacity, turn: position, busy_at } of members) {
      const desk = desks.get(agent_id)
      if (desk?.away) continue
      candidates.get(team_id)?.push({
        agent_id,
        capacity,
        load: loads.get(agent_id) ?? 0,
        busy: desk?.busy ?? false,
        turn: position,
        idle_since: later(busy_at, desk?.idle_since ?? null),
      })
    }
    return candidates
  }

  async function recordAssignment(tx: LogTransaction, teamId: string, agentId: string): Promise<void> {
    await endTurn(tx.db, teamId, agentId)
    await recordWork(tx.db, new Map([[agentId, tx.now]]))
  }

  /** Assigns the conversation that has waited longest, of any team with room. Returns whether there was one. */
  const assignNext = (organizationId: string): Promise<boolean> =>
    log.transact(async (tx) => {
      await lockRouting(tx.db, organizationId)
      const teams = await routedTeams(tx.db, organizationId)
      const candidates = await candidatesOf(tx.db, organizationId, teams)
      const ready = teams.filter(({ id }) => candidates.get(id)?.some(hasRoom))
      if (ready.length === 0) return false
      const claimed = await conversations.claim(
        tx,
        organizationId,
        ready.map(({ id }) => id),
      )
      const team = ready.find(({ id }) => id === claimed?.team_id)
      const agent = team && chooseAgent(team.strategy, candidates.get(team.id) ?? [])
      if (!claimed || !team || !agent) return false
      await conversations.assignClaimed(tx, claimed, agent.agent_id)
      await recordAssignment(tx, team.id, agent.agent_id)
      return true
    })

  async function assignAll(organizationId: string): Promise<void> {
    // Most changes concern no waiting conversation: then there is nothing to lock.
    if ((await conversations.teamsWaiting(organizationId)).length === 0) return
    while (!signal.aborted && (await turn(() => assignNext(organizationId))));
  }

  /** To another member with room; back to the team if the agent has left. Otherwise it stays. */
  const moveOn = (unanswered: Unanswered, team: RoutedTeam, before: string): Promise<boolean> =>
    log.transact(async (tx) => {
      const { id, organization_id: organizationId, customer_id: customerId } = unanswered
      await lockRouting(tx.db, organizationId)
      const members = (await candidatesOf(tx.db, organizationId, [team])).get(team.id) ?? []
      let next: string | null = null
      const moved = await conversations.moveOn(
        tx,
        { organizationId, customerId, conversationId: id },
        { team_id: team.id, before },
        { id: team.id, name: team.name },
        async (agentId) => {
          const others = members.filter((member) => member.agent_id !== agentId)
          next = chooseAgent(team.strategy, others)?.agent_id ?? null
          if (next !== null) return next
          return (await isPresent(tx.db, organizationId, agentId)) ? undefined : null
        },
      )
      if (moved && next !== null) await recordAssignment(tx, team.id, next)
      return moved
    })

  async function isPresent(trx: Transaction, organizationId: string, agentId: string): Promise<boolean> {
    if (!deps.isOnline(organizationId, agentId)) return false
    return (await deps.deskStates(trx, [agentId])).get(agentId)?.away !== true
  }

  async function moveUnanswered(): Promise<void> {
    const teams = (await routedTeams(db, null)).filter((team) => team.reassign_minutes !== null)
    const now = deps.clock()
    const deadlines = new Map(
      teams.map(({ id, reassign_minutes }) => [id, timestamp(now - (reassign_minutes ?? 0) * 60_000)]),
    )
    const due = await conversations.unanswered(
      [...deadlines].map(([team_id, before]) => ({ team_id, before })),
      sweepSize,
    )
    for (const unanswered of due) {
      const team = teams.find(({ id }) => id === unanswered.team_id)
      const before = deadlines.get(unanswered.team_id)
      if (signal.aborted || !team || before === undefined) continue
      await turn(() => moveOn(unanswered, team, before)).catch(deps.onError)
    }
  }

  /** Assigns what waits in an organization. Calls during a run cause another run afterwards. */
  async function route(organizationId: string): Promise<void> {
    const current = running.get(organizationId)
    if (current) {
      current.again = true
      return
    }
    const state = { again: true }
    running.set(organizationId, state)
    try {
      while (state.again && !signal.aborted) {
        state.again = false
        await assignAll(organizationId)
      }
    } finally {
      running.delete(organizationId)
    }
  }

  return {
    route,

    routeSoon(organizationId: string): void {
      if (signal.aborted) return
      const run: Promise<void> = route(organizationId)
        .catch(deps.onError)
        .finally(() => work.delete(run))
      work.add(run)
    },

    /** Everything that waits or is overdue, in all organizations. */
    async sweep(): Promise<void> {
      const waiting = await conversations.teamsWaiting(null)
      for (const id of new Set(waiting.map(({ organization_id }) => organization_id)))
        await route(id).catch(deps.onError)
      await moveUnanswered()
    },

    /** Resolves once background work has finished. */
    async settled(): Promise<void> {
      while (work.size > 0) await Promise.all(work)
    },
  }
}

/** Timestamps sort as text. */
const later = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a > b ? a : b
