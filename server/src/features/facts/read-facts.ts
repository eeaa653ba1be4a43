import { sql } from 'kysely'
import { cancelOnAbort, type Backend } from '../../core/cancel-on-abort.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { hasUnhandled } from '../../core/log-consumers/unhandled-entries.ts'
import { isWalking } from '../../core/log-consumers/walk.ts'
import { consumedTypes } from './fact-store.ts'
import { consumerName } from './facts-consumer.ts'
import { measureAll } from './measure-all.ts'
import type { Division, measure, Measured, MeasureScope } from './measure.ts'
import { listMeasurements, type MeasurementQuery } from './measurements.ts'
import { hasReplayed, hasUncounted } from './open-episodes.ts'
import { intervalsOf, periodOf, sameTimeBefore, timeZoneOf, type Days, type Period } from './periods.ts'
import { createStoredDays, type StoredDays } from './stored-days.ts'

/** Longest wait of a report for entries that cannot be counted. */
const maxUncountedMs = 12 * 3600 * 1000

export type FactReader = ReturnType<typeof readerOf>

/** Reads facts in one snapshot, so that all figures of a report agree. */
const readerOf = (trx: Transaction, storedDays: StoredDays, signal: AbortSignal) => ({
  isComplete: async () => !(await isWalking(trx, consumerName)),
  /**
   * Whether these days of the organization had ended at `at`, in milliseconds, and everything in them has been counted: what the consumer
   * handles, and the messages of open conversations.
   * Twelve hours after their end, days count as settled.
   */
  async areSettled(organizationId: string, days: Days, at: number): Promise<boolean> {
    const { to } = await periodOf(trx, days, await timeZoneOf(trx, organizationId))
    const sinceEnd = at - Date.parse(to)
    if (sinceEnd < 0) return false
    if (sinceEnd >= maxUncountedMs) return true
    const consumer = { name: consumerName, types: consumedTypes }
    return (
      (await hasReplayed(trx, to)) &&
      !(await hasUncounted(trx, organizationId, to)) &&
      !(await hasUnhandled(trx, consumer, { organizationId, before: to }))
    )
  },
  timeZoneOf: (organizationId: string) => timeZoneOf(trx, organizationId),
  periodOf: (days: Days, timeZone: string): Promise<Period> => periodOf(trx, days, timeZone),
  sameTimeBefore: (query: Parameters<typeof sameTimeBefore>[1]) => sameTimeBefore(trx, query),
  intervalsOf: (query: Parameters<typeof intervalsOf>[1]) => intervalsOf(trx, query),
  measure: (
    metrics: Parameters<typeof measure>[1],
    scope: MeasureScope,
    divisions: readonly Division[],
  ): Promise<Measured> => {
    signal.throwIfAborted()
    return measureAll({ trx, storedDays }, metrics, scope, divisions)
  },
  list: (query: MeasurementQuery) => listMeasurements(trx, query),
})

/** Sorting a month of a large organization in memory instead of files: measured by `npm run bench -- reports`. */
const workMem = '64MB'

/** Rejects soon after `signal` aborts: the statement in progress is cancelled. */
export const readFacts = <T>(
  db: Database,
  work: (reader: FactReader) => Promise<T>,
  {
    signal = new AbortController().signal,
    storedDays = createStoredDays(0),
  }: { signal?: AbortSignal | undefined; storedDays?: StoredDays },
): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      signal.throwIfAborted()
      const { rows } = await sql<Backend>`
        ${prepared} select set_config('work_mem', ${workMem}, true), pid, backend_start::text as since
        from pg_stat_activity where pid = pg_backend_pid()`.execute(trx)
      const cancellation = cancelOnAbort(db, rows[0], signal)
      try {
        return await work(readerOf(trx, storedDays, signal))
      } finally {
        await cancellation.end()
      }
    })
