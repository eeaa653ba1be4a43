import { sql, type RawBuilder } from 'kysely'
import type { MetricSource } from './metric-sources.ts'

/** One id or several; `none`: without one. */
export type FilterValues = readonly string[]

export type Filters = Partial<Record<'agent' | 'team' | 'label' | 'provider' | 'channel', FilterValues>>

interface Scope {
  organizationId: string
  from: string
  to: string
  filters: Filters
}

/** `<table> where ...`: the rows of the source in this period that pass the filters. */
export function factsIn(source: MetricSource, scope: Scope, join = ''): RawBuilder<unknown> {
  const at = sql.ref(source.at)
  const { agent, team, label, provider, channel } = scope.filters
  const conditions = [
    sql`organization_id = ${scope.organizationId}`,
    sql`${at} >= ${scope.from}::timestamptz and ${at} < ${scope.to}::timestamptz`,
    ...(source.where === null ? [] : [sql.raw(source.where)]),
    ...(agent ? [isOneOf(sql.ref(source.agent), agent)] : []),
    ...(team ? [isOneOf(sql.ref('team_id'), team)] : []),
    ...(provider ? [isOneOf(sql.ref('provider_id'), provider)] : []),
    ...(channel ? [sql`channel = any(${channel}::text[])`] : []),
    ...(label ? [hasLabel(label)] : []),
  ]
  return sql`${sql.table(source.table)}${sql.raw(join)} where ${sql.join(conditions, sql` and `)}`
}

const idsIn = (values: FilterValues): string[] => values.filter((value) => value !== 'none')

/** One of these ids, or none. */
export function isOneOf(column: RawBuilder<unknown>, values: FilterValues): RawBuilder<boolean> {
  const among = sql<boolean>`${column} = any(${idsIn(values)}::uuid[])`
  return values.includes('none') ? sql<boolean>`(${among} or ${column} is null)` : among
}

function hasLabel(values: FilterValues): RawBuilder<boolean> {
  const among = sql<boolean>`label_ids && ${idsIn(values)}::uuid[]`
  return values.includes('none') ? sql<boolean>`(${among} or label_ids = '{}')` : among
}
