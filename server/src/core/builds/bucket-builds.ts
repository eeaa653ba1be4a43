import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { AppError } from '../app-error.ts'
import { createAsset, type AssetFile } from '../asset-files.ts'
import { createTtlCache } from '../cache.ts'
import type { Clock } from '../clock.ts'
import { ignoreMissing } from '../data-dir.ts'
import type { Secrets } from '../secrets.ts'
import { createSemaphore } from '../semaphore.ts'
import { settleEach } from '../settle-each.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { hashedFiles, maxBuilds, type BuildStore } from './build-store.ts'
import { spaced } from './spaced.ts'

/** Another format needs another folder: processes of this version remove what they cannot read. */
const folder = 'builds'
const lists = `${folder}/lists`

/** A process stores its build every hour, so a build that is in use is never older. */
const keptForMs = 24 * 3_600_000

/** The S3 client has 50 connections. */
const maxUploads = 16

/** Bounds what requests for unknown names cost. */
const listIntervalMs = 1_000

/** Maximum of files in memory, enough for `maxBuilds` builds. They are loaded on first use. */
const maxOpenFiles = 600
const openForMs = 3_600_000

const hashedName = /^(widget|panel)\/[\w-][\w.-]{0,99}-[\w-]{8}\.[a-z\d]{2,5}$/

/** The files of one build. Sealed, so that write access to the bucket is not enough to add scripts. */
interface BuildList {
  /** When a process last stored it (ms). */
  keptAt: number
  /** Hashes of contents by folder and name. */
  files: Record<string, string>
}

export interface BucketBuilds extends BuildStore {
  /** Removes builds that no process uses any more, except the latest. Several processes may do so at once. */
  removeOld(): Promise<void>
}

/**
 * Keeps builds in the bucket of the media, which all processes share: `builds/<folder>/<name>`, and `builds/lists/<id>` for each
 * build. Rejects with errors of the store.
 * @param deps.root directory of the installation
 */
