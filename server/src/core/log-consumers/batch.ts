import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../database.ts'
import type { StoredEntry } from '../event-log.ts'
import type { CustomerEntries, LogConsumer } from './log-consumer.ts'

/** A customer whose cursor this transaction has locked, with entries to handle. */
export interface LockedCustomer extends CustomerEntries {
  cursor: number
  /** Failures of the first entry. */
  attempts: number
  /** Where the cursor goes once the entries are handled. */
  next: number
}

export interface ReadBatch {
  locked: LockedCustomer[]
  /** They have more entries than were read. */
  truncated: string[]
  /** Another transaction has their cursors. */
  busy: string[]
}

type Row = Omit<StoredEntry, 'id'> & {
  customer_id: string
  organization_id: string
  busy: boolean
  cursor: number
  attempts: number
  end: number
  /** null: the customer has no entries to handle. */
  id: string | null
}

/**
 * A cursor is moved without entries of the declared types only when it is this far behind: then the next read would pass over
 * as many again.
 */
const maxGap = 100

/**
 * Makes the cursors of customers that have a relevant entry and no cursor yet. Not in the transaction of a batch: others would
 * wait for a row that is not committed, while they pass over one that is locked.
 */
export async function ensureCursors(
  db: Database,
  { name, types }: Pick<LogConsumer, 'name' | 'types'>,
  customerIds: string[],
): Promise<void> {
  await sql`
    insert into log_cursor (consumer, customer_id, seq)
    select ${name}, w.customer_id, 0 from unnest(${customerIds}::uuid[]) as w(customer_id)
    where not exists (select from log_cursor c where c.consumer = ${name} and c.customer_id = w.customer_id)
      and exists (select from event_log e where e.customer_id = w.customer_id and e.type = any(${types}::text[]))
    order by w.customer_id
    on conflict do nothing`.execute(db)
}

/**
 * Locks cursors and reads the entries behind them, in one statement. The log in any snapshot is a prefix, because commits of
 * one customer follow each other, so nothing before the new cursor is missing. `retryDueAt` includes customers that wait
 * for a retry, when it is due by then.
 */
export async function readBatch(
  trx: Transaction,
  { name, types }: Pick<LogConsumer, 'name' | 'types'>,
  read: { customerIds: string[]; perCustomer: number; retryDueAt: RawBuilder<string> | null },
): Promise<ReadBatch> {
  const { customerIds, perCustomer } = read
  const { rows } = await sql<Row>`
    with known as materialized (
      select customer_id from log_cursor
      where consumer = ${name} and customer_id = any(${customerIds}::uuid[])
    ), kept as materialized (
      select customer_id, seq, attempts, retry_at from log_cursor
      where consumer = ${name} and customer_id = any(${customerIds}::uuid[])
      order by customer_id for update skip locked
    )
    select c.customer_id, false as busy, c.seq as cursor, c.attempts, head.last_seq as end,
      e.id, e.organization_id, e.seq, e.type, e.audience, e.conversation_id, e.actor, e.data, e.created_at
    from kept c join customer_log head on head.customer_id = c.customer_id
    left join lateral (
      select * from event_log e
      where e.customer_id = c.customer_id and e.seq > c.seq and e.type = any(${types}::text[])
      order by e.seq limit ${perCustomer}
    ) e on true
    where c.retry_at is null or c.retry_at <= ${read.retryDueAt ?? sql`null`}
    union all
    select customer_id, true, 0, 0, 0, null, null, null, null, null, null, null, null, null
    from known where customer_id not in (select customer_id from kept)
    order by customer_id, seq`.execute(trx)
  return groupRows(rows, perCustomer)
}

/** Rows of one customer follow each other. */
function groupRows(rows: Row[], perCustomer: number): ReadBatch {
  const busy: string[] = []
  const customers: LockedCustomer[] = []
  for (const row of rows) {
    if (row.busy) {
      busy.push(row.customer_id)
      continue
    }
    let customer = customers.at(-1)
    if (customer?.customerId !== row.customer_id) {
      const { customer_id: customerId, organization_id: organizationId, cursor, attempts, end } = row
      customer = { customerId, organizationId, entries: [], cursor, attempts, next: end }
      customers.push(customer)
    }
    if (row.id !== null) customer.entries.push(entryOf(row, row.id))
  }
  const truncated: string[] = []
  for (const customer of customers) {
    const last = customer.entries.at(-1)
    if (!last || customer.entries.length < perCustomer || last.seq >= customer.next) continue
    customer.next = last.seq
    truncated.push(customer.customerId)
  }
  const locked = customers.filter(({ entries, cursor, next }) => entries.length > 0 || next - cursor > maxGap)
  return { locked, truncated, busy }
}

const entryOf = (
  { seq, type, audience, conversation_id, actor, data, created_at }: Row,
  id: string,
): StoredEntry => ({ id, seq, type, audience, conversation_id, actor, data, created_at })

/** The transaction has these cursors locked. */
export async function moveCursors(
  trx: Transaction,
  consumer: string,
  customers: Pick<LockedCustomer, 'customerId' | 'next'>[],
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    update log_cursor c set seq = moved.seq, attempts = 0, retry_at = null, last_error = null
    from unnest(
      ${customers.map(({ customerId }) => customerId)}::uuid[], ${customers.map(({ next }) => next)}::bigint[]
    ) as moved(customer_id, seq)
    where c.consumer = ${consumer} and c.customer_id = moved.customer_id`.execute(trx)
}
