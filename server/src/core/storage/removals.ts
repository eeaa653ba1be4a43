import type { Database, Transaction } from '../database.ts'
import type { FileStorage } from './file-storage.ts'

/** Keys per query. */
const batchSize = 500

const tables = (db: Database | Transaction) =>
  (db as Database).withTables<{ storage_removal: { storage_key: string; due_at: string } }>()

/** Records files to remove, in the transaction that deletes their rows: the keys are known nowhere else. */
export async function recordRemovals(trx: Transaction, keys: string[], now: string): Promise<void> {
  if (keys.length === 0) return
  await tables(trx)
    .insertInto('storage_removal')
    .values(keys.map((key) => ({ storage_key: key, due_at: now })))
    .execute()
}

/** Removes files first and then their records, so that whatever fails is repeated by `removeDue`. */
export async function removeFiles(
  { db, storage }: { db: Database; storage: FileStorage },
  keys: string[],
): Promise<void> {
  for (const key of keys) {
    await storage.remove(key)
    await tables(db).deleteFrom('storage_removal').where('storage_key', '=', key).execute()
  }
}

/** Removes the files that were recorded up to now. */
export async function removeDue(deps: { db: Database; storage: FileStorage }, now: string): Promise<void> {
  for (;;) {
    const due = await tables(deps.db)
      .selectFrom('storage_removal')
      .select('storage_key')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(batchSize)
      .execute()
    await removeFiles(
      deps,
      due.map((row) => row.storage_key),
    )
    if (due.length < batchSize) return
  }
}
