import type { Database, Transaction } from '../../core/database.ts'
import { recordRemovals } from '../../core/storage/removals.ts'

export interface MediaRow {
  id: string
  organization_id: string
  /** null: an attachment of a canned reply. */
  provider_id: string | null
  customer_id: string | null
  owner: string
  message_id: string | null
  name: string
  mime: string
  size: number
  width: number | null
  height: number | null
  storage_key: string
  created_at: string
}

const columns = [
  'id',
  'organization_id',
  'provider_id',
  'customer_id',
  'owner',
  'message_id',
  'name',
  'mime',
  'size',
  'width',
  'height',
  'storage_key',
  'created_at',
] as const satisfies (keyof MediaRow)[]

const tables = (db: Database | Transaction) => (db as Database).withTables<{ media: MediaRow }>()

/** Returns false when a concurrent request stored the same upload first. */
export async function insertMedia(db: Database, row: MediaRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Postpones the sweep of a file that is still to be attached. Returns false if there is none. */
export async function renewUnattached(db: Database, id: string, now: string): Promise<boolean> {
  const result = await tables(db)
    .updateTable('media')
    .set({ created_at: now })
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const findMedia = (db: Database, id: string) =>
  tables(db).selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst()

/** Locks in id order, to avoid deadlocks. */
export const lockMedia = (db: Transaction, organizationId: string, ids: string[]) =>
  tables(db)
    .selectFrom('media')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

export const attachRows = (
  db: Transaction,
  ids: string[],
  to: { message_id: string; customer_id: string | null },
) => tables(db).updateTable('media').set(to).where('id', 'in', ids).execute()

/** Detaches files from what they were attached to; without ids, all of them. The sweep deletes them. */
export function releaseRows(db: Transaction, messageId: string, ids?: string[]): Promise<unknown> {
  const rows = tables(db).updateTable('media').set({ message_id: null }).where('message_id', '=', messageId)
  return (ids === undefined ? rows : rows.where('id', 'in', ids)).execute()
}

export const findAttached = (db: Database, organizationId: string, customerId: string, ids: string[]) =>
  tables(db)
    .selectFrom('media')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .where('message_id', 'is not', null)
    .where('id', 'in', ids)
    .execute()

/** Deletes the attachments of a message and records their files for removal. Returns their storage keys. */
export async function deleteAttached(
  db: Transaction,
  messageId: string,
  ids: string[],
  now: string,
): Promise<string[]> {
  const rows = await tables(db)
    .deleteFrom('media')
    .where('id', 'in', ids)
    .where('message_id', '=', messageId)
    .returning('storage_key')
    .execute()
  const keys = rows.map((row) => row.storage_key)
  await recordRemovals(db, keys, now)
  return keys
}

/** Deletes uploads that were never attached to a message and records their files for removal. Returns how many. */
export const deleteUnattached = (
  db: Database,
  { before, now, max }: { before: string; now: string; max: number },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const rows = await tables(trx)
      .deleteFrom('media')
      .where('message_id', 'is', null)
      // Checked again after waiting for a lock: it may have been attached or renewed.
      .where('created_at', '<', before)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('media')
          .select('id')
          .where('message_id', 'is', null)
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(max),
      )
      .returning('storage_key')
      .execute()
    await recordRemovals(
      trx,
      rows.map((row) => row.storage_key),
      now,
    )
    return rows.length
  })

export async function knownKeys(db: Database, keys: string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('media')
    .select('storage_key')
    .where('storage_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}
