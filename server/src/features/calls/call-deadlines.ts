import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
import { coalesceRuns } from '../../core/coalesce.ts'
import type { Database } from '../../core/database.ts'
import type { CallChanges, CallKey } from './call-changes.ts'
import type { CallNews } from './call-news.ts'
import { dropLapsed, endWrapUps } from './desk-store.ts'
import type { Desks } from './desks.ts'
import type { Matching } from './matching.ts'

/** A process that died delays nothing by more than this, in milliseconds (SPEC C7). */
const lookEvery = 250
/** Organizations. Within one, of two calls that are due at the same moment the older one has the first choice of agents. */
const atOnce = 8

export type Alarm = ReturnType<typeof createAlarm>

/** Wakes at the moments that were named, so that what is due does not wait for the next look. */
export function createAlarm(clock: Clock) {
  const timers = new Map<number, { timer: NodeJS.Timeout; freed: Set<string> }>()
  let wake: (freed: Iterable<string>) => void = () => {}
  return {
    onWake(listener: typeof wake): void {
      wake = listener
    },
    /** @param freedIn the organization in which an agent is free from then on: whoever waits there is rung first of all */
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
        // A timer may fire within the millisecond before.
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

/** The look that is taken at everything whose time has come, whichever process had set it. */
export function createDeadlines(deps: {
  db: Database
  clock: Clock
  alarm: Alarm
  changes: CallChanges
  desks: Pick<Desks, 'sayIfDue'>
  matching: Matching
  news: CallNews
  onSurprise: (error: unknown) => void
}) {
  const { db, clock, changes, matching } = deps
  let timer: NodeJS.Timeout | null = null

  /** What goes wrong with one call or organization keeps nobody else waiting: it is tried again at the next look. */
  async function lookOnce(): Promise<void> {
    await deps.desks.sayIfDue()
    const now = timestamp(clock())
    const due = await dueNow(db, now)
    if (due.lapses) {
      const news = deps.news.gather()
      for (const desk of await dropLapsed(db, now)) news.agent(desk.organization_id, desk.agent_id)
      news.tell()
    }
    const queues = [...Map.groupBy(due.calls, (call) => call.organization_id)]
    const settleNext = async (): Promise<void> => {
      for (let next = queues.shift(); next; next = queues.shift()) {
        const [organizationId, calls] = next
        await matching.holdWhile(organizationId, async () => {
          for (const call of calls) await changes.settle(call).catch(deps.onSurprise)
        })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, settleNext))
    const organizations = new Set(due.waiting)
    if (due.wrapUps) {
      const news = deps.news.gather()
      for (const desk of await endWrapUps(db, now)) {
        news.agent(desk.organization_id, desk.agent_id)
        organizations.add(desk.organization_id)
      }
      news.tell()
    }
    for (const organizationId of organizations) await matching.match(organizationId).catch(deps.onSurprise)
  }

  const looks = coalesceRuns(lookOnce, deps.onSurprise)

  return {
    /** Resolves when everything that was due at the time of the call has been done. */
    look: (): Promise<void> => looks.trigger(),
    start(): void {
      deps.alarm.onWake((freed) => {
        for (const organizationId of freed) matching.matchSoon(organizationId)
        void looks.trigger()
      })
      timer ??= setInterval(() => {
        if (!looks.isRunning()) void looks.trigger()
      }, lookEvery)
    },
    async stop(): Promise<void> {
      if (timer) clearInterval(timer)
      timer = null
      deps.alarm.close()
      await looks.settled()
    },
  }
}

interface Due {
  calls: CallKey[]
  /** Organizations in which a call waits: nobody forgets it, whatever hint was lost. */
  waiting: string[]
  lapses: boolean
  wrapUps: boolean
}

/** One statement, for it runs four times a second in every process: live calls and desks are few, and indexed. */
async function dueNow(db: Database, now: string): Promise<Due> {
  const { rows } = await sql<{
    calls: CallKey[] | null
    waiting: string[] | null
    lapses: boolean
    wrap_ups: boolean
  }>`
    select (
      select json_agg(json_build_object(
        'id', c.id, 'organization_id', c.organization_id, 'customer_id', c.customer_id
      ) order by c.id) from call c
      where c.phase <> 'over' and (
        least(c.queue_until, c.connect_until, c.max_until, c.customer_until, c.agent_until)
          <= ${now}::timestamptz
        or c.phase = 'ringing' and exists (
          select from call_offer o
          where o.call_id = c.id and o.outcome = 'ringing' and (
            o.expires_at <= ${now}::timestamptz
            or not exists (
              select from desk_presence p
              where p.agent_id = o.agent_id and p.seen_until > ${now}::timestamptz
            )
          )
        )
      )
    ) as calls,
    (select json_agg(distinct organization_id) from call where phase = 'pending') as waiting,
    exists (select from desk_presence where seen_until <= ${now}::timestamptz) as lapses,
    exists (select from agent_desk where wrap_up_until <= ${now}::timestamptz) as wrap_ups`.execute(db)
  const [row] = rows
  return {
    calls: row?.calls ?? [],
    waiting: row?.waiting ?? [],
    lapses: row?.lapses === true,
    wrapUps: row?.wrap_ups === true,
  }
}
