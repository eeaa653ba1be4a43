import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { recordRemovals } from '../../core/storage/removals.ts'
import { tables } from './recording-tables.ts'

/** A recording with a playable file. */
export interface RecordingFile {
  id: string
  call_id: string
  name: string
  mime: string
  size: number
  duration: number | null
  storage_key: string
  created_at: string
}

const fileColumns = [
  'id',
  'call_id',
  'name',
  'mime',
  'size',
  'duration',
  'storage_key',
  'created_at',
] as const

const readyFiles = (db: Database | Transaction) =>
  tables(db)
    .selectFrom('recording')
    .select(fileColumns)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .$castTo<RecordingFile>()

export const findFile = (db: Database, id: string): Promise<RecordingFile | undefined> =>
  readyFiles(db).where('id', '=', id).executeTakeFirst()

export const filesOfCall = (
  db: Database | Transaction,
  organizationId: string,
  callId: string,
): Promise<RecordingFile[]> =>
  readyFiles(db).where('organization_id', '=', organizationId).where('call_id', '=', callId).execute()

export async function isUnannounced(db: Database, organizationId: string, callId: string): Promise<boolean> {
  const call = await tables(db)
    .selectFrom('recorded_call')
    .select('call_id')
    .where('organization_id', '=', organizationId)
    .where('call_id', '=', callId)
    .where('announced_at', 'is', null)
    .executeTakeFirst()
  return call !== undefined
}

export const countFiles = (db: Database, callIds: string[]) =>
  tables(db)
    .selectFrom('recording')
    .select(['call_id', sql<number>`count(*)::int`.as('count')])
    .where('call_id', 'in', callIds)
    .where('state', '=', 'ready')
    .groupBy('call_id')
    .execute()

export const findExpired = (
  db: Database,
  now: string,
  max: number,
): Promise<{ id: string; call_id: string }[]> =>
  tables(db)
    .selectFrom('recording')
    .select(['id', 'call_id'])
    .where('delete_at', '<=', now)
    .orderBy('delete_at')
    .limit(max)
    .execute()

/**
 * Deletes a recording, and the row of its call if it was the last, and records its files for removal. Does nothing if its
 * retention was extended meanwhile.
 */
export const deleteRecording = (
  db: Database,
  { id, call_id: callId }: { id: string; call_id: string },
  now: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // First the call, as its announcement does, which also changes `delete_at`.
    await tables(trx)
      .selectFrom('recorded_call')
      .select('call_id')
      .where('call_id', '=', callId)
      .forUpdate()
      .execute()
    // Locked, so that no chunk is added meanwhile.
    const due = await tables(trx)
      .selectFrom('recording')
      .select('id')
      .where('id', '=', id)
      .where('delete_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    if (!due) return
    const chunks = await tables(trx)
      .deleteFrom('recording_chunk')
      .where('recording_id', '=', id)
      .returning('storage_key')
      .execute()
    const files = await tables(trx)
      .deleteFrom('recording')
      .where('id', '=', id)
      .returning('storage_key')
      .execute()
    await tables(trx)
      .deleteFrom('recorded_call')
      .where('call_id', '=', callId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('recording').select('id').where('call_id', '=', callId))),
      )
      .execute()
    const keys = [...chunks, ...files].flatMap(({ storage_key: key }) => key ?? [])
    await recordRemovals(trx, keys, now)
  })

/** Returns those of the keys that a row refers to. */
export async function knownKeys(db: Database, keys: string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('recording')
    .select(sql<string>`storage_key`.as('storage_key'))
    .where('storage_key', 'in', keys)
    .union(tables(db).selectFrom('recording_chunk').select('storage_key').where('storage_key', 'in', keys))
    .execute()
  return new Set(rows.map((row) => row.storage_key))
}
