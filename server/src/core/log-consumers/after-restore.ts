import type { Client } from 'pg'
import { firstCustomer } from './log-consumer.ts'

/**
 * Prepares the consumers for a database restored from a backup, whose snapshots are of another cluster: each walks all logs once
 * and goes on from its cursors. Does nothing for a version without consumers.
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
