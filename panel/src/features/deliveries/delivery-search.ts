import type { DeliveryFilter, DeliveryState, DeliveryType } from '@parley/protocol/webhook'

/** Lengths of the periods that end now, in milliseconds. */
const periodLengths = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 }
export type Period = keyof typeof periodLengths

/** Filters in the URL, named as in the API. A `period` always ends now. */
export interface DeliverySearch {
  webhook_id?: string | undefined
  state?: DeliveryState | undefined
  type?: DeliveryType | undefined
  event_id?: string | undefined
  customer_id?: string | undefined
  conversation_id?: string | undefined
  period?: Period | undefined
  /** ISO 8601; in the address with `Z`, for a plus sign is a space there. */
  from?: string | undefined
  to?: string | undefined
}

const states: Record<DeliveryState, true> = {
  waiting: true,
  sending: true,
  delivered: true,
  failed: true,
  cancelled: true,
}
const types: Record<DeliveryType, true> = {
  'conversation.started': true,
  'conversation.ended': true,
  'call.started': true,
  'call.ended': true,
  'call.missed': true,
  'call.recording_ready': true,
  'customer.created': true,
  'customer.updated': true,
  'webhook.test': true,
  'automation.triggered': true,
}
export const deliveryStates = keysOf(states)
export const deliveryTypes = keysOf(types)
export const periods = keysOf(periodLengths)

function keysOf<T extends string>(record: Record<T, unknown>): T[] {
  return Object.keys(record).filter((key): key is T => Object.hasOwn(record, key))
}

/** Parses URL search parameters and drops invalid ones. A period takes precedence over from and to. */
export function readDeliverySearch(search: Record<string, unknown>): DeliverySearch {
  const period = oneOf(periods, search['period'])
  return {
    webhook_id: readId(search['webhook_id']),
    state: oneOf(deliveryStates, search['state']),
    type: oneOf(deliveryTypes, search['type']),
    event_id: readId(search['event_id']),
    customer_id: readId(search['customer_id']),
    conversation_id: readId(search['conversation_id']),
    period,
    from: period === undefined ? readTime(search['from']) : undefined,
    to: period === undefined ? readTime(search['to']) : undefined,
  }
}

/** Ids to search deliveries by, one at a time. */
export const searchedIds = ['event_id', 'customer_id', 'conversation_id'] as const
export type SearchedId = (typeof searchedIds)[number]

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((each) => each === value)

/** The normalized id, or undefined if invalid. */
export function readId(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined
}

function readTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** Query parameters for the API. `now` (ms) is the end of a period. */
export function filterOf(search: DeliverySearch, now: number): DeliveryFilter {
  const { webhook_id, state, type, event_id, customer_id, conversation_id, period, from, to } = search
  const start = period === undefined ? from : new Date(now - periodLengths[period]).toISOString()
  return {
    ...(webhook_id !== undefined && { webhook_id }),
    ...(state !== undefined && { state }),
    ...(type !== undefined && { type }),
    ...(event_id !== undefined && { event_id }),
    ...(customer_id !== undefined && { customer_id }),
    ...(conversation_id !== undefined && { conversation_id }),
    ...(start !== undefined && { from: timestamp(start) }),
    ...(to !== undefined && { to: timestamp(to) }),
  }
}

/** The API writes UTC as an offset. */
const timestamp = (iso: string) => iso.replace('Z', '+00:00')

export const isFiltered = (search: DeliverySearch) =>
  Object.values(search).some((value) => value !== undefined)

/** Value for `<input type="datetime-local">` in local time, to the minute. */
export function localInput(iso: string): string {
  const date = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The inverse of localInput; undefined while the field is incomplete. */
export const fromLocalInput = (text: string): string | undefined => readTime(text)
