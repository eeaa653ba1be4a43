import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { recordRemovals } from '../../core/storage/removals.ts'
import { tables } from './recording-tables.ts'

/** Statements of recording-processing.ts. Every step is stored in a row, so any worker can continue. */

/** Sorts before every id: start of keyset pagination. */
export const beforeAnyId = '00000000-0000-0000-0000-000000000000'

/** Open recordings without a chunk since that time, by id, after the given one. */
export const findSilent = (db: Database, since: string, after: string, max: number) =>
  tables(db)
    .selectFrom('recording')
    .select(['id', 'call_id'])
    .where('state', '=', 'open')
    .where('last_chunk_at', '<=', since)
    .where('id', '>', after)
    .orderBy('id')
    .limit(max)
    .execute()

/** Closes recordings unless a chunk arrived in the meantime. */
export const closeSilent = (db: Database, ids: string[], since: string, now: string) =>
  tables(db)
    .updateTable('recording')
    .set({ state: 'closed', join_after: now })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .where('last_chunk_at', '<=', since)
    .execute()

export interface ClosedRecording {
  id: string
  mime: string
  attempts: number
}

const later = (now: RawBuilder<string>, ms: number) =>
  sql<string>`(${now} + ${ms}::float8 * interval '1 millisecond')`

/** Leases the closed recording that has waited longest. Returns undefined if none is due. */
export async function claimClosed(
  db: Database,
  now: RawBuilder<string>,
  leaseMs: number,
): Promise<ClosedRecording | undefined> {
  const { rows } = await sql<ClosedRecording>`
    update recording set join_after = ${later(now, leaseMs)}, join_attempts = join_attempts + 1
    where id = (
      select id from recording where state = 'closed' and join_after <= ${now}
      order by join_after limit 1 for update skip locked
    )
    returning id, mime, join_attempts as attempts
  `.execute(db)
  return rows[0]
}

/** Lowers the count of attempts to `max`: those during an outage of the storage say nothing about a recording. */
export const capAttempts = (db: Database, id: string, max: number) =>
  tables(db)
    .updateTable('recording')
    .set((eb) => ({ join_attempts: eb.fn<number>('least', ['join_attempts', eb.val(max)]) }))
    .where('id', '=', id)
    .execute()

/** Sets when a closed recording is due again: extends the lease, or schedules a retry. */
export const joinAfter = (db: Database, id: string, now: RawBuilder<string>, delayMs: number) =>
  tables(db)
    .updateTable('recording')
    .set({ join_after: later(now, delayMs) })
    .where('id', '=', id)
    .where('state', '=', 'closed')
    .execute()

export const findChunks = (
  db: Database,
  recordingId: string,
): Promise<{ storage_key: string; size: number }[]> =>
  tables(db)
    .selectFrom('recording_chunk')
    .select(['storage_key', 'size'])
    .where('recording_id', '=', recordingId)
    .orderBy('seq')
    .execute()

/** Records the files of the chunks for removal. Returns false if another worker finished first or the recording was deleted. */
export async function keepJoined(
  db: Database,
  id: string,
  file: { storage_key: string; size: number; duration: number | null } | null,
  now: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const result = await tables(trx)
      .updateTable('recording')
      .set({
        ...(file ? { state: 'ready' as const, ...file } : { state: 'lost' as const }),
        join_after: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'closed')
      .executeTakeFirst()
    if (result.numUpdatedRows !== 1n) return false
    const chunks = await tables(trx)
      .deleteFrom('recording_chunk')
      .where('recording_id', '=', id)
      .returning('storage_key')
      .execute()
    await recordRemovals(
      trx,
      chunks.map((chunk) => chunk.storage_key),
      now,
    )
    return true
  })
}

/** Calls whose recordings are all joined but not announced, by id, after the given one. */
export const findUnannounced = (db: Database, after: string, max: number) =>
  tables(db)
    .selectFrom('recorded_call')
    .select(['call_id', 'organization_id', 'customer_id', 'provider_id', 'external_id', 'complete_at'])
    .where('announced_at', 'is', null)
    .where('call_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recording')
            .select('recording.id')
            .whereRef('recording.call_id', '=', 'recorded_call.call_id')
            .where('recording.state', 'in', ['open', 'closed']),
        ),
      ),
    )
    .orderBy('call_id')
    .limit(max)
    .execute()

/** Locks the call for its announcement. Returns false if it was announced or a recording is still open. */
export async function lockUnannounced(trx: Transaction, callId: string): Promise<boolean> {
  const call = await tables(trx)
    .selectFrom('recorded_call')
    .select('call_id')
    .where('call_id', '=', callId)
    .where('announced_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!call) return false
  const coming = await tables(trx)
    .selectFrom('recording')
    .select('id')
    .where('call_id', '=', callId)
    .where('state', 'in', ['open', 'closed'])
    .executeTakeFirst()
  return coming === undefined
}

export const markAnnounced = (trx: Transaction, callId: string, now: string) =>
  tables(trx).updateTable('recorded_call').set({ announced_at: now }).where('call_id', '=', callId).execute()

/** Keeps the recordings of a call at least until then. Call while the call is locked. */
export const keepUntil = (trx: Transaction, callId: string, until: string) =>
  tables(trx)
    .updateTable('recording')
    .set({ delete_at: until })
    .where('call_id', '=', callId)
    .where('delete_at', '<', until)
    .execute()
