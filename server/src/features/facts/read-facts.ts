import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { isWalking } from '../../core/log-consumers/walk.ts'
import { consumerName } from './facts-consumer.ts'
import { measure, type Division, type Measured, type MeasureScope } from './measure.ts'
import { listMeasurements, type MeasurementQuery } from './measurements.ts'
import { intervalsOf, periodOf, timeZoneOf, type Days, type Period } from './periods.ts'

/** Reads facts in one snapshot, so that all figures of a report agree. */
export type FactReader = ReturnType<typeof readerOf>

const readerOf = (trx: Transaction) => ({
  isComplete: async () => !(await isWalking(trx, consumerName)),
  timeZoneOf: (organizationId: string) => timeZoneOf(trx, organizationId),
  periodOf: (days: Days, timeZone: string): Promise<Period> => periodOf(trx, days, timeZone),
  intervalsOf: (query: Parameters<typeof intervalsOf>[1]) => intervalsOf(trx, query),
  measure: (
    metrics: Parameters<typeof measure>[1],
    scope: MeasureScope,
    division: Division,
  ): Promise<Measured> => measure(trx, metrics, scope, division),
  list: (query: MeasurementQuery) => listMeasurements(trx, query),
})

/** Sorting a month of a large organization in memory instead of files: measured by `npm run bench -- reports`. */
const workMem = '64MB'

export const readFacts = <T>(db: Database, work: (reader: FactReader) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Compiling takes longer than these queries.
      await sql`select set_config('work_mem', ${workMem}, true), set_config('jit', 'off', true)`.execute(trx)
      return work(readerOf(trx))
    })
