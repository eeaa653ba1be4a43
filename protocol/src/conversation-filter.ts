import type { Conversation, InboxView } from './conversation.ts'
import { attributeOf, attributePattern, type AttributeSource } from './attribute-filter.ts'
import type { Priority } from './triage.ts'
import type { CustomerAttributes } from './visitor-context.ts'

/**
 * Filters of conversations, defined once: the service compiles them to SQL, the panel applies them to changed rows, and both
 * write them into addresses. Without TypeBox, which the panel does not bundle; the schemas are in view.ts.
 */

/** One of the values, or none of them. A filter's conditions all apply. */
export interface FilterCondition {
  is?: string[]
  is_not?: string[]
}

/** What a row is compared by. `column` is the column of table `conversation` with the same content. */
type FieldOf<Value> = { column: string; of: (row: Conversation) => Value }
export type FilterFieldKind =
  /** `open`, `closed` */
  | ({ kind: 'status' } & FieldOf<string>)
  /** One of the values, or `none`. */
  | ({ kind: 'choice'; values: readonly string[] } & FieldOf<string | null>)
  /** An id, or `none`; with `me`, also the agent who looks. */
  | ({ kind: 'id'; me: boolean } & FieldOf<string | null>)
  /** Ids; `none`: the row has none. */
  | ({ kind: 'ids' } & FieldOf<readonly string[]>)
  /** `yes` or `no`. The column is not null, or positive. */
  | ({ kind: 'flag'; column_is: 'set' | 'positive' } & FieldOf<boolean>)
  /** Since a time, or within a period: `7d`, `4h`. */
  | ({ kind: 'time' } & FieldOf<string>)
  /** `name:value` (attribute-filter.ts). Rows do not have attributes: the context does, or the service decides. */
  | { kind: 'attribute'; source: AttributeSource }

/** A record, so that a missing priority does not compile. */
const priorities: Record<Priority, true> = { low: true, normal: true, high: true, urgent: true }

/** A new field is one entry here, a text, and in the panel the source of its values. */
export const filterFields = {
  status: { kind: 'status', column: 'status', of: (row) => row.status },
  snoozed: { kind: 'flag', column: 'snoozed_seq', column_is: 'set', of: (row) => row.snooze !== null },
  assignee: { kind: 'id', me: true, column: 'agent_id', of: (row) => row.agent?.id ?? null },
  team: { kind: 'id', me: false, column: 'team_id', of: (row) => row.team_id },
  label: { kind: 'ids', column: 'label_ids', of: (row) => row.label_ids },
  priority: {
    kind: 'choice',
    values: Object.keys(priorities),
    column: 'priority',
    of: (row) => row.priority,
  },
  provider: { kind: 'id', me: false, column: 'provider_id', of: (row) => row.provider_id },
  waiting: {
    kind: 'flag',
    column: 'waiting_since',
    column_is: 'set',
    of: (row) => row.waiting_since !== null,
  },
  unread: { kind: 'flag', column: 'unread', column_is: 'positive', of: (row) => row.unread > 0 },
  started: { kind: 'time', column: 'started_at', of: (row) => row.started_at },
  activity: { kind: 'time', column: 'updated_at', of: (row) => row.updated_at },
  confirmed: { kind: 'attribute', source: 'confirmed' },
  stated: { kind: 'attribute', source: 'stated' },
} as const satisfies Record<string, FilterFieldKind>

export type FilterField = keyof typeof filterFields
export type ConversationFilter = { [Field in FilterField]?: FilterCondition }

const isField = (name: string): name is FilterField => Object.hasOwn(filterFields, name)
export const filterFieldNames: readonly FilterField[] = Object.keys(filterFields).filter(isField)
export const filterField = (field: FilterField): FilterFieldKind => filterFields[field]

/** Values of one condition. */
export const maxFilterValues = 20
/** Of a condition as text. Conditions on both sources of attributes fit into a request line of 8,000 bytes, with each `%` encoded again. */
export const maxConditionLength = 2_000

/** The inbox views in the same terms. Each list is one of them, narrowed by further conditions. */
export const inboxViewFilters: Record<InboxView, ConversationFilter> = {
  mine: { status: { is: ['open'] }, snoozed: { is: ['no'] }, assignee: { is: ['me'] } },
  unassigned: { status: { is: ['open'] }, snoozed: { is: ['no'] }, assignee: { is: ['none'] } },
  open: { status: { is: ['open'] }, snoozed: { is: ['no'] } },
  snoozed: { status: { is: ['open'] }, snoozed: { is: ['yes'] } },
  closed: { status: { is: ['closed'] } },
}

/** The conversations of a view that satisfy a further filter. Both apply, also where they name the same field. */
export interface ListFilter {
  view: InboxView
  filter: ConversationFilter
}

export const matchesList = (row: Conversation, list: ListFilter, context: FilterContext): boolean =>
  matchesFilter(row, inboxViewFilters[list.view], context) && matchesFilter(row, list.filter, context)

/** Who looks, and when: for `me` and periods. `me` null: an API key. */
export interface FilterContext {
  me: string | null
  /** Milliseconds. */
  now: number
  /** Of the customer. Without them conditions on attributes are skipped: what matches may still not belong to the list. */
  attributes?: CustomerAttributes
}

