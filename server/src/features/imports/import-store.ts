import type { Database, Transaction } from '../../core/database.ts'

/** What is being imported into which organization. */
export interface ImportScope {
  organizationId: string
  source: string
}

type ImportTables = {
  import_item: { organization_id: string; source: string; kind: string; key: string; item_id: string }
}

const tables = (db: Database | Transaction) => (db as Database).withTables<ImportTables>()

export async function findImported(
  db: Database | Transaction,
  { organizationId, source }: ImportScope,
  kind: string,
  key: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('import_item')
    .select('item_id')
    .where('organization_id', '=', organizationId)
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.item_id
}

/** Returns false when it was imported before. Waits for another import that is doing so. */
export async function recordImported(
  trx: Transaction,
  { organizationId, source }: ImportScope,
  item: { kind: string; key: string; itemId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(trx)
    .insertInto('import_item')
    .values({
      organization_id: organizationId,
      source,
      kind: item.kind,
      key: item.key,
      item_id: item.itemId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
