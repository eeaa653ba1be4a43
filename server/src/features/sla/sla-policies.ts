import {
  isDefaultPolicy,
  maxSlaPolicies,
  type SlaConditions,
  type SlaPolicy,
  type SlaPolicyChange,
  type SlaPolicyInput,
  type SlaTargets,
} from '@parley/protocol/sla'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  deletePolicy,
  deleteRows,
  insertPolicy,
  listPolicies,
  lockPolicies,
  movePolicies,
  requestRecalculation,
  updatePolicy,
  type DeletedRows,
} from './sla-store.ts'

/** Rows in one statement. */
const batchSize = 1000

export interface SlaPolicyDeps {
  db: Database
  bus: Bus
  clock: Clock
  /** Open conversations are to be matched again. */
  onChange: () => void
  /** Customers whose inbox rows no longer show a deadline. */
  onDeleted: (organizationId: string, customerIds: string[]) => void
}

export type SlaPolicies = ReturnType<typeof createSlaPolicies>

/** The policies of an organization. Every change is followed by a recalculation of its open conversations. */
export function createSlaPolicies({ db, bus, clock, onChange, onDeleted }: SlaPolicyDeps) {
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function change<T>(
    organizationId: string,
    work: (trx: Transaction, policies: SlaPolicy[]) => Promise<T>,
  ): Promise<T> {
    const result = await turns.run(organizationId, () =>
      db.transaction().execute(async (trx) => {
        await lockPolicies(trx, organizationId)
        const done = await work(trx, await listPolicies(trx, organizationId))
        await requestRecalculation(trx, organizationId)
        return done
      }),
    )
    announceChange(bus, organizationId, 'sla')
    onChange()
    return result
  }

  return {
    /** In the order in which they are tried. */
    list: (organizationId: string) => listPolicies(db, organizationId),

    /** Behind the others. @throws AppError sla_policy_limit, sla_default_exists, sla_targets_missing */
    async create(organizationId: string, input: SlaPolicyInput): Promise<SlaPolicy> {
      const withoutClocks: string[] = []
      const created = await change(organizationId, async (trx, policies) => {
        if (policies.length >= maxSlaPolicies) throw new AppError('sla_policy_limit')
        const now = timestamp(clock())
        const policy = { ...input, name: nameOf(input.name), id: newId(), created_at: now }
        check(policy, policies)
        // Left over from former policies, if no recalculation has run since: nothing has counted for them.
        if (policies.length === 0) withoutClocks.push(...(await deleteAllRows(trx, organizationId)))
        await insertPolicy(trx, organizationId, policy, now)
        return policy
      })
      onDeleted(organizationId, withoutClocks)
      return created
    },

    /** @throws AppError not_found, sla_default_exists, sla_targets_missing */
    change: (organizationId: string, policyId: string, input: SlaPolicyChange): Promise<SlaPolicy> =>
      change(organizationId, async (trx, policies) => {
        const known = find(policies, policyId)
        const policy = { ...known, ...input, name: nameOf(input.name ?? known.name) }
        check(policy, policies)
        await updatePolicy(trx, policy, timestamp(clock()))
        return policy
      }),

    /** Clocks that no other policy takes over end without an outcome. @throws AppError not_found */
    remove: (organizationId: string, policyId: string): Promise<void> =>
      change(organizationId, async (trx, policies) => {
        await deletePolicy(trx, find(policies, policyId).id)
      }),

    /** @throws AppError not_found for an unknown policy, invalid_request if one is missing */
    order: (organizationId: string, ids: string[]): Promise<SlaPolicy[]> =>
      change(organizationId, async (trx, policies) => {
        for (const id of ids) find(policies, id)
        const movable = policies.filter((policy) => !isDefaultPolicy(policy))
        if (movable.length !== ids.length || movable.some(({ id }) => !ids.includes(id)))
          throw new AppError('invalid_request', { pointer: '/body/ids' })
        await movePolicies(trx, ids)
        return listPolicies(trx, organizationId)
      }),
  }
}

/** Returns the customers whose inbox rows showed a deadline. */
async function deleteAllRows(trx: Transaction, organizationId: string): Promise<string[]> {
  const customerIds: string[] = []
  let after: string | null = null
  do {
    const deleted: DeletedRows = await deleteRows(trx, { organizationId, after, max: batchSize })
    customerIds.push(...deleted.shownTo)
    after = deleted.lastId
  } while (after !== null)
  return customerIds
}

const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')

function find(policies: SlaPolicy[], policyId: string): SlaPolicy {
  const found = policies.find(({ id }) => id === policyId)
  if (!found) throw new AppError('not_found')
  return found
}

function check(
  policy: { id: string; conditions: SlaConditions; targets: SlaTargets },
  policies: SlaPolicy[],
): void {
  if (Object.values(policy.targets).every((target) => target === null))
    throw new AppError('sla_targets_missing', { pointer: '/body/targets' })
  const isTaken = policies.some((other) => other.id !== policy.id && isDefaultPolicy(other))
  if (isDefaultPolicy(policy) && isTaken)
    throw new AppError('sla_default_exists', { pointer: '/body/conditions' })
}
