import type { CustomerChanges } from '@parley/protocol/customer'
import type { Database } from '../../core/database.ts'
import type { EventLog, LogHead, LogTransaction } from '../../core/event-log.ts'
import { changeCustomer } from './customer-changes.ts'
import { findByIdentity, type CustomerRow } from './customer-store.ts'
import { createCustomer, type ContactProfile } from './newcomers.ts'

/** A contact of a messaging platform who may not have a row yet. */
export interface PlatformContact {
  organizationId: string
  providerId: string
  /** Unique within the provider. */
  identity: string
  profile: ContactProfile
  /** null: the platform did not tell. */
  language: string | null
}

/** The platform tells no country. */
const unknownCountry = 'ZZ'

/** Customers who write through a messaging platform. */
export function createContacts({ db, log }: { db: Database; log: EventLog }) {
  /** Creates the row with customer.created, in the transaction of the first message. Returns the locked head. */
  async function begin(tx: LogTransaction, contact: PlatformContact): Promise<LogHead> {
    const { head } = await createCustomer(tx, {
      organization_id: contact.organizationId,
      provider_id: contact.providerId,
      identity: contact.identity,
      language: contact.language ?? 'en',
      language_chosen: contact.language !== null,
      country_code: unknownCountry,
      member: null,
      contact: contact.profile,
    })
    return head
  }

  return {
    begin,
    find: (providerId: string, identity: string): Promise<CustomerRow | undefined> =>
      findByIdentity(db, providerId, identity),
    /** Creates the row without a message. Idempotent. Returns the id. */
    create: (contact: PlatformContact): Promise<string> =>
      log.transact(async (tx) => (await begin(tx, contact)).customer_id),
    /** Changes what the platform tells differently than before. Emits customer.updated with changed names (spec 6, rule 4). */
    async update(
      customer: { organizationId: string; customerId: string },
      told: Pick<CustomerChanges, 'first_name' | 'last_name' | 'username'>,
      language: string | null,
    ): Promise<void> {
      await changeCustomer(log, customer, { type: 'customer' }, (row) => ({
        changes: Object.fromEntries(
          Object.entries(told).filter(([key, value]) => row[key as keyof CustomerRow] !== value),
        ),
        unreported: language !== null && language !== row.language ? { language, language_chosen: true } : {},
      }))
    },
  }
}
