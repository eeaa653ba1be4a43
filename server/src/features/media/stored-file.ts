import type { MediaRecord } from '@parley/protocol/media'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '../../core/app-error.ts'
import { timestamp } from '../../core/clock.ts'
import { isExecutableName } from './executable.ts'
import { cleanFileName } from './file-name.ts'
import { findMedia, insertMedia, renewUnattached } from './media-store.ts'
import { dayOf } from './media-sweep.ts'
import type { MediaDeps } from './media.ts'
import { receiveUpload } from './upload.ts'

/** A file that the service itself has fetched, such as an attachment from a messaging platform. */
export interface FetchedFile {
  /** Derived from its origin: storing it again returns the first one. */
  id: string
  owner: string
  organizationId: string
  providerId: string
  customerId: string | null
  name: string
  size: number
  body: Readable
}

/** Stores fetched files under the same rules as uploads. */
export const createStoreFile =
  ({
    db,
    storage,
    clock,
    maxBytes,
    onStored,
  }: Pick<MediaDeps, 'db' | 'storage' | 'clock' | 'maxBytes' | 'onStored'>) =>
  /** @throws AppError media_too_large, media_type_not_allowed, media_size_mismatch, invalid_request when the source fails */
  async (file: FetchedFile): Promise<Pick<MediaRecord, 'id'>> => {
    if (file.size > maxBytes) throw new AppError('media_too_large')
    const name = cleanFileName(file.name)
    if (isExecutableName(name)) throw new AppError('media_type_not_allowed')
    // It may be about to expire, long after it was stored by a run that was killed.
    if (await renewUnattached(db, file.id, timestamp(clock()))) return { id: file.id }
    const attached = await findMedia(db, file.id)
    if (attached) return attached
    const key = `${dayOf(clock())}/${file.id}.${randomBytes(6).toString('hex')}`
    const content = await receiveUpload({
      body: file.body,
      size: file.size,
      write: (source) => storage.write(key, source, file.size),
    })
    const isFirst = await insertMedia(db, {
      id: file.id,
      organization_id: file.organizationId,
      provider_id: file.providerId,
      customer_id: file.customerId,
      owner: file.owner,
      name,
      size: file.size,
      ...content,
      message_id: null,
      storage_key: key,
      created_at: timestamp(clock()),
    })
    if (isFirst) onStored(file.size)
    else await storage.remove(key)
    return { id: file.id }
  }
