import { databaseNow } from '../core/database-time.ts'
import type { EventLog, LogTransaction } from '../core/event-log.ts'
import type { AuthorizeAccess, AuthorizeAgent } from '../core/permissions.ts'
import { contactCommands } from '../features/customers/contact-commands.ts'
import { createCustomerFigures, type CustomerFigureDeps } from '../features/customers/customer-figures.ts'
import { customerRoutes, type CustomerRouteDeps } from '../features/customers/customer-routes.ts'
import { createContacts } from '../features/customers/contacts.ts'
import { confirmEmail } from '../features/customers/confirm-email.ts'
import { customersWithAddress, findByIdentities, markSeen } from '../features/customers/customer-store.ts'
import { customerNames } from '../features/customers/customer-names.ts'
import { createCustomers, type Customers } from '../features/customers/customers.ts'
import { parseVisitorKey, visitorKey } from '../features/customers/identities.ts'
import { createLastSeen } from '../features/customers/last-seen.ts'
import { createMembers } from '../features/customers/members.ts'
import { createCustomer } from '../features/customers/newcomers.ts'
import { createSignIns, dayOf } from '../features/customers/sign-ins.ts'
import type { WidgetPrincipal } from '../realtime/contexts.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

type Release = (organizationId: string, agentId: string) => Promise<void>

export interface CustomerPorts {
  log: EventLog
  agents: {
    agentExists: (organizationId: string, agentId: string) => Promise<boolean>
    whenRemoved: (release: Release) => void
  }
  confirmedAttributes: {
    save: (tx: LogTransaction, customerId: string, of: WidgetPrincipal) => Promise<void>
  }
}

/** Customers and members: their rows and what sign-ins write into them. */
export function composeCustomers(infra: Infrastructure, { log, agents, confirmedAttributes }: CustomerPorts) {
  const customers = createCustomers({ ...infra, log, agentExists: agents.agentExists })
  agents.whenRemoved(customers.releaseAgent)
  const signIns = createSignIns(infra)
  const onError = infra.logErrors('customers')
  const members = createMembers({ ...infra, log, onSignIn: (row) => signIns.record(row).catch(onError) })
  const contacts = createContacts({ ...infra, log })
  const lastSeen = createLastSeen({
    ...infra,
    write: (seen) => markSeen(infra.db, seen, databaseNow(infra.clock)),
    onError,
  })
  // Sockets close before, the pool after this.
  infra.lifecycle.onStop(lastSeen.settled)
  return {
    ...customers,
    /** With what the token confirms: automation rules read it as soon as the first message is committed. */
    async createCustomer(tx: LogTransaction, principal: WidgetPrincipal) {
      const created = await createCustomer(tx, principal)
      await confirmedAttributes.save(tx, created.head.customer_id, principal)
      return created
    },
    contacts,
    members,
    noteSeen: lastSeen.note,
    signInsOf: signIns.ofCustomer,
    sweepSignIns: signIns.sweep,
    visitorKey,
    /** Returns the ids of the customers of these visitors (`visitorKey`), by visitor. */
    async idsOf(visitors: string[]): Promise<Map<string, string>> {
      const wanted = visitors.map((visitor) => ({ visitor, ...parseVisitorKey(visitor) }))
      const found = await findByIdentities(infra.pool, wanted, dayOf(infra.clock()))
      return new Map([...found].map(([{ visitor }, { row }]) => [visitor, row.id]))
    },
    withAddress: customersWithAddress,
    confirmEmail: (organizationId: string, customerId: string, email: string) =>
      confirmEmail(log, { organizationId, customerId }, email),
    names: (organizationId: string, customerIds: string[]) =>
      customerNames(infra.db, organizationId, customerIds),
  }
}

export interface CustomerRoutePorts {
  log: EventLog
  customers: Customers & { sweepSignIns: () => Promise<void> }
  agents: { authorizeAgent: AuthorizeAgent }
  apiKeys: { authorizeAccess: AuthorizeAccess }
  conversations: { conversationCounts: CustomerFigureDeps['conversationCounts'] }
  visitorContext: { attributesOf: CustomerFigureDeps['attributesOf'] }
  continuity: { unsubscribed: CustomerRouteDeps['unsubscribed'] }
}

export function composeCustomerRoutes(infra: Infrastructure, ports: CustomerRoutePorts) {
  const { db, mailer, presence, rateLimits } = infra
  const { log, customers, agents, apiKeys, conversations, visitorContext, continuity } = ports
  return defineFeature({
    widget: contactCommands({ log, rateLimits, find: customers.find, mail: mailer !== null }),
    jobs: { 'sweep-sign-ins': { cron: '53 3 * * *', run: customers.sweepSignIns } },
    routes: (http) =>
      customerRoutes(http, {
        customers,
        authorizeAgent: agents.authorizeAgent,
        authorize: apiKeys.authorizeAccess,
        onlineOf: presence.customers.online,
        unsubscribed: continuity.unsubscribed,
        figures: createCustomerFigures({ db, ...conversations, ...visitorContext }),
      }),
  })
}
