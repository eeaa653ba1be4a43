import type { AttributeValues, CustomerAttributes } from '@parley/protocol/visitor-context'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

type AttributeTables = {
  customer_attributes: CustomerAttributes & { customer_id: string; organization_id: string }
}

export interface AttributesOf {
  organizationId: string
  customerId: string
  values: AttributeValues
}

/** Returns whether they differ from what pages have stated before. */
export async function saveStated(db: Database, { organizationId, customerId, values }: AttributesOf) {
  const { numAffectedRows } = await sql`
    insert into customer_attributes as known (customer_id, organization_id, stated)
    values (${customerId}, ${organizationId}, ${json(values)}::jsonb)
    on conflict (customer_id) do update set stated = excluded.stated
    where known.stated <> excluded.stated`.execute(db)
  return numAffectedRows === 1n
}

/** Writes once per token. Returns false for a token that is known, or older than the last one. */
export async function saveConfirmed(
  db: Database | Transaction,
  { organizationId, customerId, values }: AttributesOf,
  issuedAt: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into customer_attributes as known (customer_id, organization_id, confirmed, confirmed_at)
    select ${customerId}::uuid, ${organizationId}::uuid, ${json(values)}::jsonb, ${issuedAt}::timestamptz
    where not exists (
      select from customer_attributes known where known.customer_id = ${customerId} and (known.confirmed_at > ${issuedAt}::timestamptz
        or known.confirmed_at = ${issuedAt}::timestamptz and known.confirmed = ${json(values)}::jsonb)
    )
    on conflict (customer_id) do update set confirmed = excluded.confirmed, confirmed_at = excluded.confirmed_at
    where known.confirmed_at is null or known.confirmed_at <= excluded.confirmed_at`.execute(db)
  return numAffectedRows === 1n
}

/** By customer; those without attributes are missing. */
export async function findAttributes(
  db: Database,
  customerIds: string[],
): Promise<Map<string, CustomerAttributes>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .withTables<AttributeTables>()
    .selectFrom('customer_attributes')
    .select(['customer_id', 'stated', 'confirmed'])
    .where('customer_id', 'in', customerIds)
    .execute()
  return new Map(rows.map(({ customer_id: id, stated, confirmed }) => [id, { stated, confirmed }]))
}

/** jsonb cannot store half surrogate pairs. */
const json = (values: AttributeValues): string =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
