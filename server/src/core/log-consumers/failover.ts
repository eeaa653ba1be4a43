import { sql } from 'kysely'
import { postgresCode, type Database } from '../database.ts'

/** Identifies a run of the database server. If one of its processes crashes, the start time stays, but the recovery resets the statistics. */
export const serverRun = sql<string>`(select concat(pg_postmaster_start_time(), ' ', stats_reset) from pg_stat_bgwriter)`

/**
 * `restart`: the same database, whose last commits may be undone. `failover`: a promoted standby, which may have given positions and
 * transaction ids that this process knows to other entries.
 */
type Interruption = 'restart' | 'failover'

/** Detects that the database server has lost commits that this process knows of. */
export function createInterruptionCheck(db: Database) {
  let known: { run: string; timeline: string | null } | null = null

  return {
    /** The run of the last check. */
    run: (): string | null => known?.run ?? null,
    /** Queries the timeline only if the run has changed. */
    async check(run: string): Promise<Interruption | null> {
      if (known?.run === run) return null
      const before = known
      const timeline = await timelineOf(db)
      known = { run, timeline }
      if (before === null) return null
      return timeline === null || timeline !== before.timeline ? 'failover' : 'restart'
    },
  }
}

/** A promotion begins a new timeline. null: the server does not report it, as some managed ones. */
async function timelineOf(db: Database): Promise<string | null> {
  try {
    const { rows } = await sql<{ timeline: string }>`
      select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline`.execute(db)
    return rows[0]?.timeline ?? null
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}

/** SQLSTATE class 0A (not supported) or 42 (no such function, or no right to call it). */
const isRefused = (error: unknown): boolean => /^(0A|42)/.test(postgresCode(error) ?? '')
