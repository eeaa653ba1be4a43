import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { statementNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'

export interface AttemptLimit {
  max: number
  seconds: number
}

/** Counts attempts in the database, so that the limit does not grow with the number of processes. */
export interface Attempts {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit.
   * @throws AppError rate_limited with the seconds until the window ends
   */
  take(key: string, limit: AttemptLimit): Promise<void>
  /**
   * Counts an attempt for every key, or for none if one of the limits is reached: what one key refuses does not use up the others.
   * @throws AppError rate_limited
   */
  takeAll(limits: Readonly<Record<string, AttemptLimit>>): Promise<void>
  /** Takes back one attempt of each key that has turned out to be none. */
  refund(keys: readonly string[]): Promise<void>
  /** Resets the counts after a successful attempt. */
  reset(...keys: string[]): Promise<void>
}

/** Longer than a statement waits for a lock, and than the clocks of processes of earlier releases usually differ. */
const toleranceSeconds = 60

export function createAttempts(deps: { db: Database; clock: Clock }): Attempts {
  const { db, clock } = deps

  /** Returns whether a window has begun. @throws AppError rate_limited */
  async function count(on: Database, key: string, limit: AttemptLimit): Promise<boolean> {
    const now = statementNow(clock)
    // A window further ahead than its length is of a process whose clock was ahead.
    const latestEnd = sql`${now} + make_interval(secs => ${limit.seconds + toleranceSeconds})`
    const hasEnded = sql`(known.ends_at <= ${now} or known.ends_at > ${latestEnd})`
    const { rows } = await sql<{ count: number; retry_after: number }>`
      insert into auth_attempt as known (key, count, ends_at)
      values (${key}, 1, ${now} + make_interval(secs => ${limit.seconds}))
      on conflict (key) do update set
        count = case when ${hasEnded} then 1 else known.count + 1 end,
        ends_at = case when ${hasEnded} then excluded.ends_at else known.ends_at end
      returning count, ceil(extract(epoch from ends_at - ${now}))::int as retry_after`.execute(on)
    const [row] = rows
    if (!row) throw new Error('The upsert returned no row')
    if (row.count > limit.max)
      throw new AppError('rate_limited', { retryAfter: Math.max(1, row.retry_after) })
    return row.count === 1
  }

  /** Skips rows that are locked: waiting for them could be a deadlock with `takeAll`. */
  const deleteExpired = () =>
    sql`
      delete from auth_attempt where key in (
        select key from auth_attempt where ends_at <= ${statementNow(clock)} for update skip locked
      )`.execute(db)

  return {
    async take(key, limit) {
      if (await count(db, key, limit)) await deleteExpired()
    },

    async takeAll(limits) {
      // Concurrent transactions lock shared keys in the same order.
      const keys = Object.entries(limits).sort(([one], [other]) => (one < other ? -1 : 1))
      const begun = await db.transaction().execute(async (trx) => {
        let some = false
        for (const [key, limit] of keys) some = (await count(trx, key, limit)) || some
        return some
      })
      if (begun) await deleteExpired()
    },

    async refund(keys) {
      // One statement each, which holds one lock: no deadlock with `takeAll`.
      for (const key of keys)
        await sql`update auth_attempt set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
    },

    async reset(...keys) {
      await sql`delete from auth_attempt where key = any(${keys})`.execute(db)
    },
  }
}
