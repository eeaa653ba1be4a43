import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

/** Calls that wait for an agent, and those in progress. */
export interface LiveCallCounts {
  waiting: number
  active: number
  /** Start of the longest wait; null: no call waits. */
  waiting_since: string | null
}

export async function liveCallCounts(db: Database, organizationId: string): Promise<LiveCallCounts> {
  const { rows } = await sql<LiveCallCounts>`
    select count(*) filter (where phase in ('pending', 'ringing'))::int as waiting,
      count(*) filter (where phase in ('connecting', 'active'))::int as active,
      min(created_at) filter (where phase in ('pending', 'ringing')) as waiting_since
    from call where organization_id = ${organizationId} and phase <> 'over'`.execute(db)
  return rows[0] ?? { waiting: 0, active: 0, waiting_since: null }
}
