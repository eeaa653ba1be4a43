import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'

export interface BacklogDeps {
  db: Database
  clock: Clock
  /** Open conversations of all organizations by team, now. */
  counts: () => Promise<
    {
      organization_id: string
      team_id: string | null
      open: number
      unassigned: number
      waiting: number
      snoozed: number
      waiting_since: string | null
    }[]
  >
}

/** After the full hour. The job also runs at every start. */
const maxDelay = sql`interval '5 minutes'`

/**
 * Records the backlog of the current hour of the database's clock once, at its beginning; the first one of an installation at any time.
 * Later records of the same hour are ignored.
 */
export function createBacklog({ db, clock, counts }: BacklogDeps) {
  return async function recordBacklog(): Promise<void> {
    const now = clock()
    const rows = (await counts()).map(({ waiting_since: since, ...count }) => ({
      ...count,
      longest_wait: since === null ? null : Math.max(0, now - Date.parse(since)) / 1000,
    }))
    await sql`
      with first as (
        insert into backlog_recorded (hour)
        select date_trunc('hour', present, 'UTC') from (select ${databaseNow(clock)} as present) clock
        where present < date_trunc('hour', present, 'UTC') + ${maxDelay} or not exists (select from backlog_recorded)
        on conflict do nothing returning hour
      )
      insert into backlog_hour (organization_id, team_id, hour, open, unassigned, waiting, snoozed, longest_wait)
      select organization_id, team_id, first.hour, open, unassigned, waiting, snoozed, longest_wait
      from first cross join jsonb_populate_recordset(null::backlog_hour, ${JSON.stringify(rows)}::jsonb) counts
      on conflict do nothing`.execute(db)
  }
}
