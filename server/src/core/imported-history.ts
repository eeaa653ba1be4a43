import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import type { Label } from '@parley/protocol/label'
import type { MediaRecord } from '@parley/protocol/media'
import type { NoteRecord } from '@parley/protocol/note'
import type { Priority } from '@parley/protocol/triage'
import { sql } from 'kysely'
import type { Database, Transaction } from './database.ts'
import type { LogTables, NewEntry } from './event-log.ts'
import { newId } from './ids.ts'

/** A contact of another product. */
export interface ImportedCustomer {
  id: string
  organizationId: string
  providerId: string
  /** Its id at the source. */
  origin: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  language: string
  country_code: string
  is_blocked: boolean
  last_seen_at: string | null
  created_at: string
}

export type ImportedSender =
  | { type: 'customer' | 'system' }
  /** Agents without an account here have an id that nobody else has. */
  | { type: 'agent' | 'ai_agent'; face: AgentFace }

export interface ImportedMessage {
  id: string
  clientId: string
  sender: ImportedSender
  content: string
  replyToId: string | null
  media: MediaRecord[]
  createdAt: string
}

export type ImportedItem = { type: 'message'; message: ImportedMessage } | { type: 'note'; note: NoteRecord }

export interface ImportedConversation {
  id: string
  organizationId: string
  customerId: string
  providerId: string
  startedAt: string
  /** null: open. */
  closedAt: string | null
  /** An agent of the organization. */
  agent: AgentFace | null
  labels: Pick<Label, 'id' | 'name' | 'colour'>[]
  priority: Priority | null
  snooze: { until: string | null } | null
  /** In order. */
  items: ImportedItem[]
}

/**
 * The customer's other open conversation, when one that is open at the source is imported. `newer` and `changed`, since its import: it
 * stays open, and the imported one is closed. `stale`: it is closed.
 */
export type OpenRival = 'newer' | 'changed' | 'stale'

export interface WrittenConversation {
  rival: OpenRival | null
  notes: { note: NoteRecord; seq: number }[]
}

/** An entry with the time at which it happened elsewhere. */
export type PastEntry = NewEntry & { created_at: string }

/** Rows per statement: bounds its parameters. */
export const importChunk = 500

/**
 * Appends history to a log: no webhook deliveries, no hints, and only consumers that ask for it receive the entries
 * (docs/decisions/imports.md). The head must be locked or new. Everything counts as delivered and read.
 */
export async function appendPast(
  trx: Transaction,
  head: { customer_id: string; organization_id: string; last_seq: number },
  entries: PastEntry[],
): Promise<void> {
  const tables = (trx as unknown as Database).withTables<LogTables>()
  const rows = entries.map((entry, index) => ({
    ...entry,
    id: newId(),
    customer_id: head.customer_id,
    organization_id: head.organization_id,
    seq: head.last_seq + index + 1,
    actor: JSON.stringify({ ...entry.actor, imported: true } satisfies Actor),
    data: JSON.stringify(entry.data),
  }))
  for (let from = 0; from < rows.length; from += importChunk)
    await tables
      .insertInto('event_log')
      .values(rows.slice(from, from + importChunk))
      .execute()
  const seq = head.last_seq + rows.length
  await tables
    .updateTable('customer_log')
    .set({
      last_seq: seq,
      customer_delivered: sql<number>`greatest(customer_delivered, ${seq})`,
      customer_read: sql<number>`greatest(customer_read, ${seq})`,
      agents_delivered: sql<number>`greatest(agents_delivered, ${seq})`,
      agents_read: sql<number>`greatest(agents_read, ${seq})`,
    })
    .where('customer_id', '=', head.customer_id)
    .execute()
}
