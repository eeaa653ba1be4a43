import type { Channel } from '@parley/protocol/channel'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'
import { channelTables } from './channel-tables.ts'
import type { StoredTokens } from './contact-tokens.ts'

export type Queue = 'inbound' | 'outbound'

/** A contact whose queue this process handles until the lease ends. */
export interface ClaimedContact {
  providerId: string
  organizationId: string
  contact: string
  customerId: string | null
  lease: string
  /** Insertions known at the claim. */
  version: number
}

/** A worker renews its leases; those of a process that died end after this time. */
export const leaseSeconds = 60

const column = (queue: Queue, name: string) => sql.ref(`${queue}_${name}`)

/** Contacts with something due, longest waiting first. @param claim.but organizations */
export async function claimContacts(
  db: Database,
  queue: Queue,
  claim: { lease: string; now: RawBuilder<string>; max: number; but: readonly string[] },
): Promise<ClaimedContact[]> {
  const { now } = claim
  const due = column(queue, 'due_at')
  const until = column(queue, 'until')
  const mayBegin =
    queue === 'inbound'
      ? sql`true`
      : sql`(k.outbound_not_before is null or k.outbound_not_before <= ${now}) and not exists (
          select from channel_connection a where a.provider_id = k.provider_id and a.paused_until > ${now}
        )`
  const { rows } = await sql<ClaimedContact>`
    update channel_contact c set ${column(queue, 'lease')} = ${claim.lease}::uuid,
      ${until} = ${now} + ${leaseSeconds} * interval '1 second'
    from (
      select k.provider_id, k.contact from channel_contact k
      where ${due} <= ${now} and (${until} is null or ${until} <= ${now}) and ${mayBegin}
        and not k.organization_id = any(${claim.but}::uuid[])
      order by ${due} limit ${claim.max} for update skip locked
    ) free
    where c.provider_id = free.provider_id and c.contact = free.contact
    returning c.provider_id as "providerId", c.organization_id as "organizationId", c.contact,
      c.customer_id as "customerId", ${claim.lease} as lease, c.${column(queue, 'version')} as version`.execute(
    db,
  )
  return rows
}

