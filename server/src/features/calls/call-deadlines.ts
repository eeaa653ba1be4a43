import { sql } from 'kysely'
import { hasPassed, timestamp, type Clock } from '../../core/clock.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import type { Database } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import type { CallChanges } from './call-changes.ts'
import type { CallKey } from './call-keys.ts'
import type { CallEvents } from './call-events.ts'
import { after } from './call-state.ts'
import { extendDeadlines } from './deadline-extensions.ts'
import { dropLapsed, extendPresence, hasLapsed, isPresent } from './desk-presence.ts'
import { endWrapUps } from './desk-store.ts'
import { isLockTimeout } from './lock-wait.ts'
import type { Desks } from './desks.ts'
import type { Matching } from './matching.ts'
import { isOpen } from './transfer-store.ts'

/** The longest that a dead process can delay a deadline (SPEC C7). */
const sweepIntervalMs = 250
/** How often the time for the next renewal of presence is checked. */
const heartbeatCheckIntervalMs = 500
/** Sweeps that meet locked rows for so long are logged. */
const maxLockedMs = 10_000
/** A longer wait for a row, which another process may hold, would delay all organizations. The next sweep retries. */
const maxLockWaitMs = 250
/** A longer gap between two checks counts as an outage. Shorter than the 5 s between two `call.alive` of a side. */
const maxCheckGapMs = 4000
/** Time for sides and panels to report after an outage: two `call.alive`. A disconnected side retries every 3 s. */
const reportSeconds = 10
/** Organizations in parallel. Within one, calls are settled oldest first, so the oldest has the first choice of agents. */
const organizationConcurrency = 8

export type Alarm = ReturnType<typeof createAlarm>

/** Wakes the sweep exactly at known deadlines, so that they do not wait for the next interval. */
export function createAlarm(clock: Clock) {
  const timers = new Map<number, { timer: NodeJS.Timeout; freed: Set<string> }>()
  let wake: (freed: Iterable<string>) => void = () => {}
  return {
    onWake(listener: typeof wake): void {
      wake = listener
    },
    /** @param freedIn organization in which an agent becomes free at that time: its queue is matched first */
    at(moment: string, freedIn?: string): void {
      const due = Date.parse(moment)
      const known = timers.get(due)
      const freed = known?.freed ?? new Set<string>()
      if (freedIn !== undefined) freed.add(freedIn)
      if (known) return
      const timer = setTimeout(
        () => {
          timers.delete(due)
          wake(freed)
        },
        // A timer may fire up to a millisecond early.
        Math.max(0, due - clock()) + 1,
      )
      timers.set(due, { timer, freed })
    },
    close(): void {
      for (const { timer } of timers.values()) clearTimeout(timer)
      timers.clear()
      wake = () => {}
    },
  }
}

