import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing, writePrivateFile } from './data-dir.ts'

/** Of so many builds, the present one among them. */
const keptBuilds = 4

/**
 * Keeps what is in `current`, and what was there at the starts before, in `kept`: a page that was opened, or a script that was
 * cached, before an upgrade asks for files of its own build by names with a hash in them. To be called at each start; a build that
 * did not change counts once.
 * @throws what the file system says; then nothing is lost but the files of former builds
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
    // A start that is killed leaves no half of a file under its name.
    const draft = path.join(kept, `.draft-${process.pid}`)
    await copyFile(path.join(current, name), draft)
    await rename(draft, path.join(kept, name))
  }
  const others = builds.filter((build) => build.join() !== names.join())
  const latest = [names, ...others].slice(0, keptBuilds)
  await writePrivateFile(list, JSON.stringify(latest))
  const wanted = new Set(latest.flat())
  for (const name of present) {
    if (!wanted.has(name) && !name.startsWith('.')) await rm(path.join(kept, name))
  }
}

/** Newest first. What cannot be read is as good as nothing: its files go, and pages have to be loaded anew. */
async function readBuilds(list: string): Promise<string[][]> {
  const text = await readFile(list, 'utf8').catch(ignoreMissing)
  try {
    const builds: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(builds) ? builds.filter((build) => Array.isArray(build)) : []
  } catch {
    return []
  }
}
