import type { CustomerMailed } from '@parley/protocol/continuity'
import { timestamp, type Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database } from '../../core/database.ts'
import { deleteRefusal, insertRefusal, isRefused, makeDue, organizationOf } from './continuity-store.ts'
import type { ContinuityCustomer, ContinuityDeps } from './continuity.ts'
import type { MailLinks } from './mail-links.ts'

export interface MailAnswerDeps {
  db: Database
  clock: Clock
  links: MailLinks
  findCustomer: ContinuityDeps['findCustomer']
  /** Records that the reader of this address has confirmed it. */
  confirmEmail: (organizationId: string, customerId: string, email: string) => Promise<boolean>
  /** The customer's conversation that started last. */
  latestConversation: (customerId: string) => Promise<string | null>
  /** A page of the organization with the customer's chat; null: none is known. */
  chatPage: (organizationId: string, customerId: string, providerId: string) => Promise<string | null>
  tell: ContinuityDeps['tell']
  wake: () => void
}

export type MailAnswers = ReturnType<typeof createMailAnswers>

/** Actions of the readers of mails. The caller has verified the signed link. */
export function createMailAnswers(deps: MailAnswerDeps) {
  const { db, clock, links } = deps

  /** undefined: the customer has another address meanwhile, or is blocked. Ends all links to the old one. */
  async function reader(customerId: string, key: string) {
    const organizationId = (await organizationOf(db, customerId))?.organization_id
    const customer =
      organizationId === undefined ? undefined : await deps.findCustomer(organizationId, customerId)
    if (organizationId === undefined || !customer?.email || links.keyOf(customer.email) !== key)
      return undefined
    if (customer.is_blocked || customer.deactivated_at !== null) return undefined
    return { organizationId, customer: customer as ContinuityCustomer & { email: string } }
  }

  async function tell(organizationId: string, customerId: string, data: CustomerMailed): Promise<void> {
    const conversationId = await deps.latestConversation(customerId)
    await deps.tell({ organizationId, customerId, conversationId }, data)
  }

  /** Makes waiting messages due, also for a repeat: the process may have ended before it did. */
  async function sendWaiting(customerId: string): Promise<void> {
    await makeDue(db, customerId, databaseNow(clock))
    deps.wake()
  }

  return {
    reader,

    /** Returns false if the link has ended. */
    async confirm(customerId: string, key: string): Promise<boolean> {
      const found = await reader(customerId, key)
      if (!found || (await isRefused(db, found.organizationId, key))) return false
      const { organizationId, customer } = found
      const isFirstConfirmation = await deps.confirmEmail(organizationId, customerId, customer.email)
      await sendWaiting(customerId)
      if (isFirstConfirmation)
        await tell(organizationId, customerId, { kind: 'confirmed', email: customer.email, count: 0 })
      return true
    },

    /** Also when the customer has another address meanwhile. Idempotent. Always returns true: the reader gets no mail. */
    async unsubscribe(customerId: string, key: string): Promise<boolean> {
      const organizationId = (await organizationOf(db, customerId))?.organization_id
      if (organizationId === undefined) return true
      if (!(await insertRefusal(db, organizationId, key, timestamp(clock())))) return true
      const found = await reader(customerId, key)
      if (found)
        await tell(organizationId, customerId, { kind: 'refused', email: found.customer.email, count: 0 })
      return true
    },

    async isUnsubscribed(customerId: string, key: string): Promise<boolean> {
      const organizationId = (await organizationOf(db, customerId))?.organization_id
      return organizationId !== undefined && isRefused(db, organizationId, key)
    },

    /** Ends an unsubscription and confirms the address, which only its reader can do. Idempotent. Returns false if the link has ended. */
    async subscribe(customerId: string, key: string): Promise<boolean> {
      const found = await reader(customerId, key)
      if (!found) return false
      const { organizationId, customer } = found
      await deps.confirmEmail(organizationId, customerId, customer.email)
      const wasRefused = await deleteRefusal(db, organizationId, key)
      await sendWaiting(customerId)
      if (wasRefused)
        await tell(organizationId, customerId, { kind: 'resubscribed', email: customer.email, count: 0 })
      return true
    },

    /** The conversation that the reader may see; null: the link has ended. */
    async conversation(customerId: string, key: string) {
      const found = await reader(customerId, key)
      if (!found || (await isRefused(db, found.organizationId, key))) return null
      const id = await deps.latestConversation(customerId)
      if (id === null) return null
      const { language, provider_id: providerId } = found.customer
      return { id, language, chatUrl: await deps.chatPage(found.organizationId, customerId, providerId) }
    },
  }
}
