import type { Database, Transaction } from '../../core/database.ts'
import type { InboundMessage } from './adapter.ts'
import { channelTables } from './channel-tables.ts'

/** Automatic messages get no reply, to avoid loops; neither do forged senders, who did not write. */
export const mayBeAnswered = ({ automatic = 'no', original }: InboundMessage): boolean =>
  automatic === 'no' && original?.verification !== 'failed'

/** Before the message is stored, so that consumers of the log always find the mark. */
export const markAutomatic = (db: Database, clientId: string, now: string): Promise<unknown> =>
  channelTables(db)
    .insertInto('channel_automatic_message')
    .values({ client_id: clientId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Returns which of these messages no person wrote, or have a forged sender. */
export async function automaticAmong(
  db: Database | Transaction,
  clientIds: string[],
): Promise<ReadonlySet<string>> {
  if (clientIds.length === 0) return new Set()
  const rows = await channelTables(db)
    .selectFrom('channel_automatic_message')
    .select('client_id')
    .where('client_id', 'in', clientIds)
    .execute()
  return new Set(rows.map(({ client_id: id }) => id))
}
