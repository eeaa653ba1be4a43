import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import { databaseNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { ChannelAdapter, InboundFileContent, PollPosition } from './adapter.ts'
import { channelTables } from './channel-tables.ts'
import { storeFiles, storeInbound } from './inbound-store.ts'

export type StoreUpdates = ReturnType<typeof createStoreUpdates>

/** Stores what a platform has sent. When this resolves, it may be acknowledged. @throws AppError channel_secret_wrong (removed) */
export function createStoreUpdates({ db, clock }: { db: Database; clock: Clock }) {
  return async (
    to: { providerId: string; organizationId: string },
    adapter: ChannelAdapter,
    payloads: readonly unknown[],
    /** In the order of the platform, with the next polling position. Nothing is stored once another process has the lease of `owner`. */
    polled: (PollPosition & { files: InboundFileContent[]; owner: string }) | null = null,
  ): Promise<number> => {
    const now = databaseNow(clock)
    const updates = payloads.flatMap((payload) => {
      const place = isObject(payload) ? adapter.place(payload) : undefined
      return place ? [{ ...place, payload }] : []
    })
    if (updates.length === 0 && polled?.cursor == null) return 0
    return db.transaction().execute(async (trx) => {
      if (polled && !(await move(trx))) return 0
      const added = await storeInbound(trx, { ...to, inOrder: polled !== null, now }, updates)
      if (polled) await storeFiles(trx, to.providerId, polled.files)
      // Last, because webhooks arrive over parallel connections.
      else if (!(await move(trx))) throw new AppError('channel_secret_wrong')
      return added
    })

    /** Returns false if the channel was removed, or the lease was lost: a late cursor would move back behind updates that were read since. */
    async function move(trx: Transaction): Promise<boolean> {
      const connection = channelTables(trx)
        .updateTable('channel_connection')
        .set({
          ...(updates.length > 0 && { last_inbound_at: now }),
          ...(polled?.cursor != null && { cursor: polled.cursor, cursor_epoch: polled.epoch }),
        })
        .where('provider_id', '=', to.providerId)
        .where('removed_at', 'is', null)
      const { numUpdatedRows } = await (
        polled ? connection.where('poll_owner', '=', polled.owner) : connection
      ).executeTakeFirst()
      return numUpdatedRows === 1n
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
