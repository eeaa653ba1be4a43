import { text } from 'node:stream/consumers'
import type { FileStorage } from './file-storage.ts'

/** What a file storage says about the database that its files belong to. */
export type StorageMark =
  | { kind: 'none' }
  /** A restore fills it, or was interrupted while it did. */
  | { kind: 'restoring' }
  /** `owner`: id of the database. Empty if the mark is unreadable. */
  | { kind: 'owned'; owner: string }

/** Outside the folders of days, so that no generated key equals it. */
const markKey = 'parley-storage.json'

export async function readMark(storage: FileStorage): Promise<StorageMark> {
  const stream = await storage.read(markKey)
  if (stream === undefined) return { kind: 'none' }
  const { owner } = parsed(await text(stream)) ?? {}
  if (owner === null) return { kind: 'restoring' }
  return { kind: 'owned', owner: typeof owner === 'string' ? owner : '' }
}

export const writeMark = (
  storage: FileStorage,
  mark: Exclude<StorageMark, { kind: 'none' }>,
): Promise<void> =>
  storage.put(markKey, `${JSON.stringify({ owner: mark.kind === 'owned' ? mark.owner : null })}\n`)

function parsed(content: string): { owner?: unknown } | null {
  try {
    return JSON.parse(content) as { owner?: unknown } | null
  } catch {
    return null
  }
}
