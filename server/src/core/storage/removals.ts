import { timestamp } from '../clock.ts'
import type { Database, Transaction } from '../database.ts'
import type { FileStorage } from './file-storage.ts'

/** Keys per query. */
const batchSize = 500

/** Less than the hour between two runs. */
const retryDelayMs = 55 * 60_000

/** Per run: then the storage is unavailable. The next run begins with others. */
const maxFailures = 20

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

interface RemovalDeps {
  db: Database
  storage: FileStorage
}

/**
 * Removes files after the commit that recorded them. Stops at the first error and when `signal` aborts: `removeDue` removes the
 * rest.
 */
export async function removeFiles(
  { db, storage }: RemovalDeps,
  keys: string[],
  signal?: AbortSignal,
): Promise<void> {
  for (let from = 0; from < keys.length; from += batchSize) {
    const removed: string[] = []
    for (const key of keys.slice(from, from + batchSize)) {
      if (signal?.aborted) break
      await storage.remove(key)
      removed.push(key)
    }
    await deleteRecords(db, removed)
  }
}

/** The file first and then its record, so that the record stays when it fails. */
async function removeFile({ db, storage }: RemovalDeps, key: string): Promise<void> {
  await storage.remove(key)
  await deleteRecords(db, [key])
}

async function deleteRecords(db: Database, keys: string[]): Promise<void> {
  if (keys.length > 0)
    await tables(db).deleteFrom('storage_removal').where('storage_key', 'in', keys).execute()
}

/**
 * Removes the files that were recorded up to now. Those that fail are postponed, so that they do not block the others.
 * @throws the first error, at the end
 */
export async function removeDue(deps: RemovalDeps, now: number): Promise<void> {
  const errors: unknown[] = []
  const removeOrPostpone = (key: string) =>
    removeFile(deps, key).catch(async (error: unknown) => {
      errors.push(error)
      await postpone(deps.db, key, timestamp(now + retryDelayMs))
    })
  for (;;) {
    const due = await findDue(deps.db, timestamp(now))
    for (const key of due) {
      await removeOrPostpone(key)
      if (errors.length === maxFailures) throw errors[0]
    }
    if (due.length < batchSize) break
  }
  if (errors.length > 0) throw errors[0]
}

async function findDue(db: Database, now: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('storage_removal')
    .select('storage_key')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(batchSize)
    .execute()
  return rows.map((row) => row.storage_key)
}

const postpone = (db: Database, key: string, until: string): Promise<unknown> =>
  tables(db).updateTable('storage_removal').set({ due_at: until }).where('storage_key', '=', key).execute()
