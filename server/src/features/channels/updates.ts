import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { ChannelAdapter } from './adapter.ts'
import { channelTables } from './channel-tables.ts'
import { storeInbound } from './inbound-store.ts'

export type StoreUpdates = ReturnType<typeof createStoreUpdates>

/** Stores what a platform has sent. When this resolves, it may be acknowledged. */
export function createStoreUpdates({ db, clock }: { db: Database; clock: Clock }) {
  return async (
    to: { providerId: string; organizationId: string },
    adapter: ChannelAdapter,
    payloads: readonly unknown[],
    /** In the order of the platform, and the position from which to ask next. */
    polled: { cursor: number | null } | null = null,
  ): Promise<number> => {
    const now = databaseNow(clock)
    const updates = payloads.flatMap((payload) => {
      const place = isObject(payload) ? adapter.place(payload) : undefined
      return place ? [{ ...place, payload }] : []
    })
    return db.transaction().execute(async (trx) => {
      const added = await storeInbound(trx, { ...to, inOrder: polled !== null, now }, updates)
      if (updates.length > 0 || polled?.cursor != null) await move(trx)
      return added
    })

    async function move(trx: Transaction): Promise<void> {
      await channelTables(trx)
        .updateTable('channel_connection')
        .set({
          ...(updates.length > 0 && { last_inbound_at: now }),
          ...(polled?.cursor != null && { cursor: polled.cursor }),
        })
        .where('provider_id', '=', to.providerId)
        .execute()
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
