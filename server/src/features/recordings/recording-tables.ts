import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

interface RecordedCallTable {
  call_id: string
  organization_id: string
  customer_id: string
  provider_id: string
  external_id: string
  announced_at: string | null
  complete_at: string | null
  created_at: string
}

export interface RecordingTable {
  id: string
  call_id: string
  organization_id: string
  /** lost: no chunk was left in storage, or they held less than half a second. */
  state: Generated<'open' | 'closed' | 'ready' | 'lost'>
  name: string
  mime: string
  chunks: Generated<number>
  bytes: Generated<number>
  last_chunk_at: string
  join_after: string | null
  join_attempts: Generated<number>
  storage_key: string | null
  size: number | null
  duration: number | null
  created_at: string
  delete_at: string
}

export interface ChunkTable {
  recording_id: string
  seq: number
  size: number
  hash: Buffer
  storage_key: string
}

export type RecordedCall = Omit<RecordedCallTable, 'announced_at' | 'complete_at' | 'created_at'>

/** Tables private to this feature's stores. */
export const tables = (db: Database | Transaction) =>
  (db as Database).withTables<{
    recorded_call: RecordedCallTable
    recording: RecordingTable
    recording_chunk: ChunkTable
  }>()
