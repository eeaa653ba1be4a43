import { open } from 'node:fs/promises'
import { errorCode } from '../error-code.ts'

/** Windows, and some network and FUSE file systems. */
const unsupported = new Set(['EPERM', 'EINVAL', 'ENOTSUP', 'EISDIR', 'EACCES'])

/** Makes a rename in the directory durable. Does nothing where directories cannot be synced. */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!unsupported.has(errorCode(error) ?? '')) throw error
  }
}
