import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { openAssets } from '../asset-files.ts'
import { ignoreMissing, writePrivateFile } from '../data-dir.ts'
import { hashedFiles, maxBuilds, type BuildStore } from './build-store.ts'

const draftPrefix = '.draft-'

/** Older drafts belong to killed starts. */
const maxDraftAgeMs = 3_600_000

/** Keeps builds in a directory, which processes may share. Throws file system errors. */
export const createLocalBuilds = (directory: string, root: string): BuildStore => ({
  async keep() {
    for (const [name, files] of Object.entries(hashedFiles))
      await keepBuild(path.join(root, files), path.join(directory, name))
  },
  open: openAssets(directory),
})

/**
 * Copies the files of `current` to `kept`, which also has the previous builds: pages opened and scripts cached before an
 * upgrade load hashed files of their own build. Called at each start and after a failure; an unchanged build counts once. Throws file system
 * errors.
 */
export async function keepBuild(current: string, kept: string): Promise<void> {
  const names = (await readdir(current).catch(ignoreMissing))?.toSorted()
  // Not built yet.
  if (names === undefined || names.length === 0) return
  await mkdir(kept, { recursive: true })
  const list = path.join(kept, '.builds.json')
  const builds = await readBuilds(list)
  const present = new Set(await readdir(kept))
  for (const name of names) {
    if (present.has(name)) continue
    // Atomic: a killed start leaves no partial file under its final name. Random, because containers that share the directory have the same pid.
    const draft = path.join(kept, `${draftPrefix}${randomBytes(8).toString('hex')}`)
    await copyFile(path.join(current, name), draft)
    await rename(draft, path.join(kept, name))
  }
  const others = builds.filter((build) => build.join() !== names.join())
  const latest = [names, ...others].slice(0, maxBuilds)
  await writePrivateFile(list, JSON.stringify(latest))
  const wanted = new Set(latest.flat())
  for (const name of present) {
    // Another start may remove the same file.
    if (!wanted.has(name) && !name.startsWith('.')) await rm(path.join(kept, name), { force: true })
    if (name.startsWith(draftPrefix)) await removeOldDraft(path.join(kept, name))
  }
}

/** Leaves the drafts of starts that are still copying. */
async function removeOldDraft(draft: string): Promise<void> {
  const found = await stat(draft).catch(ignoreMissing)
  if (found !== undefined && Date.now() - found.mtimeMs > maxDraftAgeMs) await rm(draft, { force: true })
}

/** Returns file names by build, newest first. An unreadable list counts as empty: former builds are then removed. */
async function readBuilds(list: string): Promise<string[][]> {
  const text = await readFile(list, 'utf8').catch(ignoreMissing)
  try {
    const builds: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(builds) ? builds.filter((build) => Array.isArray(build)) : []
  } catch {
    return []
  }
}
