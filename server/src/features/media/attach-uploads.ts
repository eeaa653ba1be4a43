import type { MediaRecord } from '@parley/protocol/media'
import type { Transaction } from '../../core/database.ts'
import { attachRows, lockMedia, type MediaRow } from './media-store.ts'

/**
 * Attaches uploads to a message, a note or a canned reply (no customer), in its transaction and in the given order. 'media_unknown': one does not exist, belongs
 * to another owner or customer, or was sent before.
 */
export async function attachUploads(
  tx: Transaction,
  upload: {
    mediaIds: string[]
    owner: string
    organizationId: string
    customerId: string | null
    messageId: string
  },
): Promise<MediaRecord[] | 'media_unknown'> {
  const { mediaIds, owner, organizationId, customerId, messageId } = upload
  if (mediaIds.length === 0) return []
  const rows = new Map((await lockMedia(tx, organizationId, mediaIds)).map((row) => [row.id, row]))
  const mayAttach = (row: MediaRow) =>
    row.owner === owner &&
    row.message_id === null &&
    (row.customer_id === null || row.customer_id === customerId)
  // Fewer rows than ids: one is unknown or given twice.
  if (rows.size < mediaIds.length || ![...rows.values()].every(mayAttach)) return 'media_unknown'
  await attachRows(tx, mediaIds, { message_id: messageId, customer_id: customerId })
  return mediaIds.flatMap((id) => rows.get(id) ?? []).map(mediaRecord)
}

export const mediaRecord = ({ id, name, mime, size, width, height }: MediaRow): MediaRecord => ({
  id,
  name,
  mime,
  size,
  width,
  height,
})