export function createBucketBuilds(deps: {
  storage: FileStorage
  secrets: Secrets
  root: string
  clock: Clock
  /** Before anything is removed. Rejects when the storage is not that of this database. */
  confirmFiles: () => Promise<void>
  /** A file was changed by another program. */
  onForeign: (file: string) => void
  /** Such a file cannot be removed. */
  onError: (error: unknown) => void
}): BucketBuilds {
  const { storage, secrets, root, clock } = deps
  const upload = createSemaphore(maxUploads)
  const filesOf = new Map<string, BuildList['files']>()
  let known = new Map<string, string>()
  const removing = new Set<string>()

  async function stored(): Promise<Set<string>> {
    const keys = await Promise.all(Object.keys(hashedFiles).map((name) => keysIn(`${folder}/${name}`)))
    return new Set(keys.flat())
  }

  async function keysIn(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const key of storage.list(prefix)) keys.push(key)
    return keys
  }

  /** undefined: removed meanwhile, or not written with the secret of this installation. */
  async function readList(key: string): Promise<BuildList | undefined> {
    const stream = await storage.read(key)
    if (stream === undefined) return undefined
    const sealed = await text(stream)
    try {
      return JSON.parse(secrets.open(sealed, key)) as BuildList
    } catch {
      return undefined
    }
  }

  const findFiles = spaced(async () => {
    const keys = await keysIn(lists)
    for (const key of filesOf.keys()) if (!keys.includes(key)) filesOf.delete(key)
    // The id of a list is a hash of its files, so none is read twice.
    for (const key of keys) {
      const list = filesOf.has(key) ? undefined : await readList(key)
      if (list !== undefined) filesOf.set(key, list.files)
    }
    known = new Map([...filesOf.values()].flatMap((files) => Object.entries(files)))
  }, listIntervalMs)

  async function load(file: string): Promise<AssetFile | undefined> {
    const expected = known.get(file)
    const content = await readContent(file)
    if (content === undefined) return undefined
    if (digest(content) === expected) return createAsset(content, path.extname(file))
    if (removing.has(file)) return undefined
    deps.onForeign(file)
    removing.add(file)
    // Not awaited: an unreachable database would delay every request for the file.
    void removeForeign(file, expected)
      .catch(deps.onError)
      .finally(() => removing.delete(file))
    return undefined
  }

  async function readContent(file: string): Promise<Buffer | undefined> {
    const stream = await storage.read(`${folder}/${file}`)
    return stream && (await buffer(stream))
  }

  /** The processes of its build have it on disk: they store what is missing, but do not read what is there. */
  async function removeForeign(file: string, expected: string | undefined): Promise<void> {
    await deps.confirmFiles()
    // Another process may have removed it meanwhile, and one of its build stored it again.
    const content = await readContent(file)
    if (content !== undefined && digest(content) !== expected) await storage.remove(`${folder}/${file}`)
  }
  const opened = createTtlCache(load, { ttlMs: openForMs, maxEntries: maxOpenFiles }, clock)

  return {
    async keep() {
      const current = await currentFiles(root)
      if (current.size === 0) return
      const files = Object.fromEntries([...current].map(([name, content]) => [name, digest(content)]))
      const key = `${lists}/${digest(JSON.stringify(files))}`
      // Before the files: `removeOld` of another process leaves what is on a list.
      await storage.put(
        key,
        secrets.seal(JSON.stringify({ keptAt: clock(), files } satisfies BuildList), key),
      )
      const present = await stored()
      const missing = [...current].filter(([name]) => !present.has(`${folder}/${name}`))
      await Promise.all(
        missing.map(([name, content]) => upload(() => storage.put(`${folder}/${name}`, content))),
      )
    },
    async removeOld() {
      await deps.confirmFiles()
      // Before the lists: a build that is being stored has its list already.
      const present = await stored()
      const builds = new Map<string, BuildList | undefined>()
      for (const key of await keysIn(lists)) builds.set(key, await readList(key))
      const latest = [...builds].toSorted(([, a], [, b]) => (b?.keptAt ?? 0) - (a?.keptAt ?? 0))
      const isKept = (build: BuildList | undefined, rank: number) =>
        build !== undefined && (rank < maxBuilds || clock() - build.keptAt < keptForMs)
      const wanted = new Set(
        latest.flatMap(([key, build], rank) =>
          isKept(build, rank)
            ? [key, ...Object.keys(build?.files ?? {}).map((name) => `${folder}/${name}`)]
            : [],
        ),
      )
      const unwanted = [...present, ...builds.keys()].filter((key) => !wanted.has(key))
      await settleEach(unwanted, (key) => storage.remove(key))
    },
    async open(file) {
      if (!hashedName.test(file)) return undefined
      if (!known.has(file)) await findFiles().catch(unavailable)
      if (!known.has(file)) return undefined
      const found = await opened.get(file).catch(unavailable)
      // It may be stored again.
      if (found === undefined) {
        opened.delete(file)
        known.delete(file)
      }
      return found
    },
  }
}

/** Reports every error of the store as temporary, so that the browser may try again. */
function unavailable(cause: unknown): never {
  throw new AppError('unavailable', { cause })
}

/** Returns contents by folder and name. Empty before the first build. */
async function currentFiles(root: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const [name, directory] of Object.entries(hashedFiles)) {
    const names = (await readdir(path.join(root, directory)).catch(ignoreMissing)) ?? []
    const hashed = names.toSorted().filter((file) => hashedName.test(`${name}/${file}`))
    const contents = await Promise.all(hashed.map((file) => readFile(path.join(root, directory, file))))
    for (const [at, content] of contents.entries()) files.set(`${name}/${hashed[at]}`, content)
  }
  return files
}

const digest = (content: Buffer | string): string => hash('sha256', content, 'base64url')
