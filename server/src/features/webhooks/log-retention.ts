import type pg from 'pg'
import { timestamp, type Clock } from '../../core/clock.ts'
import { firstIdAt } from '../../core/ids.ts'
import { dropAttemptDays, makeAttemptDays } from './attempt-days.ts'
import { databaseTime } from './database-clock.ts'

/** Spec 8: entries of the log are kept 14 days. */
const kept = 14 * 24 * 3600 * 1000

/** Rows at a time: each batch is a short transaction of its own. */
const batch = 1000

/**
 * Makes the days of attempts that come, and takes away what is older than 14 days: attempts by the day, deliveries that
 * are over (counted from their last attempt), events that no delivery needs, webhooks that were deleted and have no delivery left. What
 * has waited for 14 days behind an endpoint that hangs has failed: a queue must end somewhere.
 */
export function createLogRetention(deps: { pool: pg.Pool; clock: Clock }) {
  const { pool, clock } = deps
  return async (): Promise<void> => {
    const now = await databaseTime(pool, clock)
    const before = [firstIdAt(now - kept), batch] as const
    await makeAttemptDays(pool, now)
    await dropAttemptDays(pool, now - kept)
    await inBatches(giveUp, [...before, timestamp(now - kept), timestamp(now)])
    await inBatches(deleteDeliveries, [...before, timestamp(now - kept)])
    await inBatches(deleteEvents, [...before])
    await inBatches(deleteWebhooks, [timestamp(now - kept), batch])
  }

  async function inBatches(text: string, values: unknown[]): Promise<void> {
    for (;;) {
      const { rowCount } = await pool.query(text, values)
      if ((rowCount ?? 0) < batch) return
    }
  }
}

/** The row of the queue first, as everywhere; what is being sent ends by itself. */
const giveUp = `
with stale as materialized (
  select q.delivery_id from delivery d join delivery_queue q on q.delivery_id = d.id
  where d.id < $1 and d.state = 'open' and d.updated_at < $3 and q.lease_until is null
  order by d.id limit $2 for update of q skip locked
), gone as (
  delete from delivery_queue q using stale s where q.delivery_id = s.delivery_id returning q.delivery_id
)
update delivery d set state = 'failed', last_error = 'waited_too_long', updated_at = $4
from gone where d.id = gone.delivery_id`

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

const deleteWebhooks = `
with gone as (
  delete from webhook where id in (
    select w.id from webhook w
    where w.deleted_at < $1 and not exists (select from delivery d where d.webhook_id = w.id)
    order by w.id limit $2
  ) returning id
), trouble as (
  delete from webhook_trouble t using gone where t.webhook_id = gone.id
), marks as (
  delete from webhook_cancellation c using gone where c.webhook_id = gone.id
)
select from gone`
