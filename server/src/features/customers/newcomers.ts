import type { AuthProvider, CustomerRecord } from '@parley/protocol/customer'
import { timestamp } from '../../core/clock.ts'
import type { LogHead, LogTransaction } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { findByIdentity, insertCustomer, type CustomerRow } from './customer-store.ts'
import { visitorKey } from './identities.ts'

/** A visitor or member without a row, with everything that creating it needs (spec 5.1, design 5). */
export interface Newcomer {
  organization_id: string
  provider_id: string
  /** Unique within the provider. */
  identity: string
  language: string
  language_chosen: boolean
  country_code: string
  /** null: an anonymous visitor. */
  member: MemberProfile | null
  /** Set for a contact of a messaging platform, who has no member. */
  contact?: ContactProfile
}

/** What a platform tells about a contact (spec 2.1: `auth_provider` is null). */
export interface ContactProfile {
  /** The platform's id of the person. */
  external_id: string
  first_name: string | null
  last_name: string | null
  username: string | null
}

/** What a sign-in tells about its member. null: nothing, and the stored value is kept. */
export interface MemberProfile {
  auth_provider: AuthProvider
  /** The organization's own user id; null: one is generated. */
  external_id: string | null
  first_name: string | null
  last_name: string | null
  /** Only social logins have one. */
  username?: string | null
  email: string | null
  email_verified: boolean | null
  avatar_url: string | null
  /** Of the sign-in; `language` of the newcomer may be the browser's. */
  language: string | null
  /** Time of the sign-in, in milliseconds. */
  issued_at: number
}

const noProfile: Record<keyof MemberProfile, null> = {
  auth_provider: null,
  external_id: null,
  first_name: null,
  last_name: null,
  username: null,
  email: null,
  email_verified: null,
  avatar_url: null,
  language: null,
  issued_at: null,
}

/**
 * Creates the row of a customer who writes or calls for the first time, with customer.created in its new log. Returns the
 * locked head. `born` is null when another tab created the row first: then it must be read under this lock.
 */
export async function createCustomer(
  tx: LogTransaction,
  newcomer: Newcomer,
): Promise<{ head: LogHead; born: CustomerRow | null }> {
  const id = newId()
  const { organization_id, provider_id, identity } = newcomer
  const { external_id: externalId, ...profile } = newcomer.member ?? { ...noProfile, ...newcomer.contact }
  const row = await insertCustomer(tx.db, {
    id,
    organization_id,
    provider_id,
    identity,
    external_id: externalId ?? id,
    ...pickProfile(profile),
    phone: null,
    language: newcomer.language,
    language_chosen: newcomer.language_chosen,
    country_code: newcomer.country_code,
    deactivated_at: null,
    private_agent_id: null,
    last_seen_at: tx.now,
    created_at: tx.now,
    profile_issued_at: newcomer.member && timestamp(newcomer.member.issued_at),
  })
  if (!row) {
    const known = await findByIdentity(tx.db, provider_id, identity)
    const head = known && (await tx.lock(known.organization_id, known.id))
    if (!head) throw new Error('A customer row without a log')
    return { head, born: null }
  }
  const head = tx.begin({
    customer_id: id,
    organization_id,
    provider_id,
    born: visitorKey(provider_id, identity),
  })
  tx.append(head, [
    {
      type: 'customer.created',
      audience: 'agents',
      conversation_id: null,
      actor: { type: 'customer' },
      data: customerRecord(row),
    },
  ])
  return { head, born: row }
}

/** A principal has more fields than these columns. */
const pickProfile = (
  profile: Omit<MemberProfile, 'external_id' | 'auth_provider' | 'issued_at'> &
    Pick<CustomerRow, 'auth_provider'>,
) => ({
  auth_provider: profile.auth_provider,
  first_name: profile.first_name,
  last_name: profile.last_name,
  username: profile.username ?? null,
  email: profile.email,
  email_verified: profile.email === null ? null : profile.email_verified,
  avatar_url: profile.avatar_url,
})

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
