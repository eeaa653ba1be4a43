import type { ReportGroup, ReportMetric } from '@parley/protocol/report-metrics'
import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { factsIn } from './fact-conditions.ts'
import type { MeasureScope } from './measure.ts'
import { groupKey, labelJoin, sourcesOf } from './metric-sources.ts'

/** One measurement: a row behind a figure. */
export interface Measurement {
  customer_id: string
  conversation_id: string | null
  call_id: string | null
  agent_id: string | null
  at: string
  seconds: number | null
  score: number | null
  /** Tells measurements of a customer with the same time apart. */
  position: number
}

export interface MeasurementQuery extends Omit<MeasureScope, 'timeZone'> {
  metric: ReportMetric
  /** One row of a breakdown. */
  group: { group: ReportGroup; key: string } | null
  /** One cell of the heat map, Monday is 0. */
  cell: { weekday: number; hour: number; timeZone: string } | null
  max: number
  /** Measurements before this one. */
  after: Pick<Measurement, 'at' | 'customer_id' | 'position'> | null
}

/** Measurements of one metric, newest first, and how many there are. */
export async function listMeasurements(
  trx: Transaction,
  query: MeasurementQuery,
): Promise<{ total: number; rows: Measurement[] }> {
  const { metric, group, cell, after } = query
  const [found] = sourcesOf([metric])
  const column = found?.columns[0]?.[1]
  if (found === undefined || column === undefined) throw new Error(`No source for ${metric}`)
  const { source } = found
  const at = sql.ref(source.at)
  const ofLabels = group?.group === 'label'
  const clock = query.clock === 'business_hours' ? '_open' : ''
  const position = sql.raw(source.position)
  const place = sql.join(
    [
      sql`true`,
      ...(column.where === null ? [] : [sql.raw(`(${column.where})`)]),
      ...(group === null ? [] : [sql`${sql.raw(groupKey(source, group.group))} = ${group.key}`]),
      ...(cell === null
        ? []
        : [
            sql`extract(isodow from ${at} at time zone ${cell.timeZone}) - 1 = ${cell.weekday}::int`,
            sql`extract(hour from ${at} at time zone ${cell.timeZone}) = ${cell.hour}::int`,
          ]),
    ],
    sql` and `,
  )
  const behind = sql`${factsIn(source, query, ofLabels ? labelJoin : '')} and ${place}`
  const [counted] = (await sql<{ total: number }>`select count(*)::int as total from ${behind}`.execute(trx))
    .rows
  const { rows } = await sql<Measurement>`
    select customer_id, conversation_id, ${sql.raw(source.table === 'call_fact' ? 'call_id' : 'null::uuid as call_id')},
      ${sql.ref(source.agent)} as agent_id, ${at} as at, ${position}::int as position,
      ${sql.raw(column.duration === undefined ? 'null' : `${column.duration}${clock}`)}::float8 as seconds,
      ${sql.raw(column.score ?? (source.at === 'rated_at' ? 'score' : 'null'))}::int as score
    from ${behind} and ${
      after === null
        ? sql`true`
        : sql`(${at}, customer_id, ${position}::int)
            < (${after.at}::timestamptz, ${after.customer_id}::uuid, ${after.position}::int)`
    }
    order by ${at} desc, customer_id desc, ${position}::int desc
    limit ${query.max}`.execute(trx)
  return { total: counted?.total ?? 0, rows }
}
