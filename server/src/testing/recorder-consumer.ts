import { sql } from 'kysely'
import type { LogConsumer } from '../core/log-consumers/log-consumer.ts'

/** Rows are not unique, so an entry handled twice has two rows. */
export const handledTable = `create table if not exists handled (
  id bigint generated always as identity, consumer text, customer_id uuid, seq bigint, pid int)`

/** A consumer that inserts a row per entry in its transaction. */
export function recorder(more: Partial<LogConsumer> = {}): LogConsumer {
  const name = more.name ?? 'recorder'
  return {
    name,
    types: ['customer.created', 'message.created'],
    start: 'beginning',
    async handle(trx, batch) {
      const rows = batch.flatMap(({ customerId, entries }) => entries.map(({ seq }) => ({ customerId, seq })))
      await sql`
        insert into handled (consumer, customer_id, seq, pid)
        select ${name}, customer_id, seq, ${process.pid}::int
        from unnest(${rows.map(({ customerId }) => customerId)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[])
          with ordinality as t(customer_id, seq, ord) order by ord`.execute(trx)
    },
    ...more,
  }
}
