import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

const batchSize = 1000

/**
 * Deletes the rows that match, in small transactions: a single statement for all may take longer than `statement_timeout`. The condition
 * is repeated because PostgreSQL before 15.15, 16.11, 17.7 and 18.1 deletes a row by its `ctid` even if it was updated meanwhile.
 */
export async function deleteInBatches(
  db: Database,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)}
      where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${batchSize}))
        and ${condition}`.execute(db)
    if (numAffectedRows < batchSize) return
  }
}
