import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { consumerTables } from './consumer-tables.ts'
import { firstCustomer, rangeCount, rangeOfColumn, type LogConsumer } from './log-consumer.ts'

/**
 * Makes the ranges of a consumer that is started for the first time. "From now" puts a cursor at the end of every log, in the
 * snapshot from which discovery continues. A range is one statement, which two processes may run at the same time.
 */
export async function registerConsumer(
  db: Database,
  { name, start }: Pick<LogConsumer, 'name' | 'start'>,
): Promise<void> {
  const known = await consumerTables(db)
    .selectFrom('log_consumer_range')
    .select('range')
    .where('consumer', '=', name)
    .execute()
  if (known.length === rangeCount) return
  const walkAfter = start === 'beginning' ? firstCustomer : null
  for (let range = 0; range < rangeCount; range += 1) {
    await sql`
      with registered as (
        insert into log_consumer_range (consumer, range, discovered, walk_after)
        values (${name}, ${range}, pg_current_snapshot(), ${walkAfter})
        on conflict do nothing
        returning range
      )
      insert into log_cursor (consumer, customer_id, seq)
      select ${name}, customer_id, last_seq from customer_log
      where ${start}::text = 'now' and ${rangeOfColumn('customer_id')} in (select range from registered)`.execute(
      db,
    )
  }
}
