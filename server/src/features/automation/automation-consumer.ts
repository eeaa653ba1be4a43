import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import type { CustomerEntries, LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { customersWithRules, enabledRules, type RuleRow } from './rule-store.ts'
import type { RequireTransaction, RuleRuns, TriggerEntry } from './rule-runs.ts'
import { entriesWithRuns, findRun } from './run-store.ts'
import { causeOf, isTriggeredBy, triggerEntryTypes } from './triggers.ts'

/** Customers at the same time: a third of the transactions of a process (core/event-log.ts), as for bulk changes. */
const concurrency = 4
/** PostgreSQL ends a transaction that does nothing for a minute (core/database.ts). */
const keepAliveMs = 20_000
/** How many rules may start each other: opened → labelled → closed. */
const maxDepth = 3

/**
 * Log consumer: runs the rules that an entry starts. The commands of a run have transactions of their own, so an entry may be
 * handled again after a crash; the run in the database has the remaining actions.
 */
export function createAutomationConsumer(deps: { db: Database; runs: Pick<RuleRuns, 'run'> }): LogConsumer {
  const turn = createSemaphore(concurrency)

  async function triggerOf(
    { organizationId, customerId }: CustomerEntries,
    entry: StoredEntry,
    decided: boolean,
  ): Promise<TriggerEntry | null> {
    const { conversation_id: conversationId } = entry
    if (conversationId === null) return null
    const trigger = { organizationId, customerId, conversationId, entry, decided }
    const runId = causeOf(entry)
    if (runId === null) return { ...trigger, rootId: entry.id, depth: 0 }
    const cause = await findRun(deps.db, runId)
    if (!cause || cause.depth + 1 >= maxDepth) return null
    return { ...trigger, rootId: cause.root_id, depth: cause.depth + 1 }
  }

  async function runAll(
    customer: CustomerEntries,
    rules: RuleRow[],
    { requireTransaction, signal }: { requireTransaction: RequireTransaction; signal: AbortSignal },
  ): Promise<void> {
    const triggers = customer.entries
      .map((entry) => ({ entry, started: rules.filter((rule) => isStarted(rule, entry)) }))
      .filter(({ started }) => started.length > 0)
    const last = await lastDecided(
      customer.customerId,
      triggers.map(({ entry }) => entry.id),
    )
    for (const [index, { entry, started }] of triggers.entries()) {
      signal.throwIfAborted()
      const trigger = await triggerOf(customer, entry, index < last)
      if (trigger !== null) await deps.runs.run(started, trigger, requireTransaction)
    }
  }

  /** Index of the last entry that has a run, of an attempt that was interrupted. -1: none has, or there is only one. */
  async function lastDecided(customerId: string, entryIds: string[]): Promise<number> {
    if (entryIds.length < 2) return -1
    const known = await entriesWithRuns(deps.db, customerId, entryIds)
    return entryIds.findLastIndex((id) => known.has(id))
  }

  return {
    name: 'automation',
    types: triggerEntryTypes,
    messagesOf: ['customer', 'agent'],
    selectCustomers: customersWithRules,
    start: 'now',
    async handle(trx, batch, signal) {
      const organizationIds = [...new Set(batch.map(({ organizationId }) => organizationId))]
      const rules = await enabledRules(deps.db, organizationIds)
      // Holds the cursors: without it, another process handles their entries.
      const requireTransaction = async () => void (await sql`select 1`.execute(trx))
      // All of them settle before this throws: the batch is then retried in parts.
      const results = await keptAlive(trx, () =>
        Promise.allSettled(
          batch.flatMap((customer) => {
            const own = rules.get(customer.organizationId)
            return own === undefined
              ? []
              : [turn(() => runAll(customer, own, { requireTransaction, signal }))]
          }),
        ),
      )
      const failed = results.find((result) => result.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
  }
}

/** A rule runs for entries while it is on. Entries before the first rule were skipped. */
const isStarted = ({ trigger, enabled_at: enabledAt }: RuleRow, entry: StoredEntry): boolean =>
  Date.parse(entry.created_at) >= Date.parse(enabledAt) && isTriggeredBy(trigger, entry)

/** The transaction has the cursors and is idle while rules run. If its connection is lost, the commit fails. */
async function keptAlive<T>(trx: Transaction, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void sql`select 1`.execute(trx).catch(() => undefined), keepAliveMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
