import type { Actor } from '@parley/protocol/event'
import type { Transaction } from '../../core/database.ts'
import type { LogHead } from '../../core/event-log.ts'
import { lastMessageAt, type ConversationRow } from './conversation-store.ts'
import { hasMessageAfter } from './message-store.ts'
import { humanResponders, waitingSenders } from './sender-rules.ts'

/**
 * What an agent has seen of a conversation: a log position in its window, or its last message in a list (null: none). Rules have seen the
 * entry that they run for, and only what the customer writes later concerns them.
 */
export type Seen = { seq: number } | { lastMessageAt: string | null } | { ruleSeq: number }

/** Whether the customer or a colleague has written since. The head must be locked. */
export async function isOutdated(
  db: Transaction,
  head: LogHead,
  { id }: Pick<ConversationRow, 'id'>,
  { seen, actor }: { seen: Seen; actor: Actor },
): Promise<boolean> {
  if ('lastMessageAt' in seen) return (await lastMessageAt(db, id)) !== seen.lastMessageAt
  if ('ruleSeq' in seen)
    return hasMessageAfter(db, head, { seen: seen.ruleSeq, senders: waitingSenders, byPerson: true })
  const senders = [...waitingSenders, ...humanResponders]
  return hasMessageAfter(db, head, { seen: seen.seq, senders, ...('id' in actor && { sender: actor.id }) })
}
