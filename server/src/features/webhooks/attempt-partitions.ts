import type pg from 'pg'
import { firstIdAt } from '../../core/ids.ts'

/** delivery_attempt is partitioned by day, so that attempts older than 14 days are dropped without reading rows. */

const dayMs = 24 * 3600 * 1000
const prefix = 'delivery_attempt_'

/** Partitions created in advance: a worker that cannot create one keeps working for this long. */
const daysAhead = 3

/** Advisory lock key: any fixed number. Serializes processes that create the same partition. */
const partitionLockKey = 7_226_539_003

/**
 * Creates missing partitions from yesterday on. Attached instead of created in place, which would block the queue for a moment.
 * The fill factor is 10: a row is inserted before the request and becomes about ten times larger when the attempt ends. With free
 * space on its page the update stays there (HOT) and rewrites no index, which saves a sixth of the WAL of a delivery.
 * @param now Unix milliseconds
 */
export async function createAttemptPartitions(pool: pg.Pool, now: number): Promise<void> {
  const today = Math.floor(now / dayMs)
  for (let day = today - 1; day <= today + daysAhead; day += 1) {
    const name = partitionName(day)
    const bounds = `from ('${firstIdAt(day * dayMs)}') to ('${firstIdAt((day + 1) * dayMs)}')`
    await pool.query(`do $$ begin
      perform pg_advisory_xact_lock(${partitionLockKey});
      if to_regclass('${name}') is null then
        create table ${name} (like delivery_attempt including defaults) with (fillfactor = 10);
        alter table delivery_attempt attach partition ${name} for values ${bounds};
      end if;
    end $$`)
  }
}

/** Drops partitions in which every attempt is older than `olderThan` (Unix milliseconds). */
export async function dropAttemptPartitions(pool: pg.Pool, olderThan: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; state: 'attached' | 'detaching' | 'detached' }>(
    `select c.relname as name,
       case when i.inhparent is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind = 'r' and pg_table_is_visible(c.oid) and c.relname ~ '^${prefix}[0-9]{8}$' and c.relname < $1
     order by name`,
    [partitionName(Math.floor(olderThan / dayMs))],
  )
  for (const { name, state } of rows) {
    // Concurrently, so that the queue is not blocked. The next run finalizes an interrupted detach.
    if (state === 'attached')
      await pool.query(`alter table delivery_attempt detach partition ${name} concurrently`)
    if (state === 'detaching')
      await pool.query(`alter table delivery_attempt detach partition ${name} finalize`)
    await pool.query(`drop table ${name}`)
  }
}

const partitionName = (day: number): string =>
  prefix + new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
