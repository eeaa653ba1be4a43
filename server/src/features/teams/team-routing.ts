import type { Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { chooseAgent, hasRoom, type Candidate } from './choose-agent.ts'
import { createMovingOn, type MovingOnDeps } from './moving-on.ts'
import {
  endTurn,
  lockRouting,
  recordWork,
  routedMembers,
  routedTeams,
  type RoutedTeam,
} from './routing-store.ts'

/** Maximum number of concurrent routing transactions per process, so that messages do not wait for them. */
const concurrency = 2
export interface RoutingDeps<Claimed extends { team_id: string | null }> {
  db: Database
  log: EventLog
  clock: Clock
  isOnline: (organizationId: string, agentId: string) => boolean
  /** Whether an agent who is online has closed the panel, or is reloading it. */
  isLeaving: (organizationId: string, agentId: string) => boolean
  onlineAgents: (organizationId: string) => string[]
  isReconnecting: MovingOnDeps['isReconnecting']
  deskStates: (
    db: Database | Transaction,
    agentIds: string[],
  ) => Promise<Map<string, { away: boolean; busy: boolean; idle_since: string }>>
  conversations: {
    /** Returns those of these teams that have conversations without an agent. */
    teamsWaiting: (teamIds: string[]) => Promise<string[]>
    loadsOf: (trx: Database | Transaction, agentIds: string[]) => Promise<Map<string, number>>
    claim: (tx: LogTransaction, organizationId: string, teamIds: string[]) => Promise<Claimed | undefined>
    assignClaimed: (tx: LogTransaction, row: Claimed, agentId: string) => Promise<void>
  } & MovingOnDeps['conversations']
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

  /** Members of each team who are connected and not away. Those who are leaving get nothing that would stay with them. */
  async function candidatesOf(
    trx: Database | Transaction,
    organizationId: string,
    teams: RoutedTeam[],
  ): Promise<Map<string, Candidate[]>> {
    const all = await routedMembers(
      trx,
      teams.map(({ id }) => id),
    )
    const members = all.filter(
      ({ agent_id: id }) => deps.isOnline(organizationId, id) && !deps.isLeaving(organizationId, id),
    )
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
    const teams = await routedTeams(db, organizationId)
    if ((await conversations.teamsWaiting(teams.map(({ id }) => id))).length === 0) return
    while (!signal.aborted && (await turn(() => assignNext(organizationId))));
  }

  const movingOn = createMovingOn({ ...deps, turn, candidatesOf, recordAssignment })

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
      const teams = await routedTeams(db, null)
      const waiting = new Set(await conversations.teamsWaiting(teams.map(({ id }) => id)))
      const organizations = teams.filter(({ id }) => waiting.has(id)).map((team) => team.organization_id)
      for (const id of new Set(organizations)) await route(id).catch(deps.onError)
      await movingOn.moveUnanswered(teams)
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
