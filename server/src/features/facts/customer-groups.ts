import { sql } from 'kysely'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { outageOf } from '../../core/expected-error.ts'
import { lockCustomers } from './fact-store.ts'

/** Pace of work in groups. */
export interface Pace {
  signal?: AbortSignal
  /** Waits between groups. @param workedMs the time of the last group */
  rest?: (workedMs: number) => Promise<void>
}

const firstCustomer = '00000000-0000-0000-0000-000000000000'

/**
 * Runs `work` for all customers that `next` finds, in transactions of a group of customers each. Returns the number of customers.
 * @throws the first error: that of an outage at once, others after the last group
 */
export async function eachGroup(
  db: Database,
  steps: {
    begin: (trx: Transaction) => Promise<void>
    next: (after: string) => Promise<string[]>
    work: (trx: Transaction, customerIds: string[]) => Promise<void>
  },
  { signal, rest }: Pace = {},
): Promise<number> {
  let after = firstCustomer
  let count = 0
  let firstError: unknown
  for (;;) {
    const customerIds = signal?.aborted === true ? [] : await steps.next(after)
    const last = customerIds.at(-1)
    if (last === undefined) {
      if (firstError !== undefined) throw firstError
      return count
    }
    const startedAt = performance.now()
    await inTransactions(customerIds)
    await rest?.(performance.now() - startedAt)
    after = last
    count += customerIds.length
  }

  /** Halves a group that fails, so that one customer's error does not affect the others. */
  async function inTransactions(customerIds: string[]): Promise<void> {
    let areLocked = false
    try {
      await db.transaction().execute(async (trx) => {
        await steps.begin(trx)
        await lockCustomers(trx, customerIds)
        areLocked = true
        await steps.work(trx, customerIds)
      })
    } catch (error) {
      if (endsAll(error) && !(areLocked && (await hasOnlyLostConnection(db, error)))) throw error
      const [customerId = '', ...others] = customerIds
      if (others.length === 0) firstError ??= failureOf(customerId, error)
      // Each half would wait as long for the same lock.
      else if (!areLocked || signal?.aborted === true) firstError ??= error
      else {
        const half = customerIds.length >> 1
        await inTransactions(customerIds.slice(0, half))
        await inTransactions(customerIds.slice(half))
      }
    }
  }
}

/** Statement timeout, deadlock, and out of memory: a smaller group may succeed. */
const statesOfGroups = new Set(['57014', '40P01', '53200'])

/** Whether the next transactions would fail, too, each after the timeouts of a database that is unreachable. */
const endsAll = (error: unknown): boolean =>
  outageOf(error) !== undefined && !statesOfGroups.has(postgresCode(error) ?? '')

/** Exceptions and ends of one connection, which all connections of an unreachable database have, too. */
const lostConnectionStates = /^(08...|57P0[125]|25P0[34])$/

/** Whether the error ended a connection of a database that is available: the work of the group may be the reason. */
async function hasOnlyLostConnection(db: Database, error: unknown): Promise<boolean> {
  if (outageOf(error) !== 'unavailable') return false
  const state = postgresCode(error)
  if (state !== undefined && !lostConnectionStates.test(state)) return false
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

const failureOf = (customerId: string, error: unknown): Error =>
  new Error(
    `The facts of customer ${customerId} cannot be computed: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  )
