import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import type { CallNews, News } from './call-news.ts'
import { after } from './call-state.ts'
import { lockDesks, possibleAgents } from './desk-store.ts'
import { insertOffers, lockWaiting, setRinging, waitingCalls } from './offer-store.ts'
import { assign } from './routing.ts'

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
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const timers = new Set<NodeJS.Timeout>()

  /** In a transaction that has changed who waits or who is free. Answers the calls that ring now. */
  async function matchWithin(
    trx: Transaction,
    organizationId: string,
    now: string,
    news: News,
  ): Promise<Set<string>> {
    const rings = new Set<string>()
    // Most of the time nobody is free, and nobody has to wait for a turn.
    if (!(await possibleAgents(trx, organizationId, now)).some(({ free }) => free)) return rings
    await sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${organizationId}`}, 0))`.execute(trx)
    const agents = await possibleAgents(trx, organizationId, now)
    const matches = assign(await waitingCalls(trx, organizationId), agents, now)
    if (matches.length === 0) return rings
    const desks = await lockDesks(
      trx,
      matches.map(({ agent }) => agent.agent_id),
    )
    const calls = await lockWaiting(
      trx,
      matches.map(({ call }) => call.id),
    )
    const offers = matches.flatMap(({ call, agent }) => {
      const waiting = calls.get(call.id)
      if (!waiting || !desks.has(agent.agent_id)) return []
      const full = after(now, waiting.offer_seconds)
      return [
        {
          id: newId(),
          call_id: call.id,
          agent_id: agent.agent_id,
          outcome: 'ringing' as const,
          offered_at: now,
          // The end of the queue is hard: it cuts the offer short.
          expires_at: full < waiting.queue_until ? full : waiting.queue_until,
          ended_at: null,
        },
      ]
    })
    if (offers.length < matches.length) matchLater(organizationId)
    if (offers.length === 0) return rings
    await insertOffers(trx, offers)
    await setRinging(trx, offers)
    for (const { call_id: id, agent_id, expires_at } of offers) {
      rings.add(id)
      actAt(expires_at)
      deps.onOffer()
      const customerId = calls.get(id)?.customer_id ?? ''
      news.call({ id, customer_id: customerId, organization_id: organizationId, agent_id })
    }
    return rings
  }

  function matchLater(organizationId: string): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      matchSoon(organizationId)
    }, retryAfter)
    timers.add(timer)
  }

  async function match(organizationId: string): Promise<void> {
    const news = deps.news.gather()
    await deps.log.inTurn(() =>
      db.transaction().execute((trx) => matchWithin(trx, organizationId, timestamp(clock()), news)),
    )
    news.tell()
  }

  async function run(organizationId: string, mine: { again: boolean }): Promise<void> {
    try {
      while (mine.again) {
        mine.again = false
        await match(organizationId)
      }
    } finally {
      running.delete(organizationId)
    }
  }

  /** One at a time of each organization; whatever comes meanwhile shares the next one. */
  function matchSoon(organizationId: string): void {
    const under = running.get(organizationId)
    if (under) {
      under.again = true
      return
    }
    const mine = { again: true, done: Promise.resolve() }
    running.set(organizationId, mine)
    mine.done = run(organizationId, mine).catch(deps.onSurprise)
  }

  return {
    matchWithin,
    matchSoon,
    /** Ends when it is done; for looks at everything. */
    match,
    /** What has begun by itself is done. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
