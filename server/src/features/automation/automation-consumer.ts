import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import type { CustomerEntries, LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { customersWithRules, loadRules, type RuleRow } from './rule-store.ts'
import type { RequireTransaction, RuleRuns, TriggerEntry } from './rule-runs.ts'
import { findCause, runsOfEntries, type RunRow } from './run-store.ts'
import { causeOf, isTriggeredBy, triggerEntryTypes } from './triggers.ts'

/** Customers at the same time: a third of the transactions of a process (core/transaction-slots.ts), as for bulk changes. */
const concurrency = 4
/** PostgreSQL ends a transaction that does nothing for a minute (core/database.ts). */
const keepAliveMs = 20_000
/** How many rules may start each other: opened → labelled → closed. */
const maxDepth = 3
/** Older runs stay unfinished: nobody expects their remaining actions, such as a reply, any more. */
const maxResumeAgeMs = 3_600_000

/**
 * Log consumer: runs the rules that an entry starts. The commands of a run have transactions of their own, so an entry may be
 * handled again after a crash; the run in the database has the remaining actions.
 */
export function createAutomationConsumer(deps: {
  db: Database
  clock: Clock
  runs: Pick<RuleRuns, 'run' | 'resume'>
}): LogConsumer {
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
    if (runId === null) return { ...trigger, rootId: entry.id, root: entry, depth: 0 }
    const cause = await findCause(deps.db, runId)
    if (!cause || cause.depth + 1 >= maxDepth) return null
    return { ...trigger, rootId: cause.root_id, root: cause.root ?? entry, depth: cause.depth + 1 }
  }

  const isInterrupted = ({ outcome, created_at: createdAt }: RunRow): boolean =>
    outcome === 'running' && deps.clock() - Date.parse(createdAt) < maxResumeAgeMs

  async function runAll(
    customer: CustomerEntries,
    { rules, known }: { rules: RuleRow[]; known: RunRow[] },
    { requireTransaction, signal }: { requireTransaction: RequireTransaction; signal: AbortSignal },
  ): Promise<void> {
    const entryIds = new Set(customer.entries.map(({ id }) => id))
    const own = known.filter((run) => entryIds.has(run.entry_id))
    // Before rules are evaluated: they would see half of its changes.
    for (const run of own.filter(isInterrupted)) {
      signal.throwIfAborted()
      await deps.runs.resume(run, requireTransaction)
    }
    const decided = new Set(own.map((run) => run.entry_id))
    // The interrupted attempt may have read further than this one.
    const last =
      own.length < known.length
        ? customer.entries.length
        : customer.entries.findLastIndex(({ id }) => decided.has(id))
    const triggers = customer.entries
      .map((entry, index) => {
        const run = new Set(own.flatMap((each) => (each.entry_id === entry.id ? [each.rule_id] : [])))
        const candidates = rules.map((rule) => ({ rule, starts: isStarted(rule, entry) }))
        return { entry, index, candidates: candidates.filter((each) => each.starts || run.has(each.rule.id)) }
      })
      .filter(({ candidates }) => candidates.length > 0)
    for (const { entry, index, candidates } of triggers) {
      signal.throwIfAborted()
      const trigger = await triggerOf(customer, entry, index < last)
      if (trigger !== null) await deps.runs.run(candidates, trigger, requireTransaction)
    }
  }

  return {
    name: 'automation',
    types: triggerEntryTypes,
    messagesOf: ['customer', 'agent'],
    selectCustomers: customersWithRules,
    start: 'now',
    async handle(trx, batch, signal) {
      const organizationIds = [...new Set(batch.map(({ organizationId }) => organizationId))]
      // Of an attempt that was interrupted. Runs of later entries say nothing about an entry that was parked before them.
      const known = await runsOfEntries(
        deps.db,
        batch.map(({ customerId, entries, requeued }) => ({
          customerId,
          entryIds: entries.map(({ id }) => id),
          after: requeued === true ? null : (entries.at(-1)?.seq ?? null),
        })),
      )
      const ruleIds = [...known.values()].flat().map((run) => run.rule_id)
      const rules = await loadRules(deps.db, organizationIds, ruleIds)
      // Holds the cursors: without it, another process handles their entries.
      const requireTransaction = async () => void (await sql`select 1`.execute(trx))
      // All of them settle before this throws: the batch is then retried, in parts unless the reason is an outage.
      const results = await keptAlive(trx, () =>
        Promise.allSettled(
          batch.flatMap((customer) => {
            const own = {
              rules: rules.get(customer.organizationId) ?? [],
              known: known.get(customer.customerId) ?? [],
            }
            return own.rules.length + own.known.length === 0
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
const isStarted = ({ enabled, trigger, enabled_at: enabledAt }: RuleRow, entry: StoredEntry): boolean =>
  enabled && Date.parse(entry.created_at) >= Date.parse(enabledAt) && isTriggeredBy(trigger, entry)

/** The transaction has the cursors and is idle while rules run. If its connection is lost, the commit fails. */
async function keptAlive<T>(trx: Transaction, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void sql`select 1`.execute(trx).catch(() => undefined), keepAliveMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
