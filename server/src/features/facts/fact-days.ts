import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { settleEach } from '../../core/settle-each.ts'
import { encodeChunk, type FactChunk } from './fact-chunk.ts'
import { factShape } from './fact-shape.ts'
import { metricSources } from './metric-sources.ts'
import { timeZoneOf } from './periods.ts'
import { presenceOfDay, presenceSource } from './presence-days.ts'
import { readRows, type Span } from './source-rows.ts'

/** Days with fewer facts are read as quickly from their rows. */
const minFacts = 25
/** The longest report and its previous period. */
const keptDays = 735
/** As long as presence is kept. */
const presenceDays = 400
/** Days are stored this long after they have ended, when their conversations have been counted. */
const settleMs = 3_600_000

export interface FactDayDeps {
  db: Database
  clock: Clock
  /** For tests: days with fewer facts are not stored. */
  minimum?: number
}

/**
 * Stores whole days of facts by column. Writers of facts delete the days that they touch (`touchDays`), under the same lock, so a
 * stored day always equals its rows.
 */
export function createFactDays({ db, clock, minimum = minFacts }: FactDayDeps) {
  /** The next day that is due, with its sources. */
  async function nextDue(organizationId: string): Promise<(Span & { sources: string[] }) | undefined> {
    const { rows } = await sql<Span & { sources: string[] }>`
      select (extract(epoch from from_at) * 1000)::float8 as from, array_agg(source) as sources,
        (extract(epoch from ((from_at at time zone time_zone)::date + 1)::timestamp at time zone time_zone) * 1000)::float8 as to
      from fact_day_due join fact_day_progress using (organization_id)
      where organization_id = ${organizationId}
      group by from_at, time_zone order by from_at desc limit 1`.execute(db)
    return rows[0]
  }

  async function storeDay(
    trx: Transaction,
    organizationId: string,
    { from, to, sources }: Span & { sources: string[] },
  ): Promise<void> {
    await lockDays(trx, [organizationId])
    await sql`
      delete from fact_day_due
      where organization_id = ${organizationId} and from_at = ${timestamp(from)} and source = any(${sources}::text[])`.execute(
      trx,
    )
    await sql`
      delete from fact_day
      where organization_id = ${organizationId} and from_at = ${timestamp(from)} and source = any(${sources}::text[])`.execute(
      trx,
    )
    for (const name of sources) {
      const source = metricSources.find((each) => each.name === name)
      if (source !== undefined) {
        const [chunk] = await readRows(trx, source, organizationId, [{ from, to }])
        if (chunk !== undefined && chunk.rows >= minimum) await insertDay(trx, organizationId, name, chunk)
      } else if (name === presenceSource) {
        const chunk = await presenceOfDay(trx, organizationId, { from, to })
        if (chunk.rows > 0) await insertDay(trx, organizationId, name, chunk)
      }
    }
  }

  /** Makes days due that have ended, and all if the time zone or the definitions have changed. */
  async function advance(organizationId: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockDays(trx, [organizationId])
      const timeZone = await timeZoneOf(trx, organizationId)
      const { numDeletedRows } = await trx
        .withTables<{ fact_day_progress: { organization_id: string; time_zone: string; shape: string } }>()
        .deleteFrom('fact_day_progress')
        .where('organization_id', '=', organizationId)
        .where((eb) => eb.or([eb('time_zone', '!=', timeZone), eb('shape', '!=', factShape)]))
        .executeTakeFirst()
      if (numDeletedRows > 0n)
        for (const table of ['fact_day', 'fact_day_due'])
          await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(trx)
      const now = timestamp(clock())
      await sql`
        with bounds as (
          select coalesce(
            (select through_at from fact_day_progress where organization_id = ${organizationId}),
            greatest(
              least(
                (select min(started_at) from episode where organization_id = ${organizationId}),
                (select min(created_at) from call_fact where organization_id = ${organizationId}),
                (select min(from_at) from presence_span where organization_id = ${organizationId})
              ),
              ${now}::timestamptz - make_interval(days => ${keptDays})
            )
          ) at time zone ${timeZone} as first,
          date_trunc('day', (${now}::timestamptz - make_interval(secs => ${settleMs / 1000})) at time zone ${timeZone}) as through
        ), saved as (
          insert into fact_day_progress (organization_id, time_zone, shape, through_at)
          select ${organizationId}, ${timeZone}, ${factShape}, through at time zone ${timeZone} from bounds where first is not null
          on conflict (organization_id) do update set through_at = greatest(fact_day_progress.through_at, excluded.through_at)
        )
        insert into fact_day_due (organization_id, source, from_at)
        select ${organizationId}, source, day at time zone ${timeZone}
        from bounds, unnest(${sourceNames}::text[]) source,
          generate_series(date_trunc('day', first), through - interval '1 day', interval '1 day') day
        on conflict do nothing`.execute(trx)
      await sql`
        delete from fact_day
        where organization_id = ${organizationId}
          and from_at < ${now}::timestamptz - make_interval(days => case source when ${presenceSource} then ${presenceDays}::int else ${keptDays}::int end)`.execute(
        trx,
      )
    })
  }

  return {
    /** Stores all days that are due. */
    async store(): Promise<void> {
      const { rows } = await sql<{ id: string }>`
        select id from organization
        where exists (select from episode where organization_id = organization.id)
          or exists (select from presence_span where organization_id = organization.id)
          or exists (select from call_fact where organization_id = organization.id)
        order by id`.execute(db)
      await settleEach(rows, async ({ id }) => {
        await advance(id)
        for (let due = await nextDue(id); due !== undefined; due = await nextDue(id)) {
          const day = due
          await db.transaction().execute((trx) => storeDay(trx, id, day))
        }
      })
    },
  }
}

