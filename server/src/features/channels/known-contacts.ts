import type { Database } from '../../core/database.ts'
import type { InboundMessage, InboundProfile } from './adapter.ts'
import { lastToldTo, namesOf } from './contact-profile.ts'
import { changeContact, findContact, type ClaimedContact } from './contact-store.ts'

export interface KnownContactDeps {
  db: Database
  contacts: {
    /** false: blocked, or the account was closed. */
    mayWrite: (organizationId: string, customerId: string) => Promise<boolean>
    find: (providerId: string, identity: string) => Promise<{ id: string } | undefined>
    update: (
      customer: { organizationId: string; customerId: string },
      told: { first_name?: string | null; last_name?: string | null; username?: string | null },
      language: string | null,
    ) => Promise<void>
  }
}

interface KnownContact {
  customerId: string
  /** What the platform told before. */
  last: ReturnType<typeof lastToldTo>
}

/** Contacts who have written before. */
export function createKnownContacts({ db, contacts }: KnownContactDeps) {
  const remember = (claimed: ClaimedContact, customerId: string, profile: InboundProfile) =>
    changeContact(db, claimed, {
      customer_id: customerId,
      profile: JSON.stringify({ ...namesOf(profile), language: profile.language }),
      // Whoever writes can be reached.
      unreachable: null,
    })

  return {
    remember,

    async find(claimed: ClaimedContact, identity: string): Promise<KnownContact | undefined> {
      const before = await findContact(db, claimed.providerId, claimed.contact)
      const customerId = before?.customer_id ?? (await contacts.find(claimed.providerId, identity))?.id
      return customerId === undefined ? undefined : { customerId, last: lastToldTo(before?.profile) }
    },

    /** Updates the name from the platform's current profile. Returns false for blocked customers: nothing of them is stored. */
    async update(
      claimed: ClaimedContact,
      { customerId, last }: KnownContact,
      { profile, original }: Pick<InboundMessage, 'profile' | 'original'>,
    ): Promise<boolean> {
      if (!(await contacts.mayWrite(claimed.organizationId, customerId))) return false
      // A forged sender tells nothing about the contact.
      if (original?.verification === 'failed') return true
      const told = namesOf(profile)
      const changed = Object.fromEntries(
        Object.entries(told).filter(([key, value]) => last?.[key as keyof typeof told] !== value),
      )
      const language = profile.language === (last?.language ?? null) ? null : profile.language
      if (last !== null && (Object.keys(changed).length > 0 || language !== null)) {
        await contacts.update({ organizationId: claimed.organizationId, customerId }, changed, language)
      }
      await remember(claimed, customerId, profile)
      return true
    },
  }
}
