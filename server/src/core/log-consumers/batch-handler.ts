import type { Clock } from '../clock.ts'
import { databaseNow } from '../database-time.ts'
import type { Database } from '../database.ts'
import { outageOf } from '../expected-error.ts'
import type { Logger } from '../logger.ts'
import {
  ensureCursors,
  moveCursors,
  readBatch,
  withCursors,
  type LockedCustomer,
  type ReadBatch,
} from './batch.ts'
import type { ConsumerFigures } from './consumer-metrics.ts'
import { failureReason, isTimeout } from './failure-reason.ts'
import { postponeCustomers, postponeUnreadable, recordFailure, retryDelay } from './failures.ts'
import type { ConsumerLimits, LogConsumer } from './log-consumer.ts'
import type { RecentEntries } from './recent-entries.ts'

/** These customers are not done: there is more to read, or, if `busy`, another transaction has their cursor. */
export interface Handled extends Pick<ReadBatch, 'truncated' | 'unread'> {
  busy: string[]
  /** How many were read. */
  entries: number
}

type Read = Pick<ReadBatch, 'truncated' | 'unread' | 'missing'> & Pick<Handled, 'entries'>

type Attempt =
  | ({ outcome: 'handled' | 'postponed' } & Read)
  | { outcome: 'failed'; error: unknown; customers: LockedCustomer[] }

/** `count`: customers of a batch whose log could not be read. */
interface Unread {
  count: number
  readsBefore: number
}

/** After so many, and nobody whose log can be read, the customers are not at fault. */
const maxUnread = 8

export type BatchHandler = ReturnType<typeof createBatchHandler>

