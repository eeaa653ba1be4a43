import { sql } from 'kysely'
import { postgresCode, type Database } from '../database.ts'

/**
 * Detects that the connections lead to a promoted standby, which may lack the last commits of the former primary: positions and
 * transaction ids that this process knows may be given to other entries. A restart of the same database loses no commit.
 */
export function createFailoverCheck(db: Database) {
  let known: { startedAt: string; timeline: string | null } | null = null

  return {
    /** @param startedAt start time of the database server; the timeline is queried only when it changes */
    async hasFailedOver(startedAt: string): Promise<boolean> {
      if (known?.startedAt === startedAt) return false
      const before = known
      const timeline = await timelineOf(db)
      known = { startedAt, timeline }
      return before !== null && (timeline === null || timeline !== before.timeline)
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
