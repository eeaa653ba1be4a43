import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../database.ts'
import type { StoredEntry } from '../event-log.ts'
import { concerns, type CustomerEntries, type LogConsumer } from './log-consumer.ts'
import type { RecentEntries, RecentPart } from './recent-entries.ts'

/** A customer whose cursor this transaction has locked, with entries to handle. */
export interface LockedCustomer extends CustomerEntries {
  cursor: number
  /** Failures of the first entry. */
  attempts: number
  /** Where the cursor goes once the entries are handled. */
  next: number
  /** Whether the log ends there. */
  isEnd: boolean
}

export interface ReadBatch {
  locked: LockedCustomer[]
  /** They have more entries than were read. */
  truncated: string[]
  /** Their logs continue after the entries of the hints: the next hint may be delayed or lost. */
  unread: string[]
  /** They have no cursor, or another transaction has it. */
  missing: string[]
}

type Row = Omit<StoredEntry, 'id'> & {
  customer_id: string
  organization_id: string
  /** For a retry that is not due. */
  waits: boolean
  /** A retry is due, or one has left entries behind it. */
  has_retry: boolean
  cursor: number
  attempts: number
  end: number
  /** The end of what is known of the log from hints, and begins at the cursor or before; null: entries were read. */
  recent_to: number | null
  /** null: the customer has no entries to handle. */
  id: string | null
}

/**
 * A cursor is moved without entries of the declared types only when it is this far behind: then the next read would pass over
 * as many again.
 */
const maxGap = 100

/** A condition on `e`, an entry: `concerns` in SQL. */
const concernsEntry = ({ types, messagesOf, imported }: Consumed): RawBuilder<boolean> => sql`
  e.type = any(${types}::text[])
  and (e.type <> 'message.created' or ${messagesOf === undefined} or e.actor->>'type' = any(${messagesOf ?? []}::text[]))
  and (${imported === 'handled'} or e.actor->'imported' is null)`

type Consumed = Pick<LogConsumer, 'name' | 'types' | 'messagesOf' | 'imported'>

/**
 * Makes the cursors of customers that have a relevant entry and no cursor yet. Not in the transaction of a batch: others would
 * wait for a row that is not committed, while they pass over one that is locked. The entry is looked for in the customer's log
 * alone: as a join, the planner would read those of all customers.
 */
export async function ensureCursors(db: Database, consumer: Consumed, customerIds: string[]): Promise<void> {
  await sql`
    insert into log_cursor (consumer, customer_id, seq)
    select ${consumer.name}, w.customer_id, 0 from unnest(${customerIds}::uuid[]) as w(customer_id)
    where (select true from event_log e where e.customer_id = w.customer_id and ${concernsEntry(consumer)} limit 1)
    order by w.customer_id
    on conflict do nothing`.execute(db)
}

/**
 * Locks cursors and reads the entries behind them, in one statement; entries that hints have brought are not read. The log in any
 * snapshot is a prefix, because commits of one customer follow each other, so nothing before the new cursor is missing.
 * `retryDueAt` includes customers that wait for a retry, when it is due by then.
 */
export async function readBatch(
  trx: Transaction,
  consumer: Consumed,
  read: {
    customerIds: string[]
    perCustomer: number
    retryDueAt: RawBuilder<string> | null
    recent: Pick<RecentEntries, 'of'>
  },
): Promise<ReadBatch> {
  const { customerIds, perCustomer } = read
  const { name } = consumer
  const recent = new Map<string, RecentPart>()
  for (const customerId of customerIds) {
    const part = read.recent.of(customerId)
    if (part) recent.set(customerId, part)
  }
  const parts = [...recent.values()]
  const { rows } = await sql<Row>`
    with kept as materialized (
      select customer_id, seq, attempts, retry_at is not null as has_retry,
        last_error is not null and (retry_at <= ${read.retryDueAt ?? sql`null`}) is not true as waits
      from log_cursor
      where consumer = ${name} and customer_id = any(${customerIds}::uuid[])
      order by customer_id for update skip locked
    ), recent as materialized (
      select * from unnest(
        ${[...recent.keys()]}::uuid[], ${parts.map(({ after }) => after)}::bigint[], ${parts.map(({ to }) => to)}::bigint[]
      ) as part(customer_id, after, upto)
    )
    select c.customer_id, c.waits, c.has_retry, c.seq as cursor, c.attempts, head.last_seq as end, r.upto as recent_to,
      e.id, head.organization_id, e.seq, e.type, e.audience, e.conversation_id, e.actor, e.data, e.created_at
    from kept c join customer_log head on head.customer_id = c.customer_id
    -- Beyond its end are entries that were lost in a failover.
    left join recent r on r.customer_id = c.customer_id and r.after <= c.seq and r.upto > c.seq and r.upto <= head.last_seq
    left join lateral (
      select * from event_log e
      where r.customer_id is null and not c.waits and e.customer_id = c.customer_id and e.seq > c.seq and ${concernsEntry(consumer)}
      order by e.seq limit ${perCustomer}
    ) e on true
    order by c.customer_id, e.seq`.execute(trx)
  const found = new Set(rows.map((row) => row.customer_id))
  const missing = customerIds.filter((customerId) => !found.has(customerId))
  const grouped = groupRows(rows, perCustomer, (customerId, cursor, to) =>
    (recent.get(customerId)?.entries ?? [])
      .filter((entry) => entry.seq > cursor && entry.seq <= to && concerns(consumer, entry))
      .slice(0, perCustomer),
  )
  return { ...grouped, missing }
}

