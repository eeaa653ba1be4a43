import { sql } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { tables, type ChunkTable, type RecordedCall, type RecordingTable } from './recording-tables.ts'

/** Statements of recordings.ts. */

export interface OpenRecording {
  id: string
  call_id: string
  organization_id: string
  state: 'open' | 'closed' | 'ready' | 'lost'
  chunks: number
  bytes: number
}

const progress = ['id', 'call_id', 'organization_id', 'state', 'chunks', 'bytes'] as const

export const findProgress = (db: Database, id: string): Promise<OpenRecording | undefined> =>
  tables(db).selectFrom('recording').select(progress).where('id', '=', id).executeTakeFirst()

export const lockProgress = (trx: Transaction, id: string): Promise<OpenRecording | undefined> =>
  tables(trx).selectFrom('recording').select(progress).where('id', '=', id).forUpdate().executeTakeFirst()

export async function findChunkHash(
  db: Database | Transaction,
  recordingId: string,
  seq: number,
): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('recording_chunk')
    .select('hash')
    .where('recording_id', '=', recordingId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash
}

/**
 * Creates the call's row if needed and locks it, which serializes the start of its recordings.
 * @returns whether call.recording_ready was already announced
 */
export async function lockCall(trx: Transaction, call: RecordedCall, now: string): Promise<boolean> {
  await tables(trx)
    .insertInto('recorded_call')
    .values({ ...call, announced_at: null, complete_at: null, created_at: now })
    .onConflict((conflict) => conflict.column('call_id').doNothing())
    .execute()
  const { announced_at } = await tables(trx)
    .selectFrom('recorded_call')
    .select('announced_at')
    .where('call_id', '=', call.call_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return announced_at !== null
}

/** No effect if the call has no recordings or was marked before. */
export const markComplete = (db: Database, callId: string, now: string) =>
  tables(db)
    .updateTable('recorded_call')
    .set({ complete_at: now })
    .where('call_id', '=', callId)
    .where('complete_at', 'is', null)
    .execute()

export async function countOfCall(trx: Transaction, callId: string): Promise<number> {
  const { count } = await tables(trx)
    .selectFrom('recording')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()
  return count
}

/** Totals of all recordings of a call. */
export const sumsOfCall = (trx: Transaction, callId: string): Promise<{ bytes: number; chunks: number }> =>
  tables(trx)
    .selectFrom('recording')
    .select([sql<number>`sum(bytes)::bigint`.as('bytes'), sql<number>`sum(chunks)::bigint`.as('chunks')])
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()

export const insertRecording = (
  trx: Transaction,
  row: Pick<
    RecordingTable,
    'id' | 'call_id' | 'organization_id' | 'name' | 'mime' | 'created_at' | 'delete_at'
  >,
) =>
  tables(trx)
    .insertInto('recording')
    .values({
      ...row,
      last_chunk_at: row.created_at,
      join_after: null,
      storage_key: null,
      size: null,
      duration: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

export async function insertChunk(trx: Transaction, chunk: ChunkTable, now: string): Promise<void> {
  await tables(trx).insertInto('recording_chunk').values(chunk).execute()
  await tables(trx)
    .updateTable('recording')
    .set((eb) => ({
      chunks: eb('chunks', '+', 1),
      bytes: eb('bytes', '+', chunk.size),
      last_chunk_at: now,
    }))
    .where('id', '=', chunk.recording_id)
    .execute()
}

export const close = (trx: Database | Transaction, id: string, now: string) =>
  tables(trx)
    .updateTable('recording')
    .set({ state: 'closed', join_after: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
