import type { EntryType } from '@parley/protocol/event'
import type { SenderType } from '@parley/protocol/sender'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../database.ts'
import type { StoredEntry } from '../event-log.ts'

/** New entries of one customer, in order: only the types that the consumer declares. */
export interface CustomerEntries {
  customerId: string
  organizationId: string
  entries: StoredEntry[]
  /** The one entry was parked, and later entries have been handled since. */
  requeued?: true
}

/** Receives every log entry of its types at least once, in order per customer (docs/decisions/log-consumers.md). */
export interface LogConsumer {
  /** Cursors are stored under this name: never rename it. */
  name: string
  types: readonly EntryType[]
  /** Whose messages it handles, of `message.created`. Omitted: those of all senders. */
  messagesOf?: readonly SenderType[]
  /** Whether entries that exist when the consumer is first started are handled, too. */
  start: 'beginning' | 'now'
  /**
   * Whether it handles history that was imported from another product (docs/decisions/imports.md). Left out: no, because reacting to
   * the past would notify, assign or send.
   */
  imported?: 'handled'
  /**
   * Those of these customers for whom it may have something to do. The others cost neither a transaction nor a cursor's move. Asked after
   * the entries were committed. Once a customer is selected, older entries are handed over, too: `handle` must find nothing to do for
   * those.
   */
  selectCustomers?: (db: Database, customerIds: string[]) => Promise<ReadonlySet<string>>
  /** Nobody waits for what it does: while there is more and more to do, it handles a second's entries at once. */
  unhurried?: true
  /**
   * Writes in `trx` commit together with the cursor: exactly once. Anything else may happen again after a crash. The
   * transaction stays open meanwhile, so do not call other services in it; the returned function runs after the commit.
   *
   * A batch that throws is split until the failing entry is found; that entry is retried with backoff, then parked. After an outage of the
   * database the customers are retried one by one, and nothing is parked but an entry that alone takes too long.
   * @param signal aborted when the service stops
   */
  handle(trx: Transaction, batch: CustomerEntries[], signal: AbortSignal): Promise<void | (() => void)>
}

export interface ConsumerLimits {
  /** Customers in one transaction. */
  customers: number
  /** Entries in one transaction. */
  entries: number
  /** Failures of an entry before it is parked. */
  attempts: number
  /** Delay of the first retry. It doubles with every further one, and varies by a quarter. */
  retryMs: number
  maxRetryMs: number
  /**
   * From the start of one batch to the start of the next, unless more than a batch is waiting: so long for each customer of the last
   * batch, between these bounds. The more there is to do, the more shares the statements of a batch.
   */
  batchIntervalMs: {
    perCustomer: number
    min: number
    max: number
    /** From ten customers a second on they share transactions: one for each costs the database more than what it does. */
    unhurried: { perCustomer: number; max: number }
  }
  /** A process that has not renewed its lease for so long is taken for dead. */
  leaseMs: number
  /** Discovery reads what fewer transactions than this have written; beyond, all customers are walked instead. */
  discoverableTransactions: number
}

export const defaultLimits: ConsumerLimits = {
  customers: 500,
  entries: 2000,
  attempts: 10,
  retryMs: 1000,
  maxRetryMs: 300_000,
  batchIntervalMs: { perCustomer: 10, min: 30, max: 70, unhurried: { perCustomer: 100, max: 1000 } },
  leaseMs: 5000,
  discoverableTransactions: 50_000,
}

/** Milliseconds from the start of a batch to the start of the next, when this many customers were waiting for it. */
export const batchInterval = (
  customers: number,
  { min, unhurried, ...hurried }: ConsumerLimits['batchIntervalMs'],
  isUnhurried = false,
): number => {
  const { perCustomer, max } = isUnhurried ? unhurried : hurried
  return Math.min(max, Math.max(min, customers * perCustomer))
}

/** Whether the consumer handles this entry. `actor` undefined: not known, so it may. */
export const concerns = (
  { types, messagesOf, imported }: Pick<LogConsumer, 'types' | 'messagesOf' | 'imported'>,
  { type, actor }: Pick<StoredEntry, 'type'> & { actor?: StoredEntry['actor'] },
): boolean =>
  types.includes(type) &&
  (actor === undefined ||
    ((type !== 'message.created' || messagesOf === undefined || messagesOf.includes(actor.type)) &&
      (imported === 'handled' || !('imported' in actor))))

/** Ranges per consumer: what processes share a consumer's customers by. */
export const rangeCount = 16

/** The last digit of a UUIDv7 is random. */
export const rangeOf = (customerId: string): number => Number.parseInt(customerId.slice(-1), 16)

/** The same in SQL. */
export const rangeOfColumn = (column: string): RawBuilder<number> =>
  sql<number>`(get_byte(uuid_send(${sql.ref(column)}), 15) & 15)`

/** Sorts before every customer. */
export const firstCustomer = '00000000-0000-0000-0000-000000000000'
