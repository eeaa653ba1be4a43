import type { CustomerChanges, CustomerInput, CustomerRecord } from '@parley/protocol/customer'
import type { Actor, Audience } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, LogHead, LogTransaction, NewEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import {
  customersOfAgent,
  findByIdentity,
  findCustomer,
  insertCustomer,
  listCustomers,
  markSeen,
  updateCustomer,
  type CustomerRow,
} from './customer-store.ts'

/** An anonymous visitor who has not written yet: everything that their row will need (spec 5.2, design 5). */
export interface Visitor {
  organization_id: string
  provider_id: string
  /** RFC 7638 thumbprint of the connection key. */
  jkt: string
  language: string
  country_code: string
}

export const visitorIdentity = (jkt: string): string => `visitor:${jkt}`

/** How a birth of this visitor's log is announced on the bus: the same text everywhere. */
export const visitorBirth = (providerId: string, jkt: string): string =>
  `${providerId}:${visitorIdentity(jkt)}`

export type Customers = ReturnType<typeof createCustomers>

export function createCustomers(deps: {
  db: Database
  log: EventLog
  clock: Clock
  agentExists: (organizationId: string, agentId: string) => Promise<boolean>
}) {
  const { db, log, clock } = deps

  return {
    find: (organizationId: string, customerId: string) => findCustomer(db, organizationId, customerId),

    findVisitor: (providerId: string, jkt: string) => findByIdentity(db, providerId, visitorIdentity(jkt)),

    list: (query: Parameters<typeof listCustomers>[1]) => listCustomers(db, query),

    /** In a transaction that opens a conversation: what the conversation has to know of its customer. */
    brief: (tx: LogTransaction, organizationId: string, customerId: string) =>
      findCustomer(tx.db, organizationId, customerId),

    async markSeen(customerId: string): Promise<void> {
      await markSeen(db, customerId, timestamp(clock()))
    },

    /**
     * The row of a visitor who writes for the first time, with customer.created in its new log, locked.
     * When another tab was quicker: that row, locked.
     */
    async createVisitor(tx: LogTransaction, visitor: Visitor): Promise<LogHead> {
      const id = newId()
      const identity = visitorIdentity(visitor.jkt)
      const row = await insertCustomer(tx.db, {
        id,
        identity,
        organization_id: visitor.organization_id,
        provider_id: visitor.provider_id,
        external_id: id,
        first_name: null,
        last_name: null,
        username: null,
        email: null,
        phone: null,
        language: visitor.language,
        country_code: visitor.country_code,
        auth_provider: null,
        avatar_url: null,
        email_verified: null,
        language_chosen: false,
        deactivated_at: null,
        private_agent_id: null,
        last_seen_at: tx.now,
        created_at: tx.now,
      })
      if (!row) {
        const known = await findByIdentity(tx.db, visitor.provider_id, identity)
        const head = known && (await tx.lock(known.organization_id, known.id))
        if (!head) throw new Error('A customer row without a log')
        return head
      }
      const head = await tx.begin({
        customer_id: id,
        organization_id: visitor.organization_id,
        provider_id: visitor.provider_id,
        born: visitorBirth(visitor.provider_id, visitor.jkt),
      })
      await tx.append(head, [
        {
          type: 'customer.created',
          audience: 'agents',
          conversation_id: null,
          actor: { type: 'customer' },
          data: customerRecord(row),
        },
      ])
      return head
    },

    /**
     * An agent changes a customer. Emits customer.updated with what really changed, or nothing.
     * @throws AppError not_found, agent_unknown
     */
    update: (organizationId: string, customerId: string, input: CustomerInput, actor: Actor) =>
      update(organizationId, customerId, input, actor),

    /** An agent has left: nobody is dedicated to them any more. */
    async releaseAgent(organizationId: string, agentId: string): Promise<void> {
      for (const { id } of await customersOfAgent(db, organizationId, agentId)) {
        const stillTheirs = (row: CustomerRow) => row.private_agent_id === agentId
        await update(organizationId, id, { private_agent_id: null }, { type: 'system' }, stillTheirs)
      }
    },
  }

  async function update(
    organizationId: string,
    customerId: string,
    input: CustomerInput,
    actor: Actor,
    /** Looked at under the lock: false leaves the row as it is. */
    onlyIf: (row: CustomerRow) => boolean = () => true,
  ): Promise<CustomerRow> {
    const { private_agent_id: dedicated } = input
    if (dedicated && !(await deps.agentExists(organizationId, dedicated))) throw new AppError('agent_unknown')
    return log.transact(async (tx) => {
      const head = await tx.lock(organizationId, customerId)
      const row = head && (await findCustomer(tx.db, organizationId, customerId))
      if (!row) throw new AppError('not_found')
      if (!onlyIf(row)) return row
      const changes = changedFields(row, input)
      if (Object.keys(changes).length === 0) return row
      await updateCustomer(tx.db, customerId, changes)
      const after = { ...row, ...changes }
      if (changes.is_blocked !== undefined)
        await tx.setMayWrite(head, !after.is_blocked && !after.deactivated_at)
      const { is_blocked: blocked, ...noted } = changes
      const entry = (part: CustomerChanges, audience: Audience): NewEntry => ({
        type: 'customer.updated',
        audience,
        conversation_id: null,
        actor,
        data: { id: row.id, provider_id: row.provider_id, external_id: row.external_id, changes: part },
      })
      // Being blocked concerns the customer's own window; what agents note about them does not go there.
      const entries = Object.keys(noted).length > 0 ? [entry(noted, 'agents')] : []
      if (blocked !== undefined) entries.push(entry({ is_blocked: blocked }, 'both'))
      await tx.append(head, entries)
      return after
    })
  }
}

function changedFields(row: CustomerRow, input: CustomerInput): CustomerChanges {
  const cleaned = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value.trim() : value
    return [key, text === '' ? null : text] as const
  })
  return Object.fromEntries(cleaned.filter(([key, value]) => row[key as keyof CustomerRow] !== value))
}

/** The fields of customer.created, exactly (spec 2.1). */
export function customerRecord(row: CustomerRow): CustomerRecord {
  return {
    id: row.id,
    provider_id: row.provider_id,
    external_id: row.external_id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    email: row.email,
    phone: row.phone,
    language: row.language,
    country_code: row.country_code,
    auth_provider: row.auth_provider,
    created_at: row.created_at,
  }
}
