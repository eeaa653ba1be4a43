import { sql } from 'kysely'
import { coalesceRuns } from '../../core/coalesce.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { CallNews, News } from './call-news.ts'
import type { CallRow } from './call-state.ts'
import { possibleAgents } from './desk-store.ts'
import { ring, waitingCalls } from './offer-store.ts'
import { assign, type PossibleAgent } from './routing.ts'

export type Matching = ReturnType<typeof createMatching>

/** Somebody else has a row for a moment: the next try, in milliseconds. */
const retryAfter = 10

/**
 * Brings calls that wait and agents who are free together (SPEC C3). One transaction of an organization at a time decides,
 * so that none decides on what another is about to change; what a third holds for a moment it leaves and tries again.
 */
export function createMatching(deps: {
  db: Database
  log: EventLog
  clock: Clock
  news: CallNews
  /** To be looked at then. */
  actAt: (moment: string) => void
  onOffer: () => void
  onSurprise: (error: unknown) => void
}) {
  const { db, clock, actAt } = deps
  const timers = new Set<NodeJS.Timeout>()
  /** organization -> whether somebody has asked meanwhile */
  const held = new Map<string, boolean>()

  const anyFree = (agents: PossibleAgent[]) => agents.some(({ free }) => free)

  /** Of an organization in which somebody is free. Answers the calls that ring now. */
  async function ringFree(
    trx: Transaction,
    organizationId: string,
    now: string,
    news: News,
  ): Promise<Map<string, CallRow>> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${organizationId}`}, 0))`.execute(trx)
    const waiting = await waitingCalls(trx, organizationId, now)
    if (waiting.length === 0) return new Map()
    const matches = assign(waiting, await possibleAgents(trx, organizationId, now), now)
    if (matches.length === 0) return new Map()
    const pairs = matches.map(({ call, agent }) => ({ call_id: call.id, agent_id: agent.agent_id }))
    const rung = await ring(trx, pairs, now)
    if (rung.length < pairs.length) matchLater(organizationId)
    for (const call of rung) {
      actAt(call.expires_at)
      deps.onOffer()
      news.call(call)
    }
    return new Map(rung.map((call) => [call.id, call]))
  }

  /**
   * In a transaction that has changed who waits or who is free. Most of the time nobody is free, and nobody has to wait for
   * a turn.
   * @param agents when they have just been read
   */
  async function matchWithin(
    trx: Transaction,
    organizationId: string,
    now: string,
    news: News,
    agents?: PossibleAgent[],
  ): Promise<Map<string, CallRow>> {
    const known = agents ?? (await possibleAgents(trx, organizationId, now))
    return anyFree(known) ? ringFree(trx, organizationId, now, news) : new Map<string, CallRow>()
  }

  function matchLater(organizationId: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      matchSoon(organizationId)
    }, retryAfter)
    timers.add(timer)
  }

  async function match(organizationId: string): Promise<void> {
    const now = timestamp(clock())
    if (!anyFree(await possibleAgents(db, organizationId, now))) return
    const news = deps.news.gather()
    await deps.log.inTurn(() =>
      db.transaction().execute((trx) => ringFree(trx, organizationId, timestamp(clock()), news)),
    )
    news.tell()
  }

  const matchRuns = coalesceRuns(match, deps.onSurprise)

  /** One at a time of each organization; whatever comes meanwhile shares the next one. */
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
     * While several calls of an organization end: afterwards the longest idle of all whom they have freed is chosen, not the
     * one whom the first of them has.
     */
    async holdWhile(organizationId: string, work: () => Promise<void>): Promise<void> {
      held.set(organizationId, false)
      try {
        await work()
      } finally {
        const asked = held.get(organizationId) === true
        held.delete(organizationId)
        if (asked) matchSoon(organizationId)
      }
    },
    /** Ends when it is done; for looks at everything. */
    match,
    /** Resolves when background work has finished. */
    settled: matchRuns.settled,
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
