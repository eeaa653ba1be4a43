import type { DeliveryReason } from '@parley/protocol/message-delivery'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type ContinuityTables = {
  continuity: {
    customer_id: string
    organization_id: string
    due_at: string | null
    version: number
    claimed_until: string | null
    offline_since: string | null
    mailed_seq: number
    mailed_at: string | null
    asked_key: string | null
    asked_at: string | null
    attempts: number
    returned_key: string | null
    returned_reason: DeliveryReason | null
  }
  continuity_refusal: { organization_id: string; address_key: string; created_at: string }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<ContinuityTables>()

/** Makes these customers due now, because the team wrote to them. */
export async function noteMessages(
  db: Transaction,
  customers: { customer_id: string; organization_id: string }[],
  now: RawBuilder<string>,
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    insert into continuity as c (customer_id, organization_id, due_at)
    select t.customer_id, t.organization_id, ${now}
    from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as t(customer_id uuid, organization_id uuid)
    on conflict (customer_id) do update set version = c.version + 1, due_at = coalesce(c.due_at, excluded.due_at)`.execute(
    db,
  )
}

/** A dead process's rows are taken over after this time, longer than any attempt to send. */
const claimSeconds = 120

export type DueCustomer = Pick<
  ContinuityTables['continuity'],
  | 'customer_id'
  | 'organization_id'
  | 'version'
  | 'offline_since'
  | 'mailed_seq'
  | 'mailed_at'
  | 'asked_key'
  | 'asked_at'
  | 'attempts'
  | 'returned_key'
  | 'returned_reason'
> & {
  /** Identifies the claim: a later one, of another process, ends at another time. */
  claimed_until: string
}

export async function claimDue(
  db: Database,
  now: RawBuilder<string>,
  claim: { max: number; excludedOrganizations: readonly string[] },
): Promise<DueCustomer[]> {
  const { rows } = await sql<DueCustomer>`
    update continuity c set claimed_until = ${now} + ${claimSeconds} * interval '1 second'
    from (
      select customer_id from continuity
      where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        and not organization_id = any(${claim.excludedOrganizations}::uuid[])
      order by due_at limit ${claim.max} for update skip locked
    ) free
    where c.customer_id = free.customer_id
    returning c.customer_id, c.organization_id, c.version, c.claimed_until, c.offline_since, c.mailed_seq, c.mailed_at,
      c.asked_key, c.asked_at, c.attempts, c.returned_key, c.returned_reason`.execute(db)
  return rows
}

/** Extends the claim, also in `row`. Returns false if another process has the customer. */
export async function renewClaim(db: Database, row: DueCustomer, now: RawBuilder<string>): Promise<boolean> {
  const { rows } = await sql<Pick<DueCustomer, 'claimed_until'>>`
    update continuity set claimed_until = ${now} + ${claimSeconds} * interval '1 second'
    where customer_id = ${row.customer_id} and claimed_until = ${row.claimed_until}
    returning claimed_until`.execute(db)
  Object.assign(row, rows[0])
  return rows.length > 0
}

export type Change = Partial<
  Pick<
    ContinuityTables['continuity'],
    'offline_since' | 'mailed_seq' | 'mailed_at' | 'asked_key' | 'asked_at' | 'attempts'
  >
>

const notReturned = { returned_key: null, returned_reason: null }

/**
 * Records a mail before anything else can fail. The claim continues. The mail has not come back, whatever an earlier one did. If another
 * process has taken over meanwhile, the later mail counts.
 */
export const recordMail = (
  db: Database,
  { customer_id: id, claimed_until: claim }: DueCustomer,
  { mailed_seq: seq, ...change }: Change,
): Promise<unknown> =>
  tables(db)
    .updateTable('continuity')
    .set({
      ...change,
      ...(seq !== undefined && { mailed_seq: sql<number>`greatest(mailed_seq, ${seq})` }),
      returned_key: sql<string | null>`case when claimed_until = ${claim} then null else returned_key end`,
      returned_reason: sql<DeliveryReason | null>`case when claimed_until = ${claim} then null else returned_reason end`,
    })
    .where('customer_id', '=', id)
    .execute()

export interface Release {
  /** Until the next check. A delay, because the clock of the process may differ from the database's. null: nothing more to do. */
  delayMs: number | null
}

/** Ends the claim, unless another process has the customer. If the team wrote meanwhile, the row is due at once. */
export const release = (
  db: Database,
  { customer_id: id, version, claimed_until: claim }: DueCustomer,
  change: Change & Release,
  now: RawBuilder<string>,
): Promise<unknown> => {
  const { delayMs, ...rest } = change
  return tables(db)
    .updateTable('continuity')
    .set({
      ...rest,
      claimed_until: null,
      due_at: sql<
        string | null
      >`case when version = ${version} then ${now} + ${delayMs}::float8 * interval '1 millisecond' else ${now} end`,
    })
    .where('customer_id', '=', id)
    .where('claimed_until', '=', claim)
    .execute()
}

/** Returns false if a return since the last mail is known, or if no mail was ever due. */
export async function recordReturn(
  db: Transaction,
  customerId: string,
  { key, reason }: { key: string; reason: DeliveryReason },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('continuity')
    .set({ returned_key: key, returned_reason: reason })
    .where('customer_id', '=', customerId)
    .where('returned_key', 'is distinct from', key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes the customer due now, after a confirmation: the address receives mails. */
export const makeDue = (db: Database, customerId: string, now: RawBuilder<string>): Promise<unknown> =>
  tables(db)
    .updateTable('continuity')
    .set((eb) => ({ due_at: now, version: eb('version', '+', 1), ...notReturned }))
    .where('customer_id', '=', customerId)
    .execute()

export const organizationOf = (db: Database, customerId: string) =>
  tables(db)
    .selectFrom('continuity')
    .select('organization_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()

export const isRefused = async (db: Database, organizationId: string, key: string): Promise<boolean> =>
  (await refusedKeys(db, organizationId, [key])).has(key)

/** Returns which of these address keys belong to readers who have unsubscribed. */
export async function refusedKeys(
  db: Database,
  organizationId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('continuity_refusal')
    .select('address_key')
    .where('organization_id', '=', organizationId)
    .where('address_key', 'in', keys)
    .execute()
  return new Set(rows.map(({ address_key: key }) => key))
}

/** Returns false if it was not refused. */
export async function deleteRefusal(db: Database, organizationId: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('continuity_refusal')
    .where('organization_id', '=', organizationId)
    .where('address_key', '=', key)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Returns false if it was refused already. */
export async function insertRefusal(
  db: Database,
  organizationId: string,
  key: string,
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('continuity_refusal')
    .values({ organization_id: organizationId, address_key: key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