/** Extends the lease of a contact that is still being handled. Returns false when another process has the contact. */
export async function renewContact(
  db: Database,
  queue: Queue,
  { providerId, contact, lease }: ClaimedContact,
  now: RawBuilder<string>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update channel_contact c set ${column(queue, 'until')} = ${now} + ${leaseSeconds} * interval '1 second'
    where c.provider_id = ${providerId} and c.contact = ${contact}
      and ${column(queue, 'lease')} = ${lease}::uuid`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a lease. What was added meanwhile makes the contact due at once, but not before `delayMs`. */
export async function releaseContact(
  db: Database,
  queue: Queue,
  claimed: ClaimedContact,
  now: RawBuilder<string>,
  delayMs = 0,
): Promise<void> {
  const next =
    queue === 'inbound'
      ? // A group waits for its newest part.
        sql`(select coalesce((
            select max(g.ready_at) from channel_inbound g where g.provider_id = i.provider_id and g.contact = i.contact
              and g.done_at is null and g.group_key = i.group_key
          ), i.ready_at)
          from channel_inbound i where i.provider_id = c.provider_id and i.contact = c.contact
            and i.done_at is null order by i.position limit 1)`
      : sql`(select o.created_at from channel_outbox o where o.provider_id = c.provider_id and o.contact = c.contact
          and o.state = 'pending' order by o.seq limit 1)`
  const due = sql`case when ${column(queue, 'version')} = ${claimed.version} then ${next} else ${now} end`
  const delayed = sql`greatest(${due}, ${now} + ${delayMs}::float8 * interval '1 millisecond')`
  await sql`
    update channel_contact c set ${column(queue, 'lease')} = null, ${column(queue, 'until')} = null,
      ${column(queue, 'due_at')} = ${delayMs === 0 ? due : delayed}
    where c.provider_id = ${claimed.providerId} and c.contact = ${claimed.contact}
      and ${column(queue, 'lease')} = ${claimed.lease}::uuid`.execute(db)
}

export const findContact = (db: Database | Transaction, providerId: string, contact: string) =>
  channelTables(db)
    .selectFrom('channel_contact')
    .select(['customer_id', 'profile', 'source', 'unreachable'])
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .executeTakeFirst()

export async function tokensOf(
  db: Database,
  { providerId, contact }: { providerId: string; contact: string },
): Promise<StoredTokens> {
  const row = await channelTables(db)
    .selectFrom('channel_contact')
    .select('inbound_tokens')
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .executeTakeFirst()
  return row?.inbound_tokens ?? {}
}

/** Unless another process has the contact, which has counted the same. */
export const saveTokens = (db: Database, claimed: ClaimedContact, tokens: object): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_contact')
    .set({ inbound_tokens: JSON.stringify(tokens) })
    .where('provider_id', '=', claimed.providerId)
    .where('contact', '=', claimed.contact)
    .where('inbound_lease', '=', claimed.lease)
    .execute()

export const contactOfCustomer = (db: Database | Transaction, organizationId: string, customerId: string) =>
  channelTables(db)
    .selectFrom('channel_contact as c')
    .innerJoin('channel_connection as a', 'a.provider_id', 'c.provider_id')
    .select(['c.provider_id', 'c.contact', 'c.source', 'c.unreachable', 'a.channel'])
    .where('c.organization_id', '=', organizationId)
    .where('c.customer_id', '=', customerId)
    .executeTakeFirst()

/** Of the account that a contact writes to. `removed`: the contact cannot be answered any more. `none`: the customer is no contact. */
export async function accountStateOf(
  db: Database,
  customerId: string,
): Promise<'none' | 'connected' | 'removed'> {
  const accounts = await channelTables(db)
    .selectFrom('channel_contact as c')
    .innerJoin('channel_connection as a', 'a.provider_id', 'c.provider_id')
    .select('a.removed_at')
    .where('c.customer_id', '=', customerId)
    .execute()
  if (accounts.some(({ removed_at: removedAt }) => removedAt !== null)) return 'removed'
  return accounts.length > 0 ? 'connected' : 'none'
}

/** Customers who write to the organization's bots from this account. */
export async function customersOfContact(
  db: Database,
  organizationId: string,
  { channel, account_id: contact }: { channel: Channel; account_id: string },
  max: number,
): Promise<string[]> {
  const rows = await channelTables(db)
    .selectFrom('channel_contact as c')
    .innerJoin('channel_connection as a', 'a.provider_id', 'c.provider_id')
    .select('c.customer_id')
    .where('c.organization_id', '=', organizationId)
    .where('a.channel', '=', channel)
    .where('c.contact', '=', contact)
    .orderBy('c.customer_id')
    .limit(max)
    .execute()
  return rows.flatMap(({ customer_id: id }) => id ?? [])
}

/** Returns which of these customers are contacts, with their channel. */
export async function contactsAmong(db: Database | Transaction, customerIds: string[]) {
  const { rows } = await sql<{ customer_id: string; provider_id: string }>`
    ${prepared} select customer_id, provider_id from channel_contact
    where customer_id = any(${listOf(customerIds)})`.execute(db)
  return rows
}

export const changeContact = (
  db: Database | Transaction,
  { providerId, contact }: { providerId: string; contact: string },
  change: {
    customer_id?: string
    profile?: string
    source?: string | null
    unreachable?: 'blocked' | 'contact_gone' | null
    outbound_not_before?: RawBuilder<string> | null
  },
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_contact')
    .set(change)
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .execute()

/** After a message was delivered. Mail servers also accept messages to addresses that do not exist, so `contact_gone` stays. */
export const markUnblocked = (
  db: Database | Transaction,
  { providerId, contact }: { providerId: string; contact: string },
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_contact')
    .set({ unreachable: null })
    .where('provider_id', '=', providerId)
    .where('contact', '=', contact)
    .where('unreachable', '=', 'blocked')
    .execute()

export const contactById = (db: Database, customerId: string) =>
  channelTables(db)
    .selectFrom('channel_contact')
    .select(['provider_id', 'contact'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
