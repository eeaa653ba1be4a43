import type { Client } from 'pg'
import { firstCustomer } from './log-consumer.ts'

/**
 * Prepares the consumers of a restored database. Its stored snapshots are those of another cluster, so each consumer walks all
 * logs once, starting from its cursors. Does nothing in a schema without consumers.
 */
export async function walkAfterRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('log_consumer_range') is not null as there`,
  )
  if (!rows[0]?.there) return
  await client.query(
    'update log_consumer_range set owner = null, discovered = pg_current_snapshot(), walk_after = $1',
    [firstCustomer],
  )
}
