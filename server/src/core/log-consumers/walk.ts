import { sql } from 'kysely'
import type { Database, Transaction } from '../database.ts'
import { consumerTables } from './consumer-tables.ts'
import { rangeOfColumn } from './log-consumer.ts'

/**
 * The next customers, by id, whose logs are ahead of the consumer's cursor. The walk is for logs that discovery cannot tell
 * apart: a consumer that starts from the beginning, or one that has not run for long.
 */
export async function customersBehind(
  db: Database,
  consumer: string,
  page: { after: string; ranges: number[]; max: number },
): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select l.customer_id from customer_log l
    left join log_cursor c on c.consumer = ${consumer} and c.customer_id = l.customer_id
    where l.customer_id > ${page.after} and ${rangeOfColumn('l.customer_id')} = any(${page.ranges}::int[])
      and l.last_seq > coalesce(c.seq, 0) and c.last_error is null
    order by l.customer_id limit ${page.max}`.execute(db)
  return rows.map((row) => row.customer_id)
}

/** Whether part of the log is still ahead of the consumer's walk, as stored every few seconds. */
export async function isWalking(db: Database | Transaction, consumer: string): Promise<boolean> {
  const walking = await consumerTables(db)
    .selectFrom('log_consumer_range')
    .select('range')
    .where('consumer', '=', consumer)
    .where('walk_after', 'is not', null)
    .limit(1)
    .execute()
  return walking.length > 0
}