/** Rows of one customer follow each other. */
function groupRows(
  rows: Row[],
  perCustomer: number,
  recentOf: (customerId: string, cursor: number, to: number) => StoredEntry[],
): Omit<ReadBatch, 'missing'> {
  const customers: LockedCustomer[] = []
  const unread: string[] = []
  const retried = new Set<string>()
  for (const row of rows) {
    if (row.waits) continue
    let customer = customers.at(-1)
    if (customer?.customerId !== row.customer_id) {
      const { customer_id: customerId, organization_id: organizationId, cursor, attempts, end } = row
      const { recent_to: recentTo } = row
      const entries = recentTo === null ? [] : recentOf(customerId, cursor, recentTo)
      const next = recentTo ?? end
      customer = { customerId, organizationId, entries, cursor, attempts, next, isEnd: next >= end }
      customers.push(customer)
      if (next < end) unread.push(customerId)
      // If the cursor is beyond the end, it was moved after the snapshot of the log.
      if (row.has_retry && next >= cursor) retried.add(customerId)
    }
    if (row.id !== null) customer.entries.push(entryOf(row, row.id))
  }
  const truncated: string[] = []
  for (const customer of customers) {
    const last = customer.entries.at(-1)
    if (!last || customer.entries.length < perCustomer || last.seq >= customer.next) continue
    customer.next = last.seq
    customer.isEnd = false
    truncated.push(customer.customerId)
  }
  const readsOn = new Set(unread)
  const locked = customers.filter(
    ({ customerId, entries, cursor, next }) =>
      entries.length > 0 || next - cursor > maxGap || readsOn.has(customerId) || retried.has(customerId),
  )
  return { locked, truncated, unread }
}

const entryOf = (
  { seq, type, audience, conversation_id, actor, data, created_at }: Row,
  id: string,
): StoredEntry => ({ id, seq, type, audience, conversation_id, actor, data, created_at })

/** Those of these customers that have a cursor. */
export async function withCursors(db: Database, consumer: string, customerIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from log_cursor where consumer = ${consumer} and customer_id = any(${customerIds}::uuid[])`.execute(
    db,
  )
  return rows.map((row) => row.customer_id)
}

/**
 * The transaction has these cursors locked. After a retry, `retry_at` stays until a batch has read to the end of the log: hints and discovery
 * have passed over the entries behind the retried one.
 */
export async function moveCursors(
  trx: Transaction,
  consumer: string,
  customers: Pick<LockedCustomer, 'customerId' | 'next' | 'isEnd'>[],
  now: RawBuilder<string>,
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    update log_cursor c set seq = moved.seq, attempts = 0, last_error = null,
      retry_at = case when c.last_error is not null then ${now} when moved.is_end then null else c.retry_at end
    from unnest(
      ${customers.map(({ customerId }) => customerId)}::uuid[], ${customers.map(({ next }) => next)}::bigint[],
      ${customers.map(({ isEnd }) => isEnd)}::boolean[]
    ) as moved(customer_id, seq, is_end)
    where c.consumer = ${consumer} and c.customer_id = moved.customer_id`.execute(trx)
}
