import type pg from 'pg'
import { timestamp, type Clock } from '../../core/clock.ts'
import { firstIdAt } from '../../core/ids.ts'
import { createAttemptPartitions, dropAttemptPartitions } from './attempt-partitions.ts'
import { databaseTime } from './database-clock.ts'

/** Retention of log entries: 14 days (spec 8). */
const retentionMs = 14 * 24 * 3600 * 1000

/** Rows per batch; each batch is a short transaction. */
const batchSize = 1000

/**
 * Creates upcoming partitions of attempts and deletes what is older than 14 days: attempts by partition, finished deliveries
 * (since their last attempt), events without deliveries, and deleted webhooks without deliveries. Deliveries that wait, behind
 * an endpoint that hangs, fail 14 days after they were made, also if they were resent: receivers forget the event afterwards.
 * Those that were never sent can be resent later, and then wait for another 14 days.
 */
export function createLogRetention(deps: { pool: pg.Pool; clock: Clock }) {
  const { pool, clock } = deps
  return async (): Promise<void> => {
    const now = await databaseTime(pool, clock)
    const before = [firstIdAt(now - retentionMs), batchSize] as const
    await createAttemptPartitions(pool, now)
    // Before the attempts are dropped: it looks for interrupted ones.
    await inBatches(failStale, [...before, timestamp(now), timestamp(now - retentionMs)])
    await dropAttemptPartitions(pool, now - retentionMs)
    await inBatches(deleteDeliveries, [...before, timestamp(now - retentionMs)])
    await inBatches(deleteEvents, [...before])
    await inBatches(deleteWebhooks, [timestamp(now - retentionMs), batchSize])
  }

  async function inBatches(text: string, values: unknown[]): Promise<void> {
    for (;;) {
      const { rowCount } = await pool.query(text, values)
      if ((rowCount ?? 0) < batchSize) return
    }
  }
}

/** Whether delivery `d` failed 14 days after its event without an attempt, and has had none with a result since. */
export const neverSent = `(d.attempts = 0 and d.last_error is not distinct from 'waited_too_long')`

/**
 * Locks the row of the queue first, as everywhere; skips deliveries being sent. Interrupted attempts are not counted, but may have
 * been received.
 */
const failStale = `
with stale as materialized (
  select q.delivery_id, q.lost from delivery d join delivery_queue q on q.delivery_id = d.id
  where d.id < $1 and d.state = 'open' and q.lease_until is null
    and not (${neverSent} and q.lost = 0 and d.updated_at >= $4)
  order by d.id limit $2 for update of q skip locked
), gone as (
  delete from delivery_queue q using stale s where q.delivery_id = s.delivery_id returning q.delivery_id, s.lost
)
update delivery d set state = 'failed', updated_at = $3, last_error = case
  when gone.lost > 0 or exists (select from delivery_attempt a where a.delivery_id = d.id) then 'waited_too_long sent'
  else 'waited_too_long' end
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
