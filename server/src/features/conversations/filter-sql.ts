import { attributeOf } from '@parley/protocol/attribute-filter'
import {
  conditionsOf,
  filterField,
  timeOfValue,
  type ConversationFilter,
  type FilterContext,
  type FilterFieldKind,
} from '@parley/protocol/conversation-filter'
import { sql, type RawBuilder } from 'kysely'
import { timestamp } from '../../core/clock.ts'

type Condition = RawBuilder<boolean>

/** A filter as a condition on `conversation as c`. Values are parameters; columns come from the definition. */
export function filterSql(filter: ConversationFilter, context: SqlContext): Condition {
  const conditions = conditionsOf(filter).map(({ field, values, negated }) => {
    const definition = filterField(field)
    const found =
      definition.kind === 'attribute'
        ? attributeSql(definition.source, values, context.organizationId)
        : conditionSql(definition, values, context)
    return negated ? sql<boolean>`not ${found}` : found
  })
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export interface SqlContext extends FilterContext {
  organizationId: string
}

/** A subquery that does not depend on the row: it is read once, also for counts, and uses the index of the attributes. */
function attributeSql(
  source: 'stated' | 'confirmed',
  values: readonly string[],
  organizationId: string,
): Condition {
  const column = sql.ref(source)
  const wanted = values.flatMap((value) => {
    const condition = attributeOf(value)
    return condition === null
      ? []
      : condition.values.map((each) => JSON.stringify({ [condition.name]: each }))
  })
  return sql<boolean>`c.customer_id in (
    select customer_id from customer_attribute where organization_id = ${organizationId}::uuid
      and ${anyOf(wanted.map((each) => sql<boolean>`${column} @> ${each}::jsonb`))}
  )`
}

type ColumnField = Exclude<FilterFieldKind, { kind: 'attribute' }>

/** Never null, so that a negated condition matches what the condition does not. */
function conditionSql(field: ColumnField, values: readonly string[], context: FilterContext): Condition {
  const column = sql.ref(`c.${field.column}`)
  const ids = values.filter((value) => value !== 'none' && value !== 'me')
  const isNone = values.includes('none')
  switch (field.kind) {
    // Repeats the conditions of the partial indexes open_inbox and closed_inbox.
    case 'status':
      return anyOf([
        values.includes('open') && sql<boolean>`c.closed_at is null`,
        values.includes('closed') && sql<boolean>`c.status = 'closed'`,
      ])
    case 'choice':
      return anyOf([ids.length > 0 && oneOf(column, ids, 'text'), isNone && sql<boolean>`${column} is null`])
    case 'id': {
      const wanted = [...ids, ...(values.includes('me') && context.me !== null ? [context.me] : [])]
      return anyOf([
        wanted.length > 0 && oneOf(column, wanted, 'uuid'),
        isNone && sql<boolean>`${column} is null`,
      ])
    }
    // The first condition repeats that of the partial index conversation_labels.
    case 'ids':
      return anyOf([
        ids.length > 0 && sql<boolean>`(${column} <> '{}' and ${column} && ${ids}::uuid[])`,
        isNone && sql<boolean>`${column} = '{}'`,
      ])
    case 'flag': {
      const isSet =
        field.column_is === 'set' ? sql<boolean>`${column} is not null` : sql<boolean>`${column} > 0`
      return anyOf([values.includes('yes') && isSet, values.includes('no') && sql<boolean>`not (${isSet})`])
    }
    default:
      return anyOf(
        values.map(
          (value) => sql<boolean>`${column} >= ${timestamp(timeOfValue(value, context.now))}::timestamptz`,
        ),
      )
  }
}

/** A single value is an equality: an index then has the order of the list. */
function oneOf(column: RawBuilder<unknown>, values: string[], type: 'text' | 'uuid'): Condition {
  const cast = sql.raw(type)
  return values.length === 1
    ? sql<boolean>`(${column} is not null and ${column} = ${values[0]}::${cast})`
    : sql<boolean>`(${column} is not null and ${column} = any(${values}::${cast}[]))`
}

/**
 * When a closed conversation that satisfies the filter was closed at the earliest; null: no limit. It was not closed before
 * it started or last changed, and this ends the scan of the index, which is ordered by closing.
 */
export function closedSince(filter: ConversationFilter, context: FilterContext): string | null {
  const times = conditionsOf(filter).flatMap(({ field, values, negated }) =>
    filterField(field).kind === 'time' && !negated
      ? values.map((value) => timeOfValue(value, context.now))
      : [],
  )
  return times.length === 0 ? null : timestamp(Math.max(...times))
}

function anyOf(conditions: (Condition | false)[]): Condition {
  const wanted = conditions.filter((condition) => condition !== false)
  return wanted.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(wanted, sql` or `)})`
}
