import {
  publicEntryTypes,
  type Actor,
  type Audience,
  type EntryType,
  type PublicEntryType,
} from '@parley/protocol/event'
import type { Generated, Transaction as KyselyTransaction } from 'kysely'
import type { Bus } from './bus.ts'
import { timestamp, type Clock } from './clock.ts'
import type { Database, Transaction } from './database.ts'
import { newId } from './ids.ts'
import { createSemaphore } from './semaphore.ts'

/**
 * The event log (design 2): one log a customer, positions 1, 2, 3 ... without holes.
 *
 * `customer_log` is the head of a customer's log and at the same time the customer's lock: whoever changes
 * something of a customer locks the head first, then touches other rows. A rollback gives the position back.
 */
export interface LogHead {
  customer_id: string
  organization_id: string
  provider_id: string
  last_seq: number
  /** Messages up to here are gone from the customer's own window. */
  cleared_seq: number
  /** false while the customer is blocked or has closed the account: reads, but writes nothing. */
  may_write: boolean
}

/**
 * Whether nothing but the birth of its customer is in a log: then there is no message, conversation or call of theirs to be
 * looked for, since each of these begins with an entry.
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

/** An entry that the organization's own programs may hear of (spec 6). `id` is the event_id. */
export interface PublicEntry {
  id: string
  organization_id: string
  type: PublicEntryType
  created_at: string
  data: object
}

/**
 * Takes down what is to be sent of the public entries of a transaction, inside of it: both commit or neither. Answers what
 * is to be done after the commit. The message path writes no public entries and never comes here.
 */
export type Outbox = (trx: Transaction, entries: PublicEntry[]) => Promise<() => void>

/** A word that a log has grown. `entries` spares the reader a look into the database when they are at hand. */
export interface LogHint {
  organization_id: string
  customer_id: string
  /** Entries after this position are announced. */
  after: number
  to: number
  entries: StoredEntry[] | null
  /** Set when the log was just begun: `provider_id:identity`, so that waiting sockets of this visitor join. */
  born: string | null
}

declare module './bus.ts' {
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

/** One transaction that may write to logs: its entries are announced after the commit, or never. */
export interface LogTransaction {
  db: Transaction
  /** The time of this transaction: every row and entry of it carries the same. */
  now: string
  /** Begins the log of a customer that was just made. */
  begin(head: { customer_id: string; organization_id: string; provider_id: string; born: string }): LogHead
  /** Locks the customer. undefined: not in this organization. */
  lock(organizationId: string, customerId: string): Promise<LogHead | undefined>
  /** Whether the customer may write from now on: false while blocked or deactivated. The head must be locked. */
  setMayWrite(head: LogHead, mayWrite: boolean): Promise<void>
  /** The customer cleared their window up to here. The head must be locked. */
  setCleared(head: LogHead, seq: number): Promise<void>
  /**
   * Appends to a log whose head this transaction has locked or begun; moves `head.last_seq`. Everything is written at the end, in
   * one statement a log: every round trip is time in which the head is locked, and who calls for the first time is rung for
   * after a dozen of them.
   */
  append(head: LogHead, entries: NewEntry[]): void
}

export interface EventLog {
  transact<T>(work: (tx: LogTransaction) => Promise<T>): Promise<T>
  /**
   * For a statement that locks heads by itself: it takes one of the same turns, so that those who wait for a lock
   * never hold all connections while its holder asks for a second one.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** For statements that write log and rows in one round trip: announce what they have committed. */
  announce(hint: LogHint): void
}

/** Leaves a quarter of the pool (core/database.ts) to what a transaction's rules read beside it. */
const transactionsAtOnce = 12

export function createEventLog(deps: { db: Database; bus: Bus; clock: Clock; outbox: Outbox }): EventLog {
  const { bus, clock } = deps
  const database = deps.db.withTables<LogTables>()
  const turn = createSemaphore(transactionsAtOnce)
  const announce = (hint: LogHint) => bus.publish('log', hint)
  return {
    announce,
    inTurn: turn,
    async transact(work) {
      const logs = new Map<string, GrownLog>()
      let afterCommit: (() => void) | null = null
      const result = await turn(() =>
        database.transaction().execute(async (trx) => {
          const now = timestamp(clock())
          const logOf = (head: LogHead): GrownLog => {
            const log = logs.get(head.customer_id) ?? { head, after: head.last_seq, entries: [], born: null }
            logs.set(head.customer_id, log)
            return log
          }
          const answer = await work({
            db: trx as unknown as Transaction,
            now,
            begin({ born, ...ids }) {
              const head: LogHead = { ...ids, last_seq: 0, cleared_seq: 0, may_write: true }
              logOf(head).born = born
              return head
            },
            lock: (organizationId, customerId) =>
              trx
                .selectFrom('customer_log')
                .select([
                  'customer_id',
                  'organization_id',
                  'provider_id',
                  'last_seq',
                  'cleared_seq',
                  'may_write',
                ])
                .where('customer_id', '=', customerId)
                .where('organization_id', '=', organizationId)
                .forUpdate()
                .executeTakeFirst(),
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
          const happened = [...logs.values()].flatMap(publicEntriesOf)
          if (happened.length > 0) afterCommit = await deps.outbox(trx as unknown as Transaction, happened)
          return answer
        }),
      )
      ;(afterCommit as (() => void) | null)?.()
      for (const { head, after, entries, born } of logs.values())
        if (entries.length > 0) announce({ ...pick(head), after, to: head.last_seq, entries, born })
      return result
    },
  }
}

/** What a transaction has added to a log. `born`: it has begun it, and its head is not written yet. */
interface GrownLog {
  head: LogHead
  after: number
  entries: StoredEntry[]
  born: string | null
}

const isBegun = (logs: Map<string, GrownLog>, head: LogHead): boolean =>
  typeof logs.get(head.customer_id)?.born === 'string'

async function write(trx: KyselyTransaction<LogTables>, { head, entries, born }: GrownLog): Promise<void> {
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
    ...pick(head),
    actor: JSON.stringify(entry.actor),
    data: JSON.stringify(entry.data),
  }))
  await trx
    .with('head', () => (born === null ? move() : begin()))
    .insertInto('event_log')
    .values(rows)
    .execute()
}

const publicEntriesOf = ({ head, entries }: GrownLog): PublicEntry[] =>
  entries.flatMap(({ id, type, created_at, data }) =>
    isPublic(type) ? { id, organization_id: head.organization_id, type, created_at, data } : [],
  )

const publicTypes: ReadonlySet<string> = new Set(publicEntryTypes)
const isPublic = (type: EntryType): type is PublicEntryType => publicTypes.has(type)

const setHead = (
  trx: KyselyTransaction<LogTables>,
  head: LogHead,
  change: Partial<Pick<LogHead, 'cleared_seq' | 'may_write'>>,
) => trx.updateTable('customer_log').set(change).where('customer_id', '=', head.customer_id).execute()

const pick = (head: LogHead) => ({ organization_id: head.organization_id, customer_id: head.customer_id })
