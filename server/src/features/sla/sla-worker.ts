import type { Clock } from '../../core/clock.ts'
import { readDatabaseTime } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { SlaAlarms } from './sla-alarms.ts'
import {
  claimRecalculation,
  deleteRows,
  endRecalculation,
  holdPolicies,
  keepRecalculation,
  type DeletedRows,
  type SlaRow,
} from './sla-store.ts'
import type { SlaTracking } from './sla-tracking.ts'

/** Maximum delay of an alarm. Each sweep reads an index that holds only rows with alarms. */
const sweepIntervalMs = 1000
/** Conversations in one transaction. */
const batchSize = 200

/** Alarms and recalculations, in processes with the role worker. */
export function createSlaWorker(deps: {
  db: Database
  clock: Clock
  alarms: SlaAlarms
  tracking: Pick<SlaTracking, 'recalculate'>
  /** Open conversations of an organization with ids after `after`, by id. */
  openAfter: (
    db: Database | Transaction,
    organizationId: string,
    after: string | null,
    max: number,
  ) => Promise<string[]>
  onChange: (organizationId: string, customerIds: string[]) => void
  signal: AbortSignal
  onError: (error: unknown) => void
}) {
  const { db, signal } = deps
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let again = false

  const inTransaction = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction().execute(work)

  const sweepAlarms = async () => deps.alarms.sweep(await readDatabaseTime(db, deps.clock))

  /** Thousands of conversations take minutes. */
  async function beforeNextPage(organizationId: string): Promise<void> {
    await sweepAlarms()
    await keepRecalculation(db, organizationId)
  }

  async function recalculate(organizationId: string): Promise<void> {
    let after: string | null = null
    while (!signal.aborted) {
      const ids: string[] = await deps.openAfter(db, organizationId, after, batchSize)
      const outcome = await inTransaction(async (trx): Promise<SlaRow[] | 'no policies'> => {
        const policies = (await holdPolicies(trx, [organizationId])).get(organizationId)
        return policies === undefined
          ? 'no policies'
          : deps.tracking.recalculate(trx, organizationId, policies, ids)
      })
      if (outcome === 'no policies') return forget(organizationId)
      deps.onChange(
        organizationId,
        outcome.map((row) => row.customer_id),
      )
      if (ids.length < batchSize) return
      after = ids.at(-1) ?? null
      await beforeNextPage(organizationId)
    }
  }

  /** Without policies nothing keeps the rows up to date. */
  async function forget(organizationId: string): Promise<void> {
    let after: string | null = null
    while (!signal.aborted) {
      const deleted = await inTransaction(async (trx): Promise<DeletedRows | 'policies'> => {
        const policies = await holdPolicies(trx, [organizationId])
        return policies.has(organizationId)
          ? 'policies'
          : deleteRows(trx, { organizationId, after, max: batchSize })
      })
      // The first new policy has deleted what was left: these rows are its own, and it has requested a recalculation.
      if (deleted === 'policies') return
      deps.onChange(organizationId, deleted.shownTo)
      if (deleted.lastId === null) return
      after = deleted.lastId
      await beforeNextPage(organizationId)
    }
  }

  async function recalculateAll(): Promise<void> {
    for (;;) {
      const claimed = signal.aborted ? undefined : await claimRecalculation(db)
      if (!claimed) return
      await recalculate(claimed.organization_id)
      // A stopping process has not finished: another one continues when the claim has expired.
      if (!signal.aborted) await endRecalculation(db, claimed.organization_id, claimed.version)
    }
  }

  async function sweep(): Promise<void> {
    do await recalculateAll()
    while ((await sweepAlarms()) && !signal.aborted)
  }

  function run(): Promise<void> {
    running ??= sweep()
      .catch(deps.onError)
      .finally(() => {
        running = null
        if (!again) return
        again = false
        void run()
      })
    return running
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      void run().finally(() => {
        if (timer !== undefined) scheduleNext()
      })
    }, sweepIntervalMs)
  }

  return {
    /** Throws what fails. */
    sweep,
    /** Sweeps at once, in processes where the worker runs. */
    soon(): void {
      if (timer === undefined) return
      if (running === null) void run()
      else again = true
    },
    start: scheduleNext,
    /** Resolves once a running sweep has finished. */
    async stop(): Promise<void> {
      clearTimeout(timer)
      timer = undefined
      again = false
      await running
    },
  }
}
