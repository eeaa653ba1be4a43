import type { ReportInterval } from '@parley/protocol/reports'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'

/** The time zone of an organization's days: that of its business hours. */
export async function timeZoneOf(db: Database | Transaction, organizationId: string): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    ${prepared} select time_zone from organization_hours where organization_id = ${organizationId}`.execute(
    db,
  )
  return rows[0]?.time_zone ?? 'UTC'
}

/** Two local dates, both included. */
export interface Days {
  from: string
  to: string
}

/** Instants; `to` is not included. */
export interface Period {
  from: string
  to: string
}

/**
 * From midnight to midnight. Where the clock goes back to midnight, PostgreSQL takes the second one: the repeated hour belongs to the day
 * before.
 */
export async function periodOf(trx: Transaction, days: Days, timeZone: string): Promise<Period> {
  const { rows } = await sql<Period>`
    ${prepared} select (${days.from}::date)::timestamp at time zone ${timeZone} as from,
      (${days.to}::date + 1)::timestamp at time zone ${timeZone} as to`.execute(trx)
  const [period] = rows
  if (period === undefined) throw new Error('A select without a row')
  return period
}

/** When as much of the previous days had passed as of the current ones now, by local time: not all days have 24 hours. */
export async function sameTimeBefore(
  trx: Transaction,
  { current, previous, now, timeZone }: { current: Days; previous: Days; now: string; timeZone: string },
): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    ${prepared} select (
      (${previous.from}::date)::timestamp
        + ((${now}::timestamptz at time zone ${timeZone}) - (${current.from}::date)::timestamp)
    ) at time zone ${timeZone} as at`.execute(trx)
  const [moment] = rows
  if (moment === undefined) throw new Error('A select without a row')
  return moment.at
}

/** The intervals of a period: when each begins, and its key as in `measure`. */
export async function intervalsOf(
  trx: Transaction,
  {
    days,
    period,
    interval,
    timeZone,
  }: { days: Days; period: Period; interval: ReportInterval; timeZone: string },
): Promise<{ key: string; start: string }[]> {
  const intervals =
    interval === 'hour'
      ? sql<{ key: string; start: string }>`
          ${prepared} select extract(epoch from start)::bigint::text as key, start
          from generate_series(
            ${period.from}::timestamptz, ${period.to}::timestamptz - interval '1 millisecond', interval '1 hour'
          ) start`
      : sql<{ key: string; start: string }>`
          ${prepared} select to_char(day, 'YYYY-MM-DD') as key, day at time zone ${timeZone} as start
          from generate_series(
            date_trunc(${interval}, (${days.from}::date)::timestamp), (${days.to}::date)::timestamp,
            ('1 ' || ${interval})::interval
          ) day`
  return (await intervals.execute(trx)).rows
}
