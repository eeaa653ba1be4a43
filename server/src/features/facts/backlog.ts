import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
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

const hourMs = 3_600_000

/** Records the backlog of the current hour once; later records of the same hour are ignored. */
export function createBacklog({ db, clock, counts }: BacklogDeps) {
  return async function recordBacklog(): Promise<void> {
    const now = clock()
    const hour = timestamp(Math.floor(now / hourMs) * hourMs)
    const rows = (await counts()).map(({ waiting_since: since, ...count }) => ({
      ...count,
      hour,
      longest_wait: since === null ? null : Math.max(0, now - Date.parse(since)) / 1000,
    }))
    await sql`
      with first as (
        insert into backlog_recorded (hour) values (${hour}) on conflict do nothing returning hour
      )
      insert into backlog_hour (organization_id, team_id, hour, open, unassigned, waiting, snoozed, longest_wait)
      select organization_id, team_id, hour, open, unassigned, waiting, snoozed, longest_wait
      from first join jsonb_populate_recordset(null::backlog_hour, ${JSON.stringify(rows)}::jsonb) using (hour)
      on conflict do nothing`.execute(db)
  }
}
