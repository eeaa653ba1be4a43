import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
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

export const countFiles = (db: Database, callIds: string[]) =>
  tables(db)
    .selectFrom('recording')
    .select(['call_id', sql<number>`count(*)::int`.as('count')])
    .where('call_id', 'in', callIds)
    .where('state', '=', 'ready')
    .groupBy('call_id')
    .execute()

/** Expired recordings with all their storage keys. */
export async function findExpired(
  db: Database,
  now: string,
  max: number,
): Promise<{ id: string; call_id: string; keys: string[] }[]> {
  const rows = await tables(db)
    .selectFrom('recording')
    .select((eb) => [
      'id',
      'call_id',
      'storage_key',
      eb
        .selectFrom('recording_chunk')
        .whereRef('recording_id', '=', 'recording.id')
        .select(sql<string[]>`coalesce(array_agg(recording_chunk.storage_key), '{}')`.as('keys'))
        .as('keys'),
    ])
    .where('delete_at', '<=', now)
    .orderBy('delete_at')
    .limit(max)
    .execute()
  return rows.map(({ id, call_id, storage_key: key, keys }) => ({
    id,
    call_id,
    keys: [...(keys ?? []), ...(key === null ? [] : [key])],
  }))
}

/** Deletes recordings, and the rows of calls left without any. */
export async function deleteRecording(
  db: Database,
  { id, call_id: callId }: { id: string; call_id: string },
) {
  await tables(db).deleteFrom('recording').where('id', '=', id).execute()
  await tables(db)
    .deleteFrom('recorded_call')
    .where('call_id', '=', callId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('recording').select('id').where('call_id', '=', callId))),
    )
    .execute()
}

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
