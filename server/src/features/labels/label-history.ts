import type { ConversationLabelled } from '@parley/protocol/label'
import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import type { LogTables } from '../../core/event-log.ts'

export interface LabelHistoryEntry extends ConversationLabelled {
  id: string
  created_at: string
  conversation_id: string
  change: 'added' | 'removed'
}

/**
 * Labels added to and removed from a customer’s conversations, newest first. Scans only the log of this customer.
 */
export async function labelHistory(
  db: Database,
  query: {
    organizationId: string
    customerId: string
    max: number
    after: { created_at: string; id: string } | null
  },
): Promise<LabelHistoryEntry[]> {
  const { organizationId, customerId, max, after } = query
  const rows = await db
    .withTables<LogTables>()
    .selectFrom('event_log')
    .select(['id', 'type', 'conversation_id', 'data', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where('type', 'in', ['conversation.labelled', 'conversation.unlabelled'])
    .$if(after !== null, (entries) =>
      entries.where(
        sql<boolean>`(created_at, id) < (${after?.created_at ?? ''}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
  return rows.map(({ id, type, conversation_id, data, created_at }) => ({
    id,
    created_at,
    conversation_id: conversation_id ?? '',
    change: type === 'conversation.labelled' ? 'added' : 'removed',
    // Written by labelling.ts.
    ...(data as ConversationLabelled),
  }))
}
