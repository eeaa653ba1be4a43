import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { databaseNow } from '../database-time.ts'
import type { Database } from '../database.ts'
import { listOf, prepared } from '../prepared-statements.ts'
import { consumerTables } from './consumer-tables.ts'
import { serverRun } from './failover.ts'
import { rangeCount } from './log-consumer.ts'

/** A range of a consumer, as every process sees it. */
export interface RangeState {
  consumer: string
  range: number
  owner: string | null
  /** Whether the owner's lease holds. */
  is_leased: boolean
  /** Live processes that run this consumer, this one included. */
  processes: number
}

export type RangeKey = Pick<RangeState, 'consumer' | 'range'>

export interface ClaimedRange extends RangeKey {
  discovered: string
  walk_after: string | null
  /** The snapshot of the claim. */
  present: string
}

export interface RangeProgress extends RangeKey {
  discovered: string
  walkAfter: string | null
}

export type Leases = ReturnType<typeof createLeases>

/**
 * Shares the ranges of consumers among processes. A process renews one lease for all its ranges; when that has expired,
 * others take the ranges. Leases divide the work, nothing more: two processes in the same range are kept apart by the
 * locks on cursors.
 */
export function createLeases(deps: {
  db: Database
  clock: Clock
  processId: string
  consumers: string[]
  leaseMs: number
}) {
  const { db, clock, processId, consumers, leaseMs } = deps

  return {
    processId,

    /** Renews the lease. Returns all ranges. */
    async renew(): Promise<RangeState[]> {
      const now = databaseNow(clock)
      const { rows } = await sql<RangeState>`
        ${prepared} with renewed as (
          insert into log_consumer_process (id, consumers, lease_until)
          values (${processId}, ${listOf(consumers, 'text')}, ${now} + ${leaseMs}::float8 * interval '1 millisecond')
          on conflict (id) do update set consumers = excluded.consumers, lease_until = excluded.lease_until
        ), gone as (
          delete from log_consumer_process
          where lease_until < ${now} - interval '1 hour' and id <> ${processId}
        ), live as materialized (
          select id, consumers from log_consumer_process where lease_until > ${now} and id <> ${processId}
        )
        select r.consumer, r.range, r.owner, coalesce(r.owner = ${processId} or live.id is not null, false) as is_leased,
          1 + (select count(*) from live l where r.consumer = any(l.consumers))::int as processes
        from log_consumer_range r left join live on live.id = r.owner
        where r.consumer = any(${listOf(consumers, 'text')})
        order by r.consumer, r.range`.execute(db)
      return rows
    },

    /** Returns those that no other process has claimed meanwhile. */
    async claim(ranges: RangeState[]): Promise<ClaimedRange[]> {
      if (ranges.length === 0) return []
      const { rows } = await sql<ClaimedRange>`
        update log_consumer_range r set owner = ${processId}
        from unnest(
          ${ranges.map(({ consumer }) => consumer)}::text[], ${ranges.map(({ range }) => range)}::int[],
          ${ranges.map(({ owner }) => owner)}::uuid[]
        ) as c(consumer, range, owner)
        where r.consumer = c.consumer and r.range = c.range and r.owner is not distinct from c.owner
        returning r.consumer, r.range, r.discovered::text, r.walk_after, pg_current_snapshot()::text as present`.execute(
        db,
      )
      return rows
    },

    /**
     * Ranges of another process are left alone.
     * @param run of the database server when the progress was made: nothing is stored once a crash may have undone it
     */
    async save(progress: RangeProgress[], run: string | null): Promise<void> {
      if (progress.length === 0) return
      await sql`
        update log_consumer_range r set discovered = p.discovered::pg_snapshot, walk_after = p.walk_after
        from unnest(
          ${progress.map(({ consumer }) => consumer)}::text[], ${progress.map(({ range }) => range)}::int[],
          ${progress.map(({ discovered }) => discovered)}::text[], ${progress.map(({ walkAfter }) => walkAfter)}::uuid[]
        ) as p(consumer, range, discovered, walk_after)
        where r.consumer = p.consumer and r.range = p.range and r.owner = ${processId} and ${serverRun} = ${run}`.execute(
        db,
      )
    },

    async release(ranges: RangeKey[]): Promise<void> {
      if (ranges.length === 0) return
      await sql`
        update log_consumer_range r set owner = null
        from unnest(
          ${ranges.map(({ consumer }) => consumer)}::text[], ${ranges.map(({ range }) => range)}::int[]
        ) as p(consumer, range)
        where r.consumer = p.consumer and r.range = p.range and r.owner = ${processId}`.execute(db)
    },

    /** For a process that stops: others may take everything at once. */
    async leave(): Promise<void> {
      await consumerTables(db).deleteFrom('log_consumer_process').where('id', '=', processId).execute()
    },
  }
}

/** What a process keeps, hands back and may claim, so that the live processes share each consumer evenly. */
export function shareOut(processId: string, states: RangeState[]) {
  const shared = { kept: [] as RangeState[], surplus: [] as RangeState[], free: [] as RangeState[] }
  for (const consumer of new Set(states.map((state) => state.consumer))) {
    const ranges = states.filter((state) => state.consumer === consumer)
    const share = Math.ceil(rangeCount / (ranges[0]?.processes ?? 1))
    const mine = ranges.filter(({ owner }) => owner === processId)
    shared.kept.push(...mine.slice(0, share))
    shared.surplus.push(...mine.slice(share))
    const free = ranges.filter((state) => !state.is_leased)
    shared.free.push(...free.slice(0, Math.max(0, share - mine.length)))
  }
  return shared
}