/** Hands batches to a consumer. One that fails is split until the failing entry, or the customer who cannot be read, is alone. */
export function createBatchHandler(deps: {
  db: Database
  clock: Clock
  logger: Logger
  consumer: LogConsumer
  limits: ConsumerLimits
  figures: ConsumerFigures
  recent: RecentEntries
  signal: AbortSignal
}) {
  const { db, logger, consumer, limits, figures, recent, signal } = deps
  const { name } = consumer
  /**
   * The outages and failed reads that a customer has met in a row, and what this consumer had handled by the last one. Not stored: with
   * another process, or after a restart, the delays begin again with the shortest.
   */
  const outages = new Map<string, { count: number; handled: number }>()
  let handledEntries = 0
  /** Attempts that could read entries, or had them from hints. */
  let reads = 0

  /** Throws when the database cannot be reached, or when the service stops. */
  async function attempt(customerIds: string[], perCustomer: number, retry: boolean): Promise<Attempt> {
    let customers: LockedCustomer[] = []
    try {
      const { unfinished, afterCommit } = await db.transaction().execute(async (trx) => {
        const { locked, ...unfinished } = await readBatch(trx, consumer, {
          customerIds,
          perCustomer,
          retryDueAt: retry ? databaseNow(deps.clock) : null,
          // An entry may be retried minutes later, after an edit has rewritten it.
          recent: retry ? noRecentEntries : recent,
        })
        customers = locked.filter(({ entries }) => entries.length > 0)
        if (customers.length > 0) reads += 1
        if (consumer.selectCustomers)
          for (const { organizationId, entries } of customers)
            if (entries.some(({ type }) => type === 'message.created')) recent.use(organizationId)
        const batch = customers.map(({ customerId, organizationId, entries }) => ({
          customerId,
          organizationId,
          entries,
        }))
        const afterCommit = batch.length === 0 ? undefined : await consumer.handle(trx, batch, signal)
        await moveCursors(trx, name, locked, databaseNow(deps.clock))
        return { unfinished, afterCommit }
      })
      const entries = customers.reduce((count, customer) => count + customer.entries.length, 0)
      figures.handled(entries)
      handledEntries += entries
      outlived(customers)
      runAfterCommit(afterCommit)
      return { outcome: 'handled', ...unfinished, entries }
    } catch (error) {
      if (signal.aborted || customers.length === 0) throw error
      if (outageOf(error) === undefined) outlived(customers)
      else if (!(retry && isTimeout(error) && customers.every(isAtFault)))
        return { outcome: 'postponed', ...(await postpone(customerIds, customers, error)) }
      return { outcome: 'failed', error, customers }
    }
  }

  /** Whether an entry that exceeds a time limit alone, in a retry, is the reason: others were handled since its last attempt. */
  function isAtFault({ customerId }: LockedCustomer): boolean {
    const last = outages.get(customerId)
    if (last === undefined || last.handled === handledEntries) return false
    outages.set(customerId, { ...last, handled: handledEntries })
    return true
  }

  function outlived(customers: LockedCustomer[]): void {
    if (outages.size > 0) for (const { customerId } of customers) outages.delete(customerId)
  }

  /** Grows with each outage or failed read that the customer meets in a row. */
  function delayOf({ customerId }: Pick<LockedCustomer, 'customerId'>): number {
    const count = (outages.get(customerId)?.count ?? 0) + 1
    outages.set(customerId, { count, handled: handledEntries })
    return retryDelay(count, limits)
  }

  function runAfterCommit(afterCommit: void | (() => void)): void {
    try {
      afterCommit?.()
    } catch (error) {
      logger.error({ consumer: name, reason: failureReason(error) }, 'log consumer failed after its commit')
    }
  }

  /**
   * Not split like other failures: each part could wait for the same lock again. Throws when the database cannot be reached. Customers
   * without entries to retry, new ones among them, are read again.
   */
  async function postpone(customerIds: string[], customers: LockedCustomer[], error: unknown): Promise<Read> {
    const reason = failureReason(error)
    const postponed = await postponeCustomers(deps, name, {
      postponed: customers.map((customer) => ({ customer, delayMs: delayOf(customer) })),
      reason,
    })
    for (const _customer of postponed) figures.failed('retry')
    const [first, ...others] = customers
    const about =
      first && others.length === 0
        ? { customer_id: first.customerId, seq: first.entries[0]?.seq }
        : { customers: postponed.size }
    logger.warn(
      { consumer: name, ...about, reason },
      'log consumer met a database outage, its entries are retried',
    )
    return { ...nothing, truncated: customerIds.filter((customerId) => !postponed.has(customerId)) }
  }

  async function handle(customerIds: string[], perCustomer: number): Promise<Read> {
    const result = await attempt(customerIds, perCustomer, false)
    if (result.outcome !== 'failed') return result
    if (customerIds.length === 1) return await isolate(customerIds, result.customers, result.error)
    const half = Math.ceil(customerIds.length / 2)
    const first = await handle(customerIds.slice(0, half), perCustomer)
    return merged(first, await handle(customerIds.slice(half), perCustomer))
  }

  /** Reads ever fewer entries of the one customer, until it is the first that fails. */
  async function isolate(customerIds: string[], failed: LockedCustomer[], error: unknown): Promise<Read> {
    const [customer] = failed
    if (!customer || customer.entries.length <= 1) return await fail(customer, error)
    const perCustomer = Math.floor(customer.entries.length / 2)
    let result = await attempt(customerIds, perCustomer, false)
    while (result.outcome === 'handled' && result.truncated.length > 0)
      result = await attempt(customerIds, perCustomer, false)
    if (result.outcome !== 'failed') return result
    return await isolate(customerIds, result.customers, result.error)
  }

  /** The customer waits for a retry; behind a parked entry there may be more. */
  async function fail(customer: LockedCustomer | undefined, error: unknown): Promise<Read> {
    const entry = customer?.entries[0]
    if (!customer || !entry) throw error
    const reason = failureReason(error)
    const outcome = await recordFailure(deps, name, { customer, entry, reason })
    const about = {
      consumer: name,
      customer_id: customer.customerId,
      seq: entry.seq,
      entry_id: entry.id,
      type: entry.type,
      attempts: customer.attempts + 1,
      reason,
    }
    if (outcome !== 'superseded') figures.failed(outcome)
    if (outcome === 'retry') logger.warn(about, 'log consumer failed, the entry is retried')
    if (outcome === 'parked') logger.error(about, 'log consumer gave up on an entry, it is parked')
    return {
      truncated: outcome === 'retry' ? [] : [customer.customerId],
      unread: [],
      missing: [],
      entries: 1,
    }
  }

  async function selectFrom(customerIds: string[]): Promise<string[]> {
    if (!consumer.selectCustomers) return customerIds
    const selected = await consumer.selectCustomers(db, customerIds)
    return customerIds.filter((id) => selected.has(id))
  }

  async function handleSelected(customerIds: string[]): Promise<Read & Handled> {
    const perCustomer = Math.max(1, Math.floor(limits.entries / customerIds.length))
    const known = await handle(customerIds, perCustomer)
    if (known.missing.length === 0) return { ...known, busy: [] }
    await ensureCursors(db, consumer, known.missing)
    const others = await handle(known.missing, perCustomer)
    const busy = others.missing.length === 0 ? [] : await withCursors(db, name, others.missing)
    return { ...merged(known, others), busy }
  }

  /**
   * The others must not wait for a customer whose log cannot be read. Cursors tell what was handled before the failure. Throws when nobody's
   * log can be read: a retry for each customer would delay all of them once it can.
   */
  async function handleReadable(customerIds: string[], unread: Unread): Promise<Read & Handled> {
    try {
      return await handleSelected(customerIds)
    } catch (error) {
      if (isInterruption(error) || (unread.count >= maxUnread && reads === unread.readsBefore)) throw error
      const half = Math.floor(customerIds.length / 2)
      const [customerId = ''] = customerIds
      if (half === 0) {
        unread.count += 1
        return await postponeUnread(customerId, error)
      }
      const mixed = customerIds.toSorted(byRandomPart)
      // The retry of a customer may fail to be stored.
      const first = await settled(handleReadable(mixed.slice(0, half), unread))
      if (first.status === 'rejected' && isInterruption(first.reason)) throw first.reason
      const second = await handleReadable(mixed.slice(half), unread)
      if (first.status === 'rejected') throw first.reason
      return { ...merged(first.value, second), busy: [...first.value.busy, ...second.busy] }
    }
  }

  const isInterruption = (error: unknown): boolean => signal.aborted || outageOf(error) !== undefined

  /** Which entry is at fault is not known, so no attempt is counted. */
  async function postponeUnread(customerId: string, error: unknown): Promise<Read & Handled> {
    const reason = failureReason(error)
    await postponeUnreadable(deps, name, { customerId, delayMs: delayOf({ customerId }), reason })
    figures.failed('retry')
    logger.warn(
      { consumer: name, customer_id: customerId, reason },
      'log consumer cannot read the log of a customer, it tries again later',
    )
    return { ...nothing, busy: [] }
  }

  return {
    /** At most so many entries of each customer. */
    async handle(found: string[]): Promise<Handled> {
      const customerIds = await selectFrom(found)
      if (customerIds.length === 0) return { ...nothing, busy: [] }
      return await handleReadable(customerIds, { count: 0, readsBefore: reads })
    },
    /** Retries the failing entry alone. The next batch reads those behind it; of a customer who may no longer be selected, they are read here. */
    async retry(customerId: string): Promise<void> {
      try {
        const result = await attempt([customerId], 1, true)
        const { truncated } =
          result.outcome === 'failed' ? await fail(result.customers[0], result.error) : result
        if (truncated.length > 0 && consumer.selectCustomers) await handle(truncated, limits.entries)
      } catch (error) {
        if (isInterruption(error)) throw error
        await postponeUnread(customerId, error)
      }
    },
    runAfterCommit,
  }
}

const nothing: Read = { truncated: [], unread: [], missing: [], entries: 0 }

const noRecentEntries: Pick<RecentEntries, 'of'> = { of: () => undefined }

/** Customers of the same time are neighbours by id, and on a damaged page. */
const byRandomPart = (one: string, other: string): number => (one.slice(-12) < other.slice(-12) ? -1 : 1)

const settled = async <T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> =>
  (await Promise.allSettled([promise]))[0]

const merged = (first: Read, second: Read): Read => ({
  truncated: [...first.truncated, ...second.truncated],
  unread: [...first.unread, ...second.unread],
  missing: [...first.missing, ...second.missing],
  entries: first.entries + second.entries,
})
