import {
  publicEntryTypes,
  type Actor,
  type Audience,
  type EntryType,
  type PublicEntryType,
} from '@parley/protocol/event'
import type { Generated, Transaction as KyselyTransaction } from 'kysely'
import type { Bus } from './bus/bus.ts'
import { timestamp, type Clock } from './clock.ts'
import { CustomerLocked, lockWithin } from './customer-lock.ts'
import type { Database, Transaction } from './database.ts'
import { newId } from './ids.ts'
import { createTransactionSlots, type WhenLocked } from './transaction-slots.ts'

/**
 * The head of a customer's event log (design 2), which has positions 1, 2, 3 ... without gaps. The row is also the customer's
 * lock: a transaction that changes anything about a customer locks it before other rows.
 */
export interface LogHead {
  customer_id: string
  organization_id: string
  provider_id: string
  last_seq: number
  /** The customer has cleared messages up to this position from their own window. */
  cleared_seq: number
  /** false while the customer is blocked or has closed the account: they can still read. */
  may_write: boolean
}

/**
 * Whether the log has no more than the customer's creation. Then there is no message, conversation or call to look up, since
 * each of them starts with an entry.
 */
export const hasOnlyBegun = (head: LogHead): boolean => head.last_seq <= 1

export interface NewEntry {
  type: EntryType
  audience: Audience
  conversation_id: string | null
  actor: Actor
  data: object
}

export interface StoredEntry extends NewEntry {
  id: string
  seq: number
  created_at: string
}

/** An entry that webhooks may send (spec 6). `id` is the event_id. */
export interface PublicEntry {
  id: string
  organization_id: string
  type: PublicEntryType
  created_at: string
  customer_id: string
  conversation_id: string | null
  data: object
}

/**
 * Enqueues deliveries of a transaction's public entries within that transaction. Returns what to run after the commit. The
 * message path writes no public entries and never calls it.
 */
export type Outbox = (trx: Transaction, entries: PublicEntry[]) => Promise<() => void>

/** Announces new log entries. `entries` saves the receiver a query; null when the sender does not have them. */
export interface LogHint {
  organization_id: string
  customer_id: string
  /** The position before the first new entry. */
  after: number
  to: number
  entries: StoredEntry[] | null
  /** Type and conversation of each entry, for a hint without the entries. */
  outline?: Pick<StoredEntry, 'type' | 'conversation_id'>[]
  /** `provider_id:identity` when the log is new, so that this visitor's waiting sockets join. */
  born: string | null
}

/** Receivers read the entries from the log. */
export const compactHint = ({ entries, ...hint }: LogHint): LogHint => ({
  ...hint,
  entries: null,
  outline: entries?.map(({ type, conversation_id }) => ({ type, conversation_id })) ?? hint.outline ?? [],
})

declare module './bus/bus.ts' {
  interface BusMessages {
    log: LogHint
  }
}

export type LogTables = {
  customer_log: {
    customer_id: string
    organization_id: string
    provider_id: string
    last_seq: Generated<number>
    cleared_seq: Generated<number>
    may_write: Generated<boolean>
    customer_delivered: Generated<number>
    customer_read: Generated<number>
    agents_delivered: Generated<number>
    agents_read: Generated<number>
  }
  event_log: {
    id: string
    organization_id: string
    customer_id: string
    seq: number
    type: EntryType
    audience: Audience
    conversation_id: string | null
    actor: unknown
    data: unknown
    created_at: string
    /** The transaction that wrote the entry: PostgreSQL fills it in. */
    xid: Generated<string>
  }
}

/** A transaction that may append to logs. Its entries are announced after the commit. */
export interface LogTransaction {
  db: Transaction
  /** The timestamp of every row and entry that this transaction writes. */
  now: string
  /** Begins the log of a new customer. */
  begin(head: { customer_id: string; organization_id: string; provider_id: string; born: string }): LogHead
  /** Locks the customer. Resolves with undefined when the organization has no such customer. */
  lock(organizationId: string, customerId: string): Promise<LogHead | undefined>
  /** false while the customer is blocked or deactivated. The head must be locked. */
  setMayWrite(head: LogHead, mayWrite: boolean): Promise<void>
  /** Records that the customer cleared their window up to `seq`. The head must be locked. */
  setCleared(head: LogHead, seq: number): Promise<void>
  /**
   * Appends to a log whose head this transaction has locked or begun, and moves `head.last_seq`. Entries are written at the end,
   * in one statement per log, because the head stays locked during every round trip.
   */
  append(head: LogHead, entries: NewEntry[]): void
}

export interface EventLog {
  /**
   * If `work` begins by locking a customer who is locked, it runs again later: it must have no other effects before its first lock.
   * @throws CustomerStaysLocked
   */
  transact<T>(work: (tx: LogTransaction) => Promise<T>): Promise<T>
  /**
   * For statements that lock heads themselves. They share the limit of `transact`, so that transactions waiting for a lock never
   * hold all connections while its holder needs a second one.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Announces entries that a statement outside `transact` has committed. */
  announce(hint: LogHint): void
}