const sourceNames = [...metricSources.map(({ name }) => name), presenceSource]

async function insertDay(
  trx: Transaction,
  organizationId: string,
  source: string,
  chunk: FactChunk,
): Promise<void> {
  const columns = [...encodeChunk(chunk)]
  await sql`
    insert into fact_day (organization_id, source, from_at, to_at, version, name, data)
    select ${organizationId}, ${source}, ${timestamp(chunk.from)}, ${timestamp(chunk.to)}, ${randomUUID()}, name, data
    from unnest(${columns.map(([name]) => name)}::text[], ${columns.map(([, data]) => data.toString('base64'))}::text[])
      as stored(name, data)`.execute(trx)
}

/** Writers of facts and of days, in the order of ids. */
async function lockDays(trx: Transaction, organizationIds: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key)
    from (
      select distinct hashtextextended('fact days ' || id::text, 0) as key from unnest(${organizationIds}::uuid[]) id order by key
    ) keys`.execute(trx)
}

/** A fact that was written or deleted: at this time of this source, or an agent's work in these times. */
export type Touched = { organization_id: string } & ({ source: string; at: string } | { active: string })

/** Deletes the stored days of these facts, and makes them due. Last in the transaction. */
export async function touchDays(trx: Transaction, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return
  const organizationIds = [...new Set(touched.map((each) => each.organization_id))]
  await lockDays(trx, organizationIds)
  // A newer database may not know the zone any more. Without a shape, the days are not read, and stored anew.
  await sql`
    update fact_day_progress set time_zone = 'UTC', shape = ''
    where organization_id = any(${organizationIds}::uuid[]) and usable_time_zone(time_zone) is distinct from time_zone`.execute(
    trx,
  )
  await sql`
    with touched as materialized (
      select distinct organization_id, source, day at time zone time_zone as from_at
      from (
        select organization_id, source, at as from_at, at as to_at
        from jsonb_to_recordset(${json(touched)}) as each(organization_id uuid, source text, at timestamptz) where at is not null
        union all
        select organization_id, ${presenceSource}, lower(span), upper(span)
        from jsonb_to_recordset(${json(touched)}) as each(organization_id uuid, active tstzmultirange), unnest(active) span
      ) times
      join fact_day_progress progress using (organization_id)
      -- Where the clock goes back over midnight, the day before contains the first hour that has this date.
      cross join lateral generate_series(
        date_trunc('day', times.from_at at time zone time_zone) - interval '1 day', times.to_at at time zone time_zone, interval '1 day'
      ) day
      where times.from_at < progress.through_at and day at time zone time_zone < progress.through_at
        and day at time zone time_zone <= times.to_at and (day + interval '1 day') at time zone time_zone > times.from_at
    ), due as (
      insert into fact_day_due (organization_id, source, from_at)
      select organization_id, source, from_at from touched on conflict do nothing
    )
    delete from fact_day using touched
    where fact_day.organization_id = touched.organization_id and fact_day.source = touched.source
      and fact_day.from_at = touched.from_at`.execute(trx)
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
