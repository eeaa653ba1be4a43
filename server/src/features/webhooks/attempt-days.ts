import type pg from 'pg'
import { firstIdAt } from '../../core/ids.ts'

/** delivery_attempt is cut by day, so that a day that is over 14 days old is dropped at once, without a row being read. */

const day = 24 * 3600 * 1000
const prefix = 'delivery_attempt_'

/** Days made ahead: a worker that cannot make one for this long still writes. */
const ahead = 3

/** Any fixed number; processes that make the same day at once go one after the other. */
const daysLock = 7_226_539_003

/**
 * Makes the days from yesterday on that are missing. Attached, not created in place: that would stop the queue for a moment.
 * A page is filled to a tenth: an attempt is written before it is sent, and grows to ten times that when it has ended. With room
 * for it there it stays on its page (HOT), no index is written again, and a delivery costs a sixth less WAL.
 */
export async function makeAttemptDays(pool: pg.Pool, now: number): Promise<void> {
  const today = Math.floor(now / day)
  for (let number = today - 1; number <= today + ahead; number += 1) {
    const name = nameOf(number)
    const bounds = `from ('${firstIdAt(number * day)}') to ('${firstIdAt((number + 1) * day)}')`
    await pool.query(`do $$ begin
      perform pg_advisory_xact_lock(${daysLock});
      if to_regclass('${name}') is null then
        create table ${name} (like delivery_attempt including defaults) with (fillfactor = 10);
        alter table delivery_attempt attach partition ${name} for values ${bounds};
      end if;
    end $$`)
  }
}

/** Drops the days of which every attempt is older than that. */
export async function dropAttemptDays(pool: pg.Pool, olderThan: number): Promise<void> {
  const { rows } = await pool.query<{ name: string; state: 'attached' | 'detaching' | 'detached' }>(
    `select c.relname as name,
       case when i.inhparent is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relkind = 'r' and pg_table_is_visible(c.oid) and c.relname ~ '^${prefix}[0-9]{8}$' and c.relname < $1
     order by name`,
    [nameOf(Math.floor(olderThan / day))],
  )
  for (const { name, state } of rows) {
    // Concurrently: the queue goes on. A detaching that was broken off in the middle is finished by the next run.
    if (state === 'attached')
      await pool.query(`alter table delivery_attempt detach partition ${name} concurrently`)
    if (state === 'detaching')
      await pool.query(`alter table delivery_attempt detach partition ${name} finalize`)
    await pool.query(`drop table ${name}`)
  }
}

const nameOf = (number: number): string =>
  prefix + new Date(number * day).toISOString().slice(0, 10).replaceAll('-', '')
