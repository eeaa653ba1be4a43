import type pg from 'pg'
import { expect } from 'vitest'

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Number of sessions that wait for a lock of this client. Reads `pg_locks`, because `pg_stat_activity` shows a transaction the same
 * sessions until it ends, without those that were opened meanwhile.
 */
export async function blockedSessions(client: Client): Promise<number> {
  const { rowCount } = await client.query(
    'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return rowCount ?? 0
}

/** Resolves once another session waits for a lock of this client. */
export const untilBlocked = (client: Client): Promise<void> =>
  expect.poll(() => blockedSessions(client)).toBeGreaterThan(0)
