import { text } from 'node:stream/consumers'
import { errorCode } from '../error-code.ts'
import type { FileStorage } from './file-storage.ts'

/** What a file storage says about the database that its files belong to. */
export type StorageMark =
  | { kind: 'none' }
  /** A restore fills it, or was interrupted while it did. */
  | { kind: 'restoring' }
  /** `owner`: id of the database. Empty if the mark is unreadable. `volumes`: folders that have a mark too. */
  | { kind: 'owned'; owner: string; volumes: string[] }

/** Outside the folders of days, so that no generated key equals it. */
const markName = 'parley-storage.json'
const keyIn = (volume: string) => `${volume}/${markName}`

async function readMarkAt(storage: FileStorage, key: string): Promise<StorageMark> {
  const stream = await storage.read(key)
  if (stream === undefined) return { kind: 'none' }
  const { owner, volumes } = parsed(await text(stream)) ?? {}
  if (owner === null) return { kind: 'restoring' }
  return {
    kind: 'owned',
    owner: typeof owner === 'string' ? owner : '',
    volumes: Array.isArray(volumes) ? volumes.map(String) : [],
  }
}

export const readMark = (storage: FileStorage): Promise<StorageMark> => readMarkAt(storage, markName)

export const readVolumeMark = (storage: FileStorage, volume: string): Promise<StorageMark> =>
  readMarkAt(storage, keyIn(volume))

/**
 * Also marks the volumes, and first: the mark of the storage lists those that have one. A volume that cannot be written is left out, and
 * the next start tries again.
 */
export async function markOwned(storage: FileStorage, owner: string): Promise<void> {
  const volumes: string[] = []
  for (const volume of storage.volumes) {
    try {
      await storage.put(keyIn(volume), contentOf({ owner }))
      volumes.push(volume)
    } catch (error) {
      if (!unwritable.has(errorCode(error) ?? '')) throw error
    }
  }
  await storage.put(markName, contentOf({ owner, ...(volumes.length > 0 && { volumes }) }))
}

/** Read-only, full, or another account's. */
const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'])

export const markRestoring = (storage: FileStorage): Promise<void> =>
  storage.put(markName, contentOf({ owner: null }))

const contentOf = (mark: object) => `${JSON.stringify(mark)}\n`

function parsed(content: string): { owner?: unknown; volumes?: unknown } | null {
  try {
    return JSON.parse(content) as { owner?: unknown; volumes?: unknown } | null
  } catch {
    return null
  }
}
