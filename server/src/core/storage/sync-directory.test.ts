import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { syncDirectory } from './sync-directory.ts'

it('syncs a directory, and throws if there is none', async () => {
  await syncDirectory(tmpdir())
  await expect(syncDirectory(path.join(tmpdir(), 'none', 'such'))).rejects.toThrow('ENOENT')
})

// EINVAL, like some network file systems.
it.runIf(process.platform === 'linux')('accepts a file system that cannot sync directories', async () => {
  await syncDirectory('/proc')
})
