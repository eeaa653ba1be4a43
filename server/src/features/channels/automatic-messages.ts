import { timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { InboundMessage } from './adapter.ts'
import { channelTables } from './channel-tables.ts'

/** Automatic messages get no reply, to avoid loops; neither do forged senders, who did not write. */
const mayBeAnswered = ({ automatic = 'no', original }: InboundMessage): boolean =>
  automatic === 'no' && original?.verification !== 'failed'

/** A later message gets no automatic reply. */
const maxReplyDelayMs = 10 * 60_000

/**
 * Stores that no automatic reply may follow a message, and when the platform received it if that is because it comes late. Before the
 * message is stored, so that consumers of the log always find the mark.
 */
export async function markMessage(
  db: Database,
  clientId: string,
  message: InboundMessage,
  now: number,
): Promise<void> {
  const arrivedAt = Math.max(0, message.arrivedAt ?? now)
  const isAnswered = mayBeAnswered(message)
  if (isAnswered && now - arrivedAt <= maxReplyDelayMs) return
  await channelTables(db)
    .insertInto('channel_automatic_message')
    .values({
      client_id: clientId,
      created_at: timestamp(now),
      arrived_at: isAnswered ? timestamp(arrivedAt) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Returns the marks of these messages. null: no person wrote it, or its sender is forged. A time: when the platform received it, long
 * before it was stored here.
 */
export async function marksAmong(
  db: Database | Transaction,
  clientIds: string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (clientIds.length === 0) return new Map()
  const rows = await channelTables(db)
    .selectFrom('channel_automatic_message')
    .select(['client_id', 'arrived_at'])
    .where('client_id', 'in', clientIds)
    .execute()
  return new Map(rows.map(({ client_id: id, arrived_at: arrivedAt }) => [id, arrivedAt]))
}
