import { sql } from 'kysely'
import { coalesceRuns } from '../../core/coalesce.ts'
import { hasPassed, timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { CallEvents, EventCollector } from './call-events.ts'
import type { QueuedCall } from './call-queue.ts'
import type { CallRow } from './call-state.ts'
import { lockDeskIfFree, possibleAgents } from './desk-store.ts'
import { limitLockWait } from './lock-wait.ts'
import { ring, waitingCalls } from './offer-store.ts'
import { withTeams, type TeamMembers } from './call-teams.ts'
import { assign, type PossibleAgent } from './routing.ts'

export type Matching = ReturnType<typeof createMatching>

/** Allows one transaction per organization to decide who is rung, until it ends. */
export const lockMatching = (trx: Transaction, organizationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${organizationId}`}, 0))`.execute(trx)

/** Waiting calls that a match reads at first, for each free agent. */
const firstPerAgent = 4
/** Waiting calls to read at a time when the first ones leave an agent free. */
const pageSize = 500

/** Retry delay when a row is locked. */
const lockedRetryDelayMs = 10
/** A briefly locked call or desk keeps its turn. One that a frozen process holds must not keep agents from other calls. */
const maxLockedMs = 1000

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
  /** organization -> since when each match has met a locked call or desk */
  const lockedSince = new Map<string, number>()
  /** organization -> whether a match was requested while it was held */
  const held = new Map<string, boolean>()

  const anyFree = (agents: PossibleAgent[]) => agents.some(({ free }) => free)

  /**
   * Long queues are rarely read beyond their first calls, because those take all free agents. But many calls of a team without
   * a free agent must not hide the calls behind them.
   */
  async function chooseMatches(trx: Transaction, organizationId: string, now: string, skipLocked: boolean) {
    let agents = await possibleAgents(trx, organizationId, now, clock)
    if (skipLocked) for (const agent of agents) agent.free &&= await lockDeskIfFree(trx, agent.agent_id)
    const matches: ReturnType<typeof assign> = []
    let max = Math.min(agents.filter(({ free }) => free).length * firstPerAgent, pageSize)
    let last: QueuedCall | undefined
    while (anyFree(agents)) {
      const waiting = await waitingCalls(trx, organizationId, now, { max, after: last, skipLocked })
      const calls = await withTeams(trx, organizationId, waiting, deps.teamMembers)
      const chosen = assign(calls, agents, now)
      matches.push(...chosen)
      if (waiting.length < max) break
      const taken = new Set(chosen.map(({ agent }) => agent.agent_id))
      agents = agents.map((agent) => (taken.has(agent.agent_id) ? { ...agent, free: false } : agent))
      last = waiting.at(-1)
      max = pageSize
    }
    return matches
  }

  /** Rings free agents for the waiting calls of an organization. Returns the calls that ring now. */
  async function ringFree(
    trx: Transaction,
    organizationId: string,
    now: string,
    collected: EventCollector,
  ): Promise<Map<string, CallRow>> {
    await lockMatching(trx, organizationId)
    const since = lockedSince.get(organizationId)
    const skipLocked = since !== undefined && hasPassed(maxLockedMs, since, clock)
    const matches = await chooseMatches(trx, organizationId, now, skipLocked)
    if (matches.length === 0) {
      lockedSince.delete(organizationId)
      return new Map()
    }
    const pairs = matches.map(({ call, agent }) => ({ call_id: call.id, agent_id: agent.agent_id }))
    const rung = await ring(trx, pairs, now)
    if (rung.length < pairs.length) {
      lockedSince.set(organizationId, since ?? clock())
      collected.afterCommit(() => matchLater(organizationId))
    } else lockedSince.delete(organizationId)
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
    if (anyFree(known)) return await ringFree(trx, organizationId, now, collected)
    lockedSince.delete(organizationId)
    return new Map<string, CallRow>()
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
    if (!anyFree(await possibleAgents(db, organizationId, now, clock))) {
      lockedSince.delete(organizationId)
      return
    }
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
