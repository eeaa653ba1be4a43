import { randomBytes } from 'node:crypto'
import { access, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { giveToOwnerOf, ignoreMissing, makePrivateDirectory, writePrivateFile } from '../data-dir.ts'
import { StartError } from '../start-error.ts'
import { isDayFolder, type FileStorage } from './file-storage.ts'
import { syncDirectory } from './sync-directory.ts'

const volumes = ['recordings']

/** Directories that contain day folders. Each may be a separate volume. */
const parents = ['', ...volumes]

/** Files are written here and moved when they are complete. Beside the folders of days: no file can be moved to another volume. */
const incompleteFolder = 'incomplete'

/** Since the last byte was written: the process was killed. */
const maxIdleMs = 24 * 3_600_000
const cleanUpIntervalMs = 3_600_000

export async function openLocalStorage(directory: string): Promise<FileStorage> {
  await makePrivateDirectory(directory).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(
      `The directory for media ${directory} cannot be created (${cause.code}). Set PARLEY_DATA_DIR to a directory that this user may write to.`,
      { cause },
    )
  })
  const incompleteOf = (parent: string) => path.join(directory, parent, incompleteFolder)
  let cleanedUpAt = -Infinity

  async function removeAbandoned(): Promise<void> {
    if (performance.now() - cleanedUpAt < cleanUpIntervalMs) return
    cleanedUpAt = performance.now()
    for (const incomplete of parents.map(incompleteOf))
      for (const name of (await readdir(incomplete).catch(ignoreMissing)) ?? []) {
        const file = path.join(incomplete, name)
        const found = await stat(file).catch(ignoreMissing)
        if (found !== undefined && Date.now() - found.mtimeMs > maxIdleMs)
          await unlink(file).catch(ignoreMissing)
      }
  }

  return {
    volumes,
    async write(key, source) {
      const file = path.join(directory, key)
      const incomplete = incompleteOf(path.dirname(path.dirname(key)))
      await removeAbandoned()
      await makePrivateDirectory(incomplete)
      await makePrivateDirectory(path.dirname(file))
      const draft = path.join(incomplete, randomBytes(12).toString('hex'))
      const handle = await open(draft, 'wx', 0o600)
      try {
        await giveToOwnerOf(path.dirname(file), handle)
        await handle.writeFile(source)
        await handle.sync()
        await requireAbsent(file)
        await rename(draft, file)
      } catch (error) {
        await unlink(draft).catch(ignoreMissing)
        throw error
      } finally {
        await handle.close()
      }
      await syncDirectory(path.dirname(file))
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
    async put(key, content) {
      const file = path.join(directory, key)
      await makePrivateDirectory(path.dirname(file))
      await writePrivateFile(file, content)
    },
    async isEmpty() {
      for (const parent of parents)
        for (const name of (await readdir(path.join(directory, parent)).catch(ignoreMissing)) ?? []) {
          const folder = path.posix.join(parent, name)
          if (!isDayFolder(folder)) continue
          const files = await readdir(path.join(directory, folder)).catch(ignoreMissing)
          if (files !== undefined && files.length > 0) return false
        }
      return true
    },
    close() {},
  }
}

/** Keys are random, so nothing creates the same file between this and the rename. */
async function requireAbsent(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw Object.assign(new Error(`EEXIST: file already exists, ${file}`), { code: 'EEXIST' })
}
