import type { CustomerChanges, CustomerInput } from '@parley/protocol/customer'
import type { Actor } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, LogTransaction } from '../../core/event-log.ts'
import { settleEach } from '../../core/settle-each.ts'
import { changeCustomer } from './customer-changes.ts'
import {
  findByIdentity,
  customersOfAgent,
  findCustomer,
  listCustomers,
  type CustomerRow,
} from './customer-store.ts'
import { visitorIdentity } from './identities.ts'

export type Customers = ReturnType<typeof createCustomers>

export function createCustomers(deps: {
  db: Database
  log: EventLog
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
}) {
  const { db, log } = deps

  return {
    find: (organizationId: string, customerId: string) => findCustomer(db, organizationId, customerId),

    ofVisitor: (providerId: string, jkt: string) => findByIdentity(db, providerId, visitorIdentity(jkt)),

    list: (query: Parameters<typeof listCustomers>[1]) => listCustomers(db, query),

    /** What a conversation needs of its customer, in the transaction that opens it. */
    brief: (tx: LogTransaction, organizationId: string, customerId: string) =>
      findCustomer(tx.db, organizationId, customerId),

    /**
     * Changes a customer. Emits customer.updated with the changed fields, or nothing.
     * @throws AppError not_found, agent_unknown
     */
    update: (organizationId: string, customerId: string, input: CustomerInput, actor: Actor) =>
      update(organizationId, customerId, input, actor),

    /** Removes this agent as the dedicated agent of all customers. */
    async releaseAgent(organizationId: string, agentId: string): Promise<void> {
      const isStillDedicated = (row: CustomerRow) => row.private_agent_id === agentId
      await settleEach(await customersOfAgent(db, organizationId, agentId), ({ id }) =>
        update(organizationId, id, { private_agent_id: null }, { type: 'system' }, isStillDedicated),
      )
    },
  }

  async function update(
    organizationId: string,
    customerId: string,
    input: CustomerInput,
    actor: Actor,
    /** Checked under the lock: false changes nothing. */
    onlyIf: (row: CustomerRow) => boolean = () => true,
  ): Promise<CustomerRow> {
    const { private_agent_id: dedicated } = input
    if (dedicated && !(await deps.agentExists(organizationId, dedicated))) throw new AppError('agent_unknown')
    return changeCustomer(log, { organizationId, customerId }, actor, (row) =>
      onlyIf(row) ? { changes: changedFields(row, input) } : {},
    )
  }
}

function changedFields(row: CustomerRow, input: CustomerInput): CustomerChanges {
  const cleaned = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value.trim() : value
    return [key, text === '' ? null : text] as const
  })
  return Object.fromEntries(cleaned.filter(([key, value]) => row[key as keyof CustomerRow] !== value))
}
