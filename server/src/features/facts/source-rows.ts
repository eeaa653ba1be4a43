import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { chunkOf, type FactChunk, type FactRow } from './fact-chunk.ts'
import type { MetricColumn, MetricSource } from './metric-sources.ts'

/** Instants in milliseconds; `to` is not included. */
export interface Span {
  from: number
  to: number
}

/** Columns of values: durations by both clocks, scores. */
export function valuesOf(source: MetricSource): string[] {
  const columns = Object.values(source.metrics)
  const durations = columns.flatMap(({ duration }) => (duration === undefined ? [] : [duration]))
  const scores = columns.flatMap(({ score }) => (score === undefined ? [] : [score]))
  return [...new Set([...durations.flatMap((name) => [name, openColumn(name)]), ...scores])]
}

/** The duration within business hours. */
export const openColumn = (duration: string): string => `${duration}_open`

const isScore = (source: MetricSource, name: string) =>
  Object.values(source.metrics).some(({ score }) => score === name)

/** The bit of a metric in `flags`. */
export const flagOf = (source: MetricSource, metric: string): number =>
  1 << Object.keys(source.metrics).indexOf(metric)

/** The facts of each of these spans. */
export async function readRows(
  db: Database | Transaction,
  source: MetricSource,
  organizationId: string,
  spans: readonly Span[],
): Promise<FactChunk[]> {
  const values = valuesOf(source)
  const conditions: MetricColumn[] = Object.values(source.metrics)
  const flags = conditions
    .map(({ where }, bit) => `((coalesce(${where ?? 'true'}, false))::int << ${bit})`)
    .join(' | ')
  const columns = [
    `${milliseconds(source.at)} as at`,
    `${flags} as flags`,
    `coalesce(${source.agent}::text, '') as agent`,
    `coalesce(team_id::text, '') as team`,
    `array_to_string(label_ids, ',') as label`,
    'provider_id::text as provider',
    'channel',
    source.table === 'call_fact' ? 'outcome as reason' : `'' as reason`,
    ...values.map((name) => `${isScore(source, name) ? name : `${name} * 1000`} as "${name}"`),
  ]
  const { rows } = await sql<FactRow & { part: number }>`
    ${prepared} select part.number::int as part, fact.*
    from unnest(${spans.map(({ from }) => isoTime(from))}::timestamptz[], ${spans.map(({ to }) => isoTime(to))}::timestamptz[])
      with ordinality part(from_at, to_at, number)
    cross join lateral (
      select ${sql.raw(columns.join(', '))} from ${sql.table(source.table)}
      where organization_id = ${organizationId} and ${sql.raw(source.where ?? 'true')}
        and ${sql.ref(source.at)} >= part.from_at and ${sql.ref(source.at)} < part.to_at
      -- Keeps the planner from joining all facts of the organization with the spans, of which it expects to need a ninth.
      offset 0
    ) fact`.execute(db)
  const facts = spans.map((): FactRow[] => [])
  for (const row of rows) facts[row.part - 1]?.push(row)
  return spans.map((span, index) => chunkOf(span, facts[index] ?? [], values))
}

/** The part of this span that has facts; null: none. */
export async function spanOfRows(
  db: Database | Transaction,
  source: MetricSource,
  organizationId: string,
  { from, to }: Span,
): Promise<Span | null> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    ${prepared} select ${sql.raw(milliseconds(`min(${source.at})`))} as first, ${sql.raw(milliseconds(`max(${source.at})`))} as last
    from ${sql.table(source.table)}
    where organization_id = ${organizationId} and ${sql.raw(source.where ?? 'true')}
      and ${sql.ref(source.at)} >= ${isoTime(from)}::timestamptz and ${sql.ref(source.at)} < ${isoTime(to)}::timestamptz`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined || found.first === null || found.last === null) return null
  // Kept in whole milliseconds, as columns of times are.
  return { from: Math.floor(found.first), to: Math.min(to, Math.floor(found.last) + 1) }
}

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

export const isoTime = (at: number): string => new Date(at).toISOString()
