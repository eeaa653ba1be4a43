import type { AgentFace } from '@parley/protocol/agent'
import type { MediaRecord } from '@parley/protocol/media'
import type { SenderType } from '@parley/protocol/sender'
import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import { inboxSenders, sqlList, unreadSenders } from './sender-rules.ts'

const writers = sqlList(inboxSenders.filter((type: SenderType) => !unreadSenders.includes(type)))

/**
 * Messages of the team that the customer has not read: beyond the read position and beyond `after`, neither deleted nor cleared, oldest first.
 * undefined: none.
 */
export async function unreadByCustomer(
  db: Database,
  customerId: string,
  { after, max }: { after: number; max: number },
): Promise<
  | {
      conversation_id: string
      messages: { seq: number; name: string | null; content: string; files: string[] }[]
    }
  | undefined
> {
  const { rows } = await sql<{
    seq: number
    conversation_id: string
    sender_agent: AgentFace | null
    content: string
    media: MediaRecord[]
  }>`
    select m.seq, m.conversation_id, m.sender_agent, m.content, m.media
    from customer_log l join message m on m.customer_id = l.customer_id and m.seq > greatest(l.customer_read, ${after}::bigint)
    where l.customer_id = ${customerId} and m.sender_type in ${sql.raw(writers)}
      and m.deleted_at is null and m.deleted_by_customer_at is null
    order by m.seq limit ${max}`.execute(db)
  const [first] = rows
  if (!first) return undefined
  const messages = rows.map(({ seq, sender_agent: agent, content, media }) => ({
    seq,
    name: agent?.name ?? null,
    content,
    files: media.map(({ name }) => name),
  }))
  return { conversation_id: first.conversation_id, messages }
}
