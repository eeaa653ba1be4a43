import { secondsBetween } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { LogTables } from '../../core/event-log.ts'
import { appendPast, type OpenRival } from '../../core/imported-history.ts'
import { sql } from 'kysely'
import { findOpenConversation, updateConversation, type ConversationRow } from './conversation-store.ts'
import { endedEntry } from './ended-entry.ts'

interface FoundRival {
  rival: OpenRival
  row: ConversationRow
  /** Time of its last entry. */
  lastAt: string
}

/** The open conversation of a customer, compared with an imported one that is open at the source and began at `startedAt`. */
export async function findOpenRival(
  db: Database | Transaction,
  customerId: string,
  startedAt: string,
): Promise<FoundRival | null> {
  const row = await findOpenConversation(db, customerId)
  if (row === undefined) return null
  const { isChanged, lastAt } = await (db as Database)
    .withTables<LogTables>()
    .selectFrom('event_log')
    .select([
      sql<boolean>`bool_or(actor->'imported' is null and not (${isByTime}))`.as('isChanged'),
      sql<string>`max(created_at)`.as('lastAt'),
    ])
    .where('customer_id', '=', customerId)
    .where('conversation_id', '=', row.id)
    .executeTakeFirstOrThrow()
  const rival = row.started_at > startedAt ? 'newer' : isChanged ? 'changed' : 'stale'
  return { rival, row, lastAt }
}

/** Entries that appear without anybody working on the conversation. */
const isByTime = sql`type in ('sla.warned', 'sla.breached', 'sla.met') or (type = 'conversation.unsnoozed' and data->>'reason' = 'due')`

/** As history: without reactions, at the time of its last entry. Returns the head with the entry. */
export async function closeStale<
  Head extends { customer_id: string; organization_id: string; last_seq: number },
>(trx: Transaction, head: Head, { row, lastAt }: FoundRival): Promise<Head> {
  const closed = await updateConversation(trx, row.id, {
    status: 'closed',
    closed_at: lastAt,
    duration: secondsBetween(row.started_at, lastAt),
    waiting_since: null,
    unread: 0,
    snoozed_seq: null,
    snoozed_until: null,
    snoozed_by: null,
    updated_at: lastAt,
  })
  await appendPast(trx, head, [{ ...endedEntry(closed, { type: 'system' }), created_at: lastAt }])
  return { ...head, last_seq: head.last_seq + 1 }
}
