import { sql } from 'kysely'
import { coalesceRuns } from '../../core/coalesce.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { CallEvents, EventCollector } from './call-events.ts'
import type { CallRow } from './call-state.ts'
import { possibleAgents } from './desk-store.ts'
import { limitLockWait } from './lock-wait.ts'
import { ring, waitingCalls } from './offer-store.ts'
import { withTeams, type TeamMembers } from './call-teams.ts'
import { assign, type PossibleAgent } from './routing.ts'

export type Matching = ReturnType<typeof createMatching>

/** Allows one transaction per organization to decide who is rung, until it ends. */
export const lockMatching = (trx: Transaction, organizationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${organizationId}`}, 0))`.execute(trx)

/** Waiting calls that a match reads, for each free agent. */
const firstPerAgent = 4
/** Waiting calls to read when the first ones leave an agent free: more than are ever matched at once. */
const maxWaiting = 500

/** Retry delay when a row is locked. */
const lockedRetryDelayMs = 10

/**
 * Matches waiting calls with free agents (SPEC C3). An advisory lock allows one matching transaction per organization, so that
 * none decides on rows another is about to change. Locked rows are skipped and retried.
 */
export function createMatching(deps: {
  db: Database
  log: EventLog
  clock: Clock
  events: CallEvents
  teamMembers: TeamMembers
  /** Schedules a sweep at that time. */
  actAt: (moment: string) => void
  onOffer: () => void
  onError: (error: unknown) => void
}) {
  const { db, clock, actAt } = deps
  const timers = new Set<NodeJS.Timeout>()
  /** organization -> whether a match was requested while it was held */
  const held = new Map<string, boolean>()

  const anyFree = (agents: PossibleAgent[]) => agents.some(({ free }) => free)

  /** Long queues are rarely read beyond their first calls, because those take all free agents. */
  async function chooseMatches(trx: Transaction, organizationId: string, now: string) {
    const agents = await possibleAgents(trx, organizationId, now, clock)
    const free = agents.filter((agent) => agent.free).length
    if (free === 0) return []
    const firstPage = Math.min(free * firstPerAgent, maxWaiting)
    const first = await chooseAmong(trx, organizationId, agents, now, firstPage)
    return first.matches.length === free || first.isWholeQueue
      ? first.matches
      : (await chooseAmong(trx, organizationId, agents, now, maxWaiting)).matches
  }

  async function chooseAmong(
    trx: Transaction,
    organizationId: string,
    agents: PossibleAgent[],
    now: string,
    max: number,
  ) {
    const waiting = await waitingCalls(trx, organizationId, now, max)
    const calls = await withTeams(trx, organizationId, waiting, deps.teamMembers)
    return { matches: assign(calls, agents, now), isWholeQueue: waiting.length < max }
  }

  /** Rings free agents for the waiting calls of an organization. Returns the calls that ring now. */
  async function ringFree(
    trx: Transaction,
    organizationId: string,
    now: string,
    collected: EventCollector,
  ): Promise<Map<string, CallRow>> {
    await lockMatching(trx, organizationId)
    const matches = await chooseMatches(trx, organizationId, now)
    if (matches.length === 0) return new Map()
    const pairs = matches.map(({ call, agent }) => ({ call_id: call.id, agent_id: agent.agent_id }))
    const rung = await ring(trx, pairs, now)
    if (rung.length < pairs.length) collected.afterCommit(() => matchLater(organizationId))
    for (const call of rung) {
      actAt(call.expires_at)
      deps.onOffer()
      collected.call(call)
    }
    return new Map(rung.map((call) => [call.id, call]))
  }

  /**
   * Matches within a transaction that changed who waits or who is free. Takes the advisory lock only if an agent is free,
   * which most of the time none is.
   * @param agents pass them if they were just read
   */
  async function matchWithin(
    trx: Transaction,
    organizationId: string,
    now: string,
    collected: EventCollector,
    agents?: PossibleAgent[],
  ): Promise<Map<string, CallRow>> {
    const known = agents ?? (await possibleAgents(trx, organizationId, now, clock))
    return anyFree(known) ? ringFree(trx, organizationId, now, collected) : new Map<string, CallRow>()
  }

  function matchLater(organizationId: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      matchSoon(organizationId)
    }, lockedRetryDelayMs)
    timers.add(timer)
  }

  async function match(organizationId: string, maxLockWaitMs?: number): Promise<void> {
    const now = timestamp(clock())
    if (!anyFree(await possibleAgents(db, organizationId, now, clock))) return
    const collected = deps.events.collect()
    await deps.log.inTurn(() =>
      db.transaction().execute(async (trx) => {
        if (maxLockWaitMs !== undefined) await limitLockWait(trx, maxLockWaitMs)
        return ringFree(trx, organizationId, timestamp(clock()), collected)
      }),
    )
    collected.publish()
  }

  const matchRuns = coalesceRuns((organizationId: string) => match(organizationId), deps.onError)

  /** Runs one match at a time per organization. Requests during a run are coalesced into one more run. */
  function matchSoon(organizationId: string): void {
    if (held.has(organizationId)) {
      held.set(organizationId, true)
      return
    }
    void matchRuns.trigger(organizationId)
  }

  return {
    matchWithin,
    matchSoon,
    /**
     * Postpones matching while several calls of an organization end, so that the longest idle of all freed agents is chosen
     * and not the agent of the call that ended first.
     */
    async holdWhile(organizationId: string, work: () => Promise<void>): Promise<void> {
      held.set(organizationId, false)
      try {
        await work()
      } finally {
        const requested = held.get(organizationId) === true
        held.delete(organizationId)
        if (requested) matchSoon(organizationId)
      }
    },
    /** Resolves when the match is done. `maxLockWaitMs` replaces the connection's `lock_timeout`. */
    match,
    /** Resolves once background matching has finished. */
    settled: matchRuns.settled,
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
