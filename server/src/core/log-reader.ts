import type { Audience, CallEntry } from '@parley/protocol/event'
import type { ReceiptState } from '@parley/protocol/session'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { LogHead, LogTables, StoredEntry } from './event-log.ts'
import { fittingCount } from './page-size.ts'

/** A head with the receipts of both sides. */
export interface LogState extends LogHead {
  receipts: ReceiptState
}

/** Resolves with undefined when the organization has no such customer (SPEC L7). */
export async function readHead(
  deps: { db: Database },
  organizationId: string,
  customerId: string,
): Promise<LogState | undefined> {
  const row = await deps.db
    .withTables<LogTables>()
    .selectFrom('customer_log')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { customer_delivered, customer_read, agents_delivered, agents_read, ...head } = row
  return {
    ...head,
    receipts: {
      customer: { delivered: customer_delivered, read: customer_read },
      agents: { delivered: agents_delivered, read: agents_read },
    },
  }
}

export interface LogSlice {
  after: number
  to: number
  entries: StoredEntry[]
}

/** Positions per statement: at most some megabytes are read that do not fit into the page. */
const positionsPerRead = 100

/**
 * Returns the entries of the next `max` positions that the reader may see: a customer sees neither entries for agents nor messages
 * they have cleared (SPEC L3, L6). Ends earlier at `maxPageBytes`. An `after` beyond the end returns an empty slice at the end.
 * Resolves with undefined when the organization has no such customer.
 */
export async function readLog(
  deps: { db: Database },
  query: {
    organizationId: string
    customerId: string
    after: number
    max: number
    reader: 'customer' | 'agents'
  },
): Promise<LogSlice | undefined> {
  const db = deps.db.withTables<LogTables>()
  const head = await db
    .selectFrom('customer_log')
    .select(['last_seq', 'cleared_seq'])
    .where('customer_id', '=', query.customerId)
    .where('organization_id', '=', query.organizationId)
    .executeTakeFirst()
  if (!head) return undefined
  const after = Math.min(query.after, head.last_seq)
  const end = Math.min(after + query.max, head.last_seq)
  const entries: StoredEntry[] = []
  for (let to = after; to < end;) {
    const from = to
    to = Math.min(from + positionsPerRead, end)
    let rows = db
      .selectFrom('event_log')
      .select(['id', 'seq', 'type', 'audience', 'conversation_id', 'actor', 'data', 'created_at'])
      .where('customer_id', '=', query.customerId)
      .where('seq', '>', from)
      .where('seq', '<=', to)
      .where('audience', 'in', [query.reader, 'both'])
      .orderBy('seq')
    if (query.reader === 'customer') {
      rows = rows.where(
        sql<boolean>`not (type in ('message.created', 'message.edited') and seq <= ${head.cleared_seq})`,
      )
    }
    entries.push(...((await rows.execute()) as StoredEntry[]))
    const slice = fittingSlice({ after, to, entries })
    if (slice.to < to) return slice
  }
  return { after, to: end, entries }
}

/** The part of a slice that fits into a page. */
export function fittingSlice(slice: LogSlice): LogSlice {
  const count = fittingCount(slice.entries)
  if (count === slice.entries.length) return slice
  const entries = slice.entries.slice(0, count)
  return { after: slice.after, to: entries.at(-1)?.seq ?? slice.to, entries }
}

/** `callsBetween` returns only this many of the newest calls. */
const maxCalls = 100

/** How a customer's calls between two positions ended, without those the customer has cleared. Oldest first. */
export async function callsBetween(
  deps: { db: Database },
  query: { customerId: string; after: number; before: number | null },
): Promise<CallEntry[]> {
  let rows = deps.db
    .withTables<LogTables>()
    .selectFrom('event_log as entry')
    .innerJoin('customer_log as head', 'head.customer_id', 'entry.customer_id')
    .select([
      'entry.id',
      'entry.seq',
      'entry.type',
      'entry.created_at',
      'entry.conversation_id',
      'entry.actor',
      'entry.data',
    ])
    .where('entry.customer_id', '=', query.customerId)
    .where('entry.type', 'in', ['call.ended', 'call.missed'])
    .where('entry.seq', '>', query.after)
    .whereRef('entry.seq', '>', 'head.cleared_seq')
    .orderBy('entry.seq', 'desc')
    .limit(maxCalls)
  if (query.before !== null) rows = rows.where('entry.seq', '<', query.before)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type column says what data is
  return ((await rows.execute()) as unknown as CallEntry[]).toReversed()
}

/** Whether this reader may see a live entry: the same rule as in `readLog`. */
export const maySee = (entry: { audience: Audience }, reader: 'customer' | 'agents'): boolean =>
  entry.audience === 'both' || entry.audience === reader

/** Last positions by customer, for the heartbeat that makes up for lost hints (SPEC L5). */
export async function logEnds(deps: { db: Database }, customerIds: string[]): Promise<Map<string, number>> {
  const rows = await deps.db
    .withTables<LogTables>()
    .selectFrom('customer_log')
    .select(['customer_id', 'last_seq'])
    .where('customer_id', 'in', customerIds)
    .execute()
  return new Map(rows.map((row) => [row.customer_id, row.last_seq]))
}
