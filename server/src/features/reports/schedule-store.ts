import type { ReportSchedule, ReportScheduleInput } from '@parley/protocol/report-schedule'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type ScheduleRow = ReportSchedule & { organization_id: string }
export type ClaimedSchedule = ScheduleRow

const tables = (db: Database | Transaction) => (db as Database).withTables<{ report_schedule: ScheduleRow }>()

const columns = [
  'id',
  'report',
  'cadence',
  'hour',
  'agent_ids',
  'language',
  'created_at',
  'next_at',
  'last_sent_at',
] as const

/** Oldest first. */
export const listSchedules = (
  db: Database | Transaction,
  organizationId: string,
): Promise<ReportSchedule[]> =>
  tables(db)
    .selectFrom('report_schedule')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Serializes the creation of an organization's schedules until the commit. Returns how many there are. */
export async function lockedCount(trx: Transaction, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`report schedules ${organizationId}`}, 0))`.execute(
    trx,
  )
  const { count } = await tables(trx)
    .selectFrom('report_schedule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertSchedule = (trx: Transaction, row: ScheduleRow): Promise<unknown> =>
  tables(trx).insertInto('report_schedule').values(row).execute()

/** The next time is kept unless the cadence or the hour changes: the report may be due, or have been sent late for these days. */
export const updateSchedule = (
  db: Database,
  organizationId: string,
  id: string,
  { next_at, ...input }: ReportScheduleInput & { next_at: string },
): Promise<ReportSchedule | undefined> =>
  tables(db)
    .updateTable('report_schedule')
    .set({
      ...input,
      next_at: sql<string>`case when cadence = ${input.cadence} and hour = ${input.hour}
        then next_at else ${next_at}::timestamptz end`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** Not if it has been claimed meanwhile. */
export const moveSchedule = (
  trx: Transaction,
  { id, next_at }: Pick<ReportSchedule, 'id' | 'next_at'>,
  next: string,
): Promise<unknown> =>
  tables(trx)
    .updateTable('report_schedule')
    .set({ next_at: next })
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .execute()

export async function deleteSchedule(db: Database, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('report_schedule')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Claims the next due schedule until `until`, which becomes its next time. One of midnight, when its period ends, must have been due at
 * `settledBefore`.
 */
export const claimSchedule = (
  db: Database,
  { now, settledBefore, until }: { now: string; settledBefore: string; until: string },
): Promise<ScheduleRow | undefined> =>
  tables(db)
    .updateTable('report_schedule')
    .set({ next_at: until })
    .where('id', '=', (due) =>
      due
        .selectFrom('report_schedule')
        .select('id')
        .where('next_at', '<=', now)
        .where((eb) => eb.or([eb('hour', '>', 0), eb('next_at', '<=', settledBefore)]))
        .orderBy('next_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

/** Returns false if the schedule was changed, deleted or claimed again meanwhile. */
export async function planNext(
  trx: Transaction,
  claimed: ClaimedSchedule,
  change: { next_at: string; last_sent_at?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(trx)
    .updateTable('report_schedule')
    .set(change)
    .where('id', '=', claimed.id)
    .where('next_at', '=', claimed.next_at)
    .where('report', '=', claimed.report)
    .where('cadence', '=', claimed.cadence)
    .where('hour', '=', claimed.hour)
    .where('agent_ids', '=', sql<string[]>`${claimed.agent_ids}::uuid[]`)
    .where('language', '=', claimed.language)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
