import { mkdir, open, readdir, unlink } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../data-dir.ts'
import { StartError } from '../start-error.ts'
import type { FileStorage } from './file-storage.ts'

export async function openLocalStorage(directory: string): Promise<FileStorage> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(
      `The directory for media ${directory} cannot be created (${cause.code}). Set PARLEY_DATA_DIR to a directory that this user may write to.`,
      { cause },
    )
  })
  return {
    async write(key, source) {
      const file = path.join(directory, key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.writeFile(source)
        await handle.sync()
      } catch (error) {
        await handle.close()
        await unlink(file)
        throw error
      }
      await handle.close()
    },
    async read(key, range) {
      const handle = await open(path.join(directory, key)).catch(ignoreMissing)
      return handle?.createReadStream(range)
    },
    async remove(key) {
      await unlink(path.join(directory, key)).catch(ignoreMissing)
    },
    async *list(folder) {
      for (const name of (await readdir(path.join(directory, folder)).catch(ignoreMissing)) ?? []) {
        yield `${folder}/${name}`
      }
    },
    close() {},
  }
}