/** Whether rows alone do not decide: the filter has conditions on attributes. */
export const readsAttributes = (filter: ConversationFilter): boolean =>
  conditionsOf(filter).some(({ field }) => filterField(field).kind === 'attribute')

/** Whether a row satisfies every condition of the filter. */
export const matchesFilter = (
  row: Conversation,
  filter: ConversationFilter,
  context: FilterContext,
): boolean =>
  conditionsOf(filter).every(({ field, values, negated }) => {
    const definition = filterField(field)
    if (definition.kind === 'attribute' && context.attributes === undefined) return true
    const found = values.some((value) => hasValue(row, definition, value, context))
    return found !== negated
  })

function hasValue(row: Conversation, field: FilterFieldKind, value: string, context: FilterContext): boolean {
  switch (field.kind) {
    case 'status':
      return field.of(row) === value
    case 'choice':
      return (field.of(row) ?? 'none') === value
    case 'id':
      return (field.of(row) ?? 'none') === (value === 'me' && field.me ? context.me : value)
    case 'ids':
      return value === 'none' ? field.of(row).length === 0 : field.of(row).includes(value)
    case 'flag':
      return field.of(row) === (value === 'yes')
    case 'attribute':
      return attributeOf(value)?.isIn(context.attributes?.[field.source] ?? {}) === true
    default:
      return Date.parse(field.of(row)) >= timeOfValue(value, context.now)
  }
}

/** The conditions in the order of the fields. */
export function conditionsOf(
  filter: ConversationFilter,
): { field: FilterField; values: readonly string[]; negated: boolean }[] {
  return filterFieldNames.flatMap((field) => {
    const { is = [], is_not: isNot = [] } = filter[field] ?? {}
    return [
      ...(is.length > 0 ? [{ field, values: is, negated: false }] : []),
      ...(isNot.length > 0 ? [{ field, values: isNot, negated: true }] : []),
    ]
  })
}

const unitMs = { h: 3_600_000, d: 86_400_000 }

/** The beginning of a period that ends now, or the time itself, in milliseconds. */
export function timeOfValue(value: string, now: number): number {
  const period = /^(\d+)([hd])$/.exec(value)
  if (period === null) return Date.parse(value)
  return now - Number(period[1]) * unitMs[period[2] === 'h' ? 'h' : 'd']
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** From 1900 to 2999: PostgreSQL knows no year 0. */
const time = '(?:19|2\\d)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z'

/** What a value of the field looks like, without anchors. */
export function valuePattern(field: FilterFieldKind): string {
  switch (field.kind) {
    case 'status':
      return 'open|closed'
    case 'choice':
      return [...field.values, 'none'].join('|')
    case 'id':
      return field.me ? `${id}|me|none` : `${id}|none`
    case 'ids':
      return `${id}|none`
    case 'flag':
      return 'yes|no'
    case 'attribute':
      return attributePattern
    default:
      return `[1-9]\\d{0,3}[hd]|${time}`
  }
}

/** Date.parse moves February 30 to March 2. */
function isPeriodOrDate(value: string): boolean {
  const at = new Date(timeOfValue(value, 0))
  if (Number.isNaN(at.getTime())) return false
  return !value.includes('T') || at.toISOString().startsWith(value.slice(0, 10))
}

/** A condition as text, in addresses: `a,b` is one of them, `!a,b` is none of them. */
export const conditionPattern = (field: FilterFieldKind): string => {
  const value = `(?:${valuePattern(field)})`
  return `^!?${value}(?:,${value}){0,${field.kind === 'time' ? 0 : maxFilterValues - 1}}$`
}

const patterns = new Map(
  filterFieldNames.map((field) => [field, new RegExp(conditionPattern(filterField(field)))]),
)

/** null: not a condition of this field. */
export function parseCondition(field: FilterField, text: string): FilterCondition | null {
  if (patterns.get(field)?.test(text) !== true) return null
  const negated = text.startsWith('!')
  const values = [...new Set(text.slice(negated ? 1 : 0).split(','))]
  const isDate = filterField(field).kind === 'time'
  if (isDate && !values.every(isPeriodOrDate)) return null
  if (filterField(field).kind === 'attribute' && values.some((value) => attributeOf(value) === null))
    return null
  return negated ? { is_not: values } : { is: values }
}

export function formatCondition({ is = [], is_not: isNot = [] }: FilterCondition): string {
  return isNot.length > 0 ? `!${isNot.join(',')}` : is.join(',')
}

export type FilterTexts = { [Field in FilterField]?: string }

/** Ignores parameters that are not conditions. */
export function parseFilter(texts: Record<string, unknown>): ConversationFilter {
  const filter: ConversationFilter = {}
  for (const field of filterFieldNames) {
    const text = texts[field]
    const condition = typeof text === 'string' ? parseCondition(field, text) : null
    if (condition !== null) filter[field] = condition
  }
  return filter
}

export const formatFilter = (filter: ConversationFilter): FilterTexts =>
  Object.fromEntries(
    filterFieldNames.flatMap((field) => {
      const text = formatCondition(filter[field] ?? {})
      return text === '' ? [] : [[field, text]]
    }),
  )