export function createEventLog(
  deps: { db: Database; bus: Bus; clock: Clock; outbox: Outbox },
  slots = createTransactionSlots(),
): EventLog {
  const { bus, clock } = deps
  const database = deps.db.withTables<LogTables>()
  const announce = (hint: LogHint) => bus.publish('log', hint)

  /** Returns the result with what is to be announced after the commit. */
  const run = <T>(work: (tx: LogTransaction) => Promise<T>, whenLocked: WhenLocked) =>
    database.transaction().execute(async (trx) => {
      const now = timestamp(clock())
      const logs = new Map<string, PendingLog>()
      /** Nothing is lost if the transaction runs again. */
      let isUnused = true
      const logOf = (head: LogHead): PendingLog => {
        const log = logs.get(head.customer_id) ?? { head, after: head.last_seq, entries: [], born: null }
        logs.set(head.customer_id, log)
        return log
      }
      const result = await work({
        get db() {
          isUnused = false
          return trx as unknown as Transaction
        },
        now,
        begin({ born, ...ids }) {
          const head: LogHead = { ...ids, last_seq: 0, cleared_seq: 0, may_write: true }
          logOf(head).born = born
          return head
        },
        async lock(organizationId, customerId) {
          const isFirst = isUnused
          isUnused = false
          const find = headOf(trx, organizationId, customerId)
          const lock = () => find.forUpdate().executeTakeFirst()
          if (!isFirst) return lock()
          const head = await (whenLocked === 'leave'
            ? find.forUpdate().skipLocked().executeTakeFirst()
            : lockWithin(trx as unknown as Transaction, whenLocked.maxWaitMs, lock))
          if (head) slots.foundFree(customerId)
          else if (whenLocked === 'leave' && (await find.executeTakeFirst()))
            throw new CustomerLocked(customerId)
          return head
        },
        async setMayWrite(head, mayWrite) {
          head.may_write = mayWrite
          if (!isBegun(logs, head)) await setHead(trx, head, { may_write: mayWrite })
        },
        async setCleared(head, seq) {
          head.cleared_seq = seq
          if (!isBegun(logs, head)) await setHead(trx, head, { cleared_seq: seq })
        },
        append(head, entries) {
          const log = logOf(head)
          for (const entry of entries) {
            head.last_seq += 1
            log.entries.push({ ...entry, id: newId(), seq: head.last_seq, created_at: now })
          }
        },
      })
      for (const log of logs.values()) await write(trx, log)
      const published = [...logs.values()].flatMap(publicEntriesOf)
      const afterCommit =
        published.length > 0 ? await deps.outbox(trx as unknown as Transaction, published) : null
      return { result, logs, afterCommit }
    })

  return {
    announce,
    inTurn: slots.inSlot,
    async transact(work) {
      const { result, logs, afterCommit } = await slots.run((whenLocked) => run(work, whenLocked))
      afterCommit?.()
      for (const { head, after, entries, born } of logs.values())
        if (entries.length > 0) announce({ ...customerOf(head), after, to: head.last_seq, entries, born })
      return result
    },
  }
}

/** What a transaction appends to a log. `born` is set when the transaction also begins it: its head is not written yet. */
interface PendingLog {
  head: LogHead
  after: number
  entries: StoredEntry[]
  born: string | null
}

const isBegun = (logs: Map<string, PendingLog>, head: LogHead): boolean =>
  typeof logs.get(head.customer_id)?.born === 'string'

async function write(trx: KyselyTransaction<LogTables>, { head, entries, born }: PendingLog): Promise<void> {
  const begin = () => trx.insertInto('customer_log').values(head)
  const move = () =>
    trx
      .updateTable('customer_log')
      .set({ last_seq: head.last_seq })
      .where('customer_id', '=', head.customer_id)
  if (entries.length === 0) {
    if (born !== null) await begin().execute()
    return
  }
  const rows = entries.map((entry) => ({
    ...entry,
    ...customerOf(head),
    actor: JSON.stringify(entry.actor),
    data: JSON.stringify(entry.data),
  }))
  await trx
    .with('head', () => (born === null ? move() : begin()))
    .insertInto('event_log')
    .values(rows)
    .execute()
}

const headOf = (trx: KyselyTransaction<LogTables>, organizationId: string, customerId: string) =>
  trx
    .selectFrom('customer_log')
    .select(['customer_id', 'organization_id', 'provider_id', 'last_seq', 'cleared_seq', 'may_write'])
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)

const publicEntriesOf = ({ head, entries }: PendingLog): PublicEntry[] =>
  entries.flatMap(({ id, type, created_at, conversation_id, data }) =>
    isPublic(type) ? { id, ...customerOf(head), type, created_at, conversation_id, data } : [],
  )

const publicTypes: ReadonlySet<string> = new Set(publicEntryTypes)
const isPublic = (type: EntryType): type is PublicEntryType => publicTypes.has(type)

const setHead = (
  trx: KyselyTransaction<LogTables>,
  head: LogHead,
  change: Partial<Pick<LogHead, 'cleared_seq' | 'may_write'>>,
) => trx.updateTable('customer_log').set(change).where('customer_id', '=', head.customer_id).execute()

const customerOf = (head: LogHead) => ({
  organization_id: head.organization_id,
  customer_id: head.customer_id,
})
