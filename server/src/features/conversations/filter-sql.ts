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
export function filterSql(filter: ConversationFilter, context: FilterContext): Condition {
  const conditions = conditionsOf(filter).map(({ field, values, negated }) => {
    const found = conditionSql(filterField(field), values, context)
    return negated ? sql<boolean>`not ${found}` : found
  })
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Never null, so that a negated condition matches what the condition does not. */
function conditionSql(field: FilterFieldKind, values: readonly string[], context: FilterContext): Condition {
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
      return anyOf([
        ids.length > 0 && sql<boolean>`coalesce(${column} = any(${ids}::text[]), false)`,
        isNone && sql<boolean>`${column} is null`,
      ])
    case 'id': {
      const wanted = [...ids, ...(values.includes('me') && context.me !== null ? [context.me] : [])]
      return anyOf([wanted.length > 0 && oneOfIds(column, wanted), isNone && sql<boolean>`${column} is null`])
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

/** A single id is an equality, which an index in another order can use. */
const oneOfIds = (column: RawBuilder<unknown>, ids: string[]): Condition =>
  ids.length === 1
    ? sql<boolean>`(${column} is not null and ${column} = ${ids[0]}::uuid)`
    : sql<boolean>`(${column} is not null and ${column} = any(${ids}::uuid[]))`

function anyOf(conditions: (Condition | false)[]): Condition {
  const wanted = conditions.filter((condition) => condition !== false)
  return wanted.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(wanted, sql` or `)})`
}
