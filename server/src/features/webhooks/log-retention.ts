import type pg from 'pg'
import { timestamp, type Clock } from '../../core/clock.ts'
import { firstIdAt } from '../../core/ids.ts'
import { dropAttemptDays, makeAttemptDays } from './attempt-days.ts'

/** Spec 8: entries of the log are kept 14 days. */
const kept = 14 * 24 * 3600 * 1000

/** Rows at a time: each batch is a short transaction of its own. */
const batch = 1000

/**
 * Makes the days of attempts that come, and takes away what is older than 14 days: attempts by the day, deliveries that
 * are over (counted from their last attempt), events that no delivery needs. What is still to be sent stays, however old.
 */
export function createLogRetention(deps: { pool: pg.Pool; clock: Clock }) {
  const { pool, clock } = deps
  return async (): Promise<void> => {
    const now = clock()
    const before = [firstIdAt(now - kept), batch] as const
    await makeAttemptDays(pool, now)
    await dropAttemptDays(pool, now - kept)
    await inBatches(deleteDeliveries, [...before, timestamp(now - kept)])
    await inBatches(deleteEvents, [...before])
  }

  async function inBatches(text: string, values: unknown[]): Promise<void> {
    for (;;) {
      const { rowCount } = await pool.query(text, values)
      if ((rowCount ?? 0) < batch) return
    }
  }
}

const deleteDeliveries = `
delete from delivery where id in (
  select id from delivery where id < $1 and state <> 'open' and updated_at < $3
  order by id limit $2 for update skip locked
)`

const deleteEvents = `
delete from webhook_event where id in (
  select e.id from webhook_event e
  where e.id < $1 and not exists (select from delivery d where d.event_id = e.id)
  order by e.id limit $2
)`
