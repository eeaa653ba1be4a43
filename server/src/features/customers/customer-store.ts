import { embeddedChannels } from '@parley/protocol/channel'
import type { CustomerRecord } from '@parley/protocol/customer'
import { sql, type Generated, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { plainArray, textArray } from '../../core/array-literal.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { anywhere } from '../../core/word-search.ts'

export type CustomerTables = {
  customer: {
    id: string
    organization_id: string
    provider_id: string
    identity: string
    external_id: string
    first_name: string | null
    last_name: string | null
    username: string | null
    email: string | null
    phone: string | null
    language: string
    country_code: string
    auth_provider: CustomerRecord['auth_provider']
    avatar_url: string | null
    email_verified: boolean | null
    language_chosen: Generated<boolean>
    is_blocked: Generated<boolean>
    deactivated_at: string | null
    private_agent_id: string | null
    last_seen_at: string | null
    created_at: string
    /** Of the sign-in that the profile is from; null: unknown. */
    profile_issued_at: string | null
  }
}

export type CustomerRow = Omit<CustomerTables['customer'], 'is_blocked' | 'language_chosen'> & {
  is_blocked: boolean
  language_chosen: boolean
}

const columns = [
  'id',
  'organization_id',
  'provider_id',
  'identity',
  'external_id',
  'first_name',
  'last_name',
  'username',
  'email',
  'phone',
  'language',
  'country_code',
  'auth_provider',
  'avatar_url',
  'email_verified',
  'language_chosen',
  'is_blocked',
  'deactivated_at',
  'private_agent_id',
  'last_seen_at',
  'created_at',
  'profile_issued_at',
] as const satisfies (keyof CustomerTables['customer'])[]

const tables = (db: Database | Transaction) => (db as Database).withTables<CustomerTables>()

/** undefined: this identity has a row already (created by another tab). Waits for a transaction that is inserting it. */
export const insertCustomer = (db: Transaction, row: Omit<CustomerRow, 'is_blocked'>) =>
  tables(db)
    .insertInto('customer')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider_id', 'identity']).doNothing())
    .returning(columns)
    .executeTakeFirst()

export const findByIdentity = (db: Database | Transaction, providerId: string, identity: string) =>
  tables(db)
    .selectFrom('customer')
    .select(columns)
    .where('provider_id', '=', providerId)
    .where('identity', '=', identity)
    .executeTakeFirst()

export interface IdentityKey {
  provider_id: string
  identity: string
}

export interface KnownIdentity {
  row: CustomerRow
  /** Whether a sign-in of this day is recorded. */
  signInRecorded: boolean
}

/**
 * The rows of those identities that have one, in one statement.
 * @param day of sign-ins: `2026-01-31`
 */
export async function findByIdentities<K extends IdentityKey>(
  pool: pg.Pool,
  keys: K[],
  day: string,
): Promise<Map<K, KnownIdentity>> {
  const { rows } = await pool.query<CustomerRow & { place: number; signed_in: boolean }>({
    name: 'customers by identity',
    text: byIdentities,
    values: [plainArray(keys.map((key) => key.provider_id)), textArray(keys.map((key) => key.identity)), day],
  })
  return new Map(
    rows.map(({ place, signed_in: signInRecorded, ...row }) => [
      keys[place - 1] as K,
      { row, signInRecorded },
    ]),
  )
}

// "limit 1" instead of "exists", which the planner might answer by reading all sign-ins of the day.
const byIdentities = `
  select wanted.place::int, customer.*, coalesce((
    select true from customer_sign_in s where s.customer_id = customer.id and s.day = $3::date limit 1
  ), false) as signed_in
  from unnest($1::uuid[], $2::text[]) with ordinality as wanted (provider_id, identity, place)
  cross join lateral (
    select ${columns.join(', ')} from customer
    where customer.provider_id = wanted.provider_id and customer.identity = wanted.identity
    limit 1
  ) customer`

export const findCustomer = (db: Database | Transaction, organizationId: string, customerId: string) =>
  tables(db)
    .selectFrom('customer')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', customerId)
    .executeTakeFirst()

/** Returns which of these customers of widgets have a known e-mail address. */
export async function customersWithAddress(db: Transaction, customerIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c join provider_channel p on p.id = c.provider_id
    where c.id = any(${customerIds}::uuid[]) and c.email is not null and p.channel = any(${embeddedChannels}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export const customersOfAgent = (db: Database, organizationId: string, agentId: string) =>
  tables(db)
    .selectFrom('customer')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('private_agent_id', '=', agentId)
    .execute()

export const updateCustomer = (db: Transaction, customerId: string, change: Partial<CustomerRow>) =>
  tables(db).updateTable('customer').set(change).where('id', '=', customerId).execute()

/**
 * Locks the rows in one order: another process may mark the same customers.
 * @param seen times by customer; a later one, which another process has written, remains
 * @param now of the database; later times are of a process whose clock is ahead, and do not count
 */
export async function markSeen(
  db: Database,
  seen: ReadonlyMap<string, string>,
  now: RawBuilder<string>,
): Promise<void> {
  const ids = plainArray([...seen.keys()])
  await sql`
    update customer set last_seen_at = noted.at
    from (
      select c.id, least(t.at, ${now}) as at from customer c join unnest(${ids}::uuid[], ${plainArray([...seen.values()])}::timestamptz[]) as t(id, at) on t.id = c.id
      where c.id = any(${ids}::uuid[]) order by c.id for no key update of c
    ) noted
    where customer.id = noted.id
      and (customer.last_seen_at is null or customer.last_seen_at < noted.at or customer.last_seen_at > ${now})`.execute(
    db,
  )
}

/** Newest first; `after` is the cursor of the previous page. */
export function listCustomers(
  db: Database,
  query: {
    organizationId: string
    search: string | null
    max: number
    after: { created_at: string; id: string } | null
  },
) {
  let rows = tables(db)
    .selectFrom('customer')
    .select(columns)
    .where('organization_id', '=', query.organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.max)
  const { after, search } = query
  if (after)
    rows = rows.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.created_at, after.id)))
  if (search) {
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('customer_face' as never)
          .select(eb.lit(1).as('one'))
          .whereRef('customer_face.id' as never, '=', 'customer.id')
          .where('customer_face.searched' as never, 'like', anywhere(search) as never),
      ),
    )
  }
  return rows.execute()
}
