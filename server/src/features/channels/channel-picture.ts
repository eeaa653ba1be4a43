import { hash } from 'node:crypto'
import type { Database } from '../../core/database.ts'
import type { ChannelAccount, ChannelAdapter } from './adapter.ts'
import { channelTables } from './channel-tables.ts'

/** A hundred times Telegram's smallest size. The check constraint of `channel_connection.picture` has the same limit. */
const maxPictureBytes = 100 * 1024

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** Copies the picture of an account. If the platform cannot be reached, the previous one is kept. */
export async function rememberPicture(
  db: Database,
  adapter: Pick<ChannelAdapter, 'fetchPicture'>,
  account: ChannelAccount,
): Promise<void> {
  const fetched = await adapter.fetchPicture?.(account, maxPictureBytes)
  if (!fetched || fetched.outcome === 'unavailable') return
  const isPicture = fetched.outcome === 'fetched' && fetched.content.subarray(0, 3).equals(jpegStart)
  const picture = isPicture ? fetched.content : null
  await channelTables(db)
    .updateTable('channel_connection')
    .set({ picture, picture_id: picture && idOf(picture) })
    .where('provider_id', '=', account.providerId)
    .where('removed_at', 'is', null)
    .execute()
}

/** A new one for each content, so that its URL can be cached permanently. */
const idOf = (picture: Buffer): string => hash('sha256', picture, 'base64url').slice(0, 22)

/** undefined: the account has no picture, or another one. */
export async function findPicture(
  db: Database,
  organizationId: string,
  providerId: string,
  pictureId: string,
): Promise<Buffer | undefined> {
  const row = await channelTables(db)
    .selectFrom('channel_connection')
    .select('picture')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('picture_id', '=', pictureId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.picture ?? undefined
}