/** Sweeps every deadline that has passed, whichever process set it. */
export function createDeadlines(deps: {
  db: Database
  clock: Clock
  alarm: Alarm
  changes: CallChanges
  desks: Pick<Desks, 'heartbeatIfDue'>
  matching: Matching
  events: CallEvents
  onError: (error: unknown) => void
}) {
  const { db, clock, changes, matching } = deps
  let timer: NodeJS.Timeout | null = null
  let heartbeatTimer: NodeJS.Timeout | null = null
  /** The time of the last completed check. Before the first one this process may have been down for any time. */
  let checkedAt = -Infinity
  let wasLate = false
  /** Whether the result of the last check was discarded. */
  let wasDiscarded = false
  /** Whether the current sweep met a locked row, and since when all sweeps have. */
  let foundLock = false
  let lockedSince: number | null = null
  /** Until when the deadlines of calls that were locked at the first attempt are still to be extended. */
  let extendUntil: string | null = null

  /**
   * Finds what is due. After an outage of this process or of the database, deadlines have passed because nobody could report:
   * extends them first, once, so that sweeps that are late under load do not keep calls alive whose sides are gone. A check
   * that takes as long as an outage finds what the outage left, so its result is discarded, once as well: the next check is late.
   */
  async function check(moment: number): Promise<Due> {
    const now = timestamp(moment)
    const isLate = timer !== null && moment - checkedAt > maxCheckGapMs
    if (isLate && !wasLate) {
      extendUntil = after(now, reportSeconds)
      await extendPresence(db, reportSeconds, clock)
    }
    let notExtended = new Set<string>()
    if (extendUntil !== null) {
      notExtended = await extend(extendUntil)
      if (notExtended.size === 0 || extendUntil <= now) extendUntil = null
    }
    const due = await dueNow(db, now, clock)
    const isDiscarded = timer !== null && clock() - moment > maxCheckGapMs && !wasLate && !wasDiscarded
    checkedAt = moment
    wasLate = isLate && !isDiscarded
    wasDiscarded = isDiscarded
    if (isDiscarded) return nothingDue
    // Unlocked while this sweep waits, such a call would end by a deadline that the next sweep extends.
    return { ...due, calls: due.calls.filter(({ id }) => !notExtended.has(id)) }
  }

  /** Returns the IDs of calls that are locked. */
  async function extend(until: string): Promise<Set<string>> {
    const { skipped, agents } = await extendDeadlines(db, until)
    const collected = deps.events.collect()
    for (const { organization_id: organizationId, agent_id: agentId } of agents)
      collected.agent(organizationId, agentId)
    collected.publish()
    return skipped
  }

  /** Only the first locked row of a sweep is waited for: a frozen process may hold many, whose waits would add up. */
  const lockWaitMs = (): number => (foundLock ? 1 : maxLockWaitMs)

  /** A lock that is held for a moment is expected; one that is held for long is not. */
  function report(error: unknown): void {
    if (!isLockTimeout(error)) return deps.onError(error)
    foundLock = true
    lockedSince ??= clock()
    if (!hasPassed(maxLockedMs, lockedSince, clock)) return
    lockedSince = null
    deps.onError(error)
  }

  /** A failure in one call or organization does not delay the others: the next sweep retries it. */
  async function sweepOnce(): Promise<void> {
    await deps.desks.heartbeatIfDue()
    foundLock = false
    const moment = clock()
    const now = timestamp(moment)
    const due = await check(moment)
    if (due.lapses) {
      const collected = deps.events.collect()
      for (const desk of await dropLapsed(db, now, clock))
        collected.agent(desk.organization_id, desk.agent_id)
      collected.publish()
    }
    const queues = [...Map.groupBy(due.calls, (call) => call.organization_id)]
    const settleNext = async (): Promise<void> => {
      for (let next = queues.shift(); next; next = queues.shift()) {
        const [organizationId, calls] = next
        await matching.holdWhile(organizationId, async () => {
          for (const call of calls) await changes.settle(call, lockWaitMs()).catch(report)
        })
      }
    }
    await Promise.all(Array.from({ length: organizationConcurrency }, settleNext))
    const organizations = new Set(due.waiting)
    if (due.wrapUps) {
      const collected = deps.events.collect()
      for (const desk of await endWrapUps(db, now)) {
        collected.agent(desk.organization_id, desk.agent_id)
        organizations.add(desk.organization_id)
      }
      collected.publish()
    }
    for (const organizationId of organizations)
      await matching.match(organizationId, lockWaitMs()).catch(report)
    if (!foundLock) lockedSince = null
  }

  const sweeps = coalesceRuns(sweepOnce, deps.onError)

  return {
    /** Resolves once everything that was due at the time of the call has been handled. */
    sweep: (): Promise<void> => sweeps.trigger(),
    start(): void {
      deps.alarm.onWake((freed) => {
        for (const organizationId of freed) matching.matchSoon(organizationId)
        void sweeps.trigger()
      })
      timer ??= setInterval(() => {
        if (!sweeps.isRunning()) void sweeps.trigger()
      }, sweepIntervalMs)
      // A long sweep, as with many calls after an outage, must not let the presence of this process's agents expire.
      heartbeatTimer ??= setInterval(
        () => void deps.desks.heartbeatIfDue().catch(deps.onError),
        heartbeatCheckIntervalMs,
      )
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      if (heartbeatTimer) clearInterval(heartbeatTimer)
      timer = heartbeatTimer = null
      deps.alarm.close()
      await sweeps.settled()
    },
  }
}

interface Due {
  calls: CallKey[]
  /** Organizations with a waiting call: matched on every sweep, so that a lost hint delays no call. */
  waiting: string[]
  lapses: boolean
  wrapUps: boolean
}

const nothingDue: Due = { calls: [], waiting: [], lapses: false, wrapUps: false }

/** One statement, because every process runs it four times a second. Live calls and desks are few and indexed. */
async function dueNow(db: Database, now: string, clock: Clock): Promise<Due> {
  const { rows } = await sql<{
    calls: CallKey[] | null
    waiting: string[] | null
    lapses: boolean
    wrap_ups: boolean
  }>`
    ${prepared} select (
      select json_agg(json_build_object(
        'id', c.id, 'organization_id', c.organization_id, 'customer_id', c.customer_id
      ) order by c.id) from call c
      where c.phase <> 'over' and (
        least(c.queue_until, c.connect_until, c.max_until, c.customer_until, c.agent_until)
          <= ${now}::timestamptz
        or c.phase = 'ringing' and exists (
          select from call_offer o
          where o.call_id = c.id and o.outcome = 'ringing' and (
            o.expires_at <= ${now}::timestamptz or not ${isPresent('o.agent_id', clock)}
          )
        )
        or c.phase = 'active' and exists (
          select from call_transfer t
          where t.call_id = c.id and (
            t.pass_on or t.state = 'ringing' and t.expires_at <= ${now}::timestamptz
            or t.${isOpen} and not ${isPresent('t.to_agent_id', clock)}
          )
        )
      )
    ) as calls,
    (select json_agg(distinct organization_id) from call where phase = 'pending') as waiting,
    ${hasLapsed(clock)} as lapses,
    exists (select from agent_desk where wrap_up_until <= ${now}::timestamptz) as wrap_ups`.execute(db)
  const [row] = rows
  return {
    calls: row?.calls ?? [],
    waiting: row?.waiting ?? [],
    lapses: row?.lapses === true,
    wrapUps: row?.wrap_ups === true,
  }
}
