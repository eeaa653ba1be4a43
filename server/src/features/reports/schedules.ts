import type { Role } from '@parley/protocol/agent'
import {
  maxReportSchedules,
  type ReportSchedule,
  type ReportScheduleInput,
  type ReportSchedules,
} from '@parley/protocol/report-schedule'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import { readDatabaseMs } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { MailQueue } from '../../core/mail/mail-queue.ts'
import { roleReaches } from '../../core/permissions.ts'
import type { Days } from './report-request.ts'
import { scheduledMail } from './scheduled-mail.ts'
import type { Reports } from './reports.ts'
import {
  claimSchedule,
  type ClaimedSchedule,
  deleteSchedule,
  insertSchedule,
  listSchedules,
  lockedCount,
  moveSchedule,
  planNext,
  updateSchedule,
} from './schedule-store.ts'
import { movedTime, nextTime, nextTimeAfter, periodBefore, type Zones } from './schedule-times.ts'

/** How long a schedule is claimed: another process, or the next attempt after a failure, sends it afterwards. */
const retryMs = 15 * 60_000
/** Figures of open conversations follow the log within 30 seconds, and a few times as much under load. */
const settlingMs = 3 * 60_000
/** The same figures can be read in the panel. */
const lifetimeMs = 24 * 3600 * 1000

export interface ScheduleDeps {
  db: Database
  clock: Clock
  baseUrl: string
  mails: MailQueue
  reports: Pick<Reports, 'report'>
  /** Whether these days had ended at `at`, in milliseconds, and their figures are final. */
  areSettled: (organizationId: string, days: Days, at: number) => Promise<boolean>
  zones: Zones
  timeZoneOf: (organizationId: string) => Promise<string>
  organizationName: (organizationId: string) => Promise<string>
  listAgents: (organizationId: string) => Promise<{ id: string; role: Role }[]>
  mailRecipients: (organizationId: string) => Promise<{ id: string; email: string; role: Role }[]>
  /** Keeps the roles of these agents until the transaction ends. */
  holdActive: (trx: Transaction, organizationId: string, agentIds: string[]) => Promise<unknown>
  onError: (error: unknown) => void
}

export type Schedules = ReturnType<typeof createSchedules>

/** Reports by e-mail, to people of the organization who may read reports. */
export function createSchedules(deps: ScheduleDeps) {
  const { db, clock, mails, zones } = deps

  const mayRead = ({ role }: { role: Role }) => roleReaches(role, 'admin')

  const recipientsOf = async ({ organization_id: id, agent_ids: agentIds }: ClaimedSchedule) =>
    (await deps.mailRecipients(id)).filter((agent) => mayRead(agent) && agentIds.includes(agent.id))

  /** @throws AppError mail_off; not_found for people who may not read reports */
  async function plan(organizationId: string, input: ReportScheduleInput): Promise<string> {
    if (!mails.isOn) throw new AppError('mail_off')
    const readers = new Set((await deps.listAgents(organizationId)).filter(mayRead).map(({ id }) => id))
    if (!input.agent_ids.every((id) => readers.has(id)))
      throw new AppError('not_found', { pointer: '/body/agent_ids' })
    const timeZone = await deps.timeZoneOf(organizationId)
    return timestamp(nextTime(zones, { ...input, timeZone }, await readDatabaseMs(db, clock)))
  }

  /**
   * Figures are read outside of a transaction: they may have to wait for their turn. Sends nothing as long as they are not final: the retry
   * has them once the log has been counted.
   */
  async function send(schedule: ClaimedSchedule, now: number): Promise<void> {
    const { organization_id: organizationId, cadence, language, report: kind } = schedule
    const timeZone = await deps.timeZoneOf(organizationId)
    const times = { ...schedule, timeZone }
    if (!mails.isOn || (await recipientsOf(schedule)).length === 0) {
      await db
        .transaction()
        .execute((trx) => planNext(trx, schedule, { next_at: timestamp(nextTime(zones, times, now)) }))
      return
    }
    const days = periodBefore(zones, cadence, timeZone, now)
    if (!(await deps.areSettled(organizationId, days, now - settlingMs))) return
    const mail = await scheduledMail(deps.reports, {
      organizationId,
      organization: await deps.organizationName(organizationId),
      kind,
      days,
      language,
      baseUrl: deps.baseUrl,
    })
    if (mail === null) return
    const next = timestamp(nextTimeAfter(zones, times, days, now))
    // The next time and the mails commit together, so each report is sent once.
    await db.transaction().execute(async (trx) => {
      if (!(await planNext(trx, schedule, { next_at: next, last_sent_at: timestamp(now) }))) return
      // A demotion or removal waits for these locks, then withdraws the mail.
      await deps.holdActive(trx, organizationId, schedule.agent_ids)
      for (const { id: agentId, email: to } of await recipientsOf(schedule))
        await mails.enqueue(trx, {
          kind: 'report',
          organizationId,
          agentId,
          mail: { ...mail, to },
          lifetimeMs,
        })
    })
    mails.wake()
  }

  return {
    async list(organizationId: string): Promise<ReportSchedules> {
      const [data, time_zone] = await Promise.all([
        listSchedules(db, organizationId),
        deps.timeZoneOf(organizationId),
      ])
      return { data, time_zone }
    },

    /** @throws AppError mail_off, not_found, report_schedule_limit */
    async create(organizationId: string, input: ReportScheduleInput): Promise<ReportSchedule> {
      const next_at = await plan(organizationId, input)
      const row = { id: newId(), ...input, created_at: timestamp(clock()), next_at, last_sent_at: null }
      await db.transaction().execute(async (trx) => {
        if ((await lockedCount(trx, organizationId)) >= maxReportSchedules)
          throw new AppError('report_schedule_limit')
        await insertSchedule(trx, { ...row, organization_id: organizationId })
      })
      return row
    },

    /** @throws AppError mail_off, not_found */
    async change(organizationId: string, id: string, input: ReportScheduleInput): Promise<ReportSchedule> {
      const known = await listSchedules(db, organizationId)
      if (!known.some((schedule) => schedule.id === id)) throw new AppError('not_found')
      const next_at = await plan(organizationId, input)
      const changed = await updateSchedule(db, organizationId, id, { ...input, next_at })
      if (!changed) throw new AppError('not_found')
      return changed
    },

    /** @throws AppError not_found */
    async remove(organizationId: string, id: string): Promise<void> {
      if (!(await deleteSchedule(db, organizationId, id))) throw new AppError('not_found')
    },

    /** Keeps the local hours in another time zone. What is due or claimed, so at most `retryMs` away, is sent as planned. */
    async moveZone(
      trx: Transaction,
      organizationId: string,
      moved: { from: string; to: string },
    ): Promise<void> {
      const now = await readDatabaseMs(trx, clock)
      for (const schedule of await listSchedules(trx, organizationId)) {
        const next = Date.parse(schedule.next_at)
        if (next <= now + retryMs) continue
        const { hour } = schedule
        await moveSchedule(trx, schedule, timestamp(movedTime(zones, { hour, next, ...moved }, now)))
      }
    },

    /** Queues what is due. One that fails is tried again when its claim ends, and does not keep the others waiting. */
    async sweep(stopping?: AbortSignal): Promise<void> {
      for (;;) {
        if (stopping?.aborted === true) return
        const now = await readDatabaseMs(db, clock)
        const schedule = await claimSchedule(db, {
          now: timestamp(now),
          settledBefore: timestamp(now - settlingMs),
          until: timestamp(now + retryMs),
        })
        if (!schedule) return
        await send(schedule, now).catch(deps.onError)
      }
    },
  }
}
