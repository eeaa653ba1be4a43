import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { StartError } from './start-error.ts'
import { openFileStorage } from './storage/open-file-storage.ts'

/** Creating a cluster takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
/** The user `nobody`. */
const serviceUser = 65_534
const log = { info: () => {}, warn: () => {} }

let parent: string
let dataDir: string

beforeEach(async () => {
  parent = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-root-')))
  await chmod(parent, 0o711)
  dataDir = path.join(parent, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  return () => rm(parent, { recursive: true })
})

async function* content() {
  yield Buffer.from('x')
}

const start = () => startEmbeddedPostgres({ dataDir, sharedDir: parent, log, durable: false })

async function ownersIn(directory: string): Promise<Map<string, number>> {
  const names = await readdir(directory, { recursive: true })
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await stat(path.join(directory, name))).uid] as const),
    ),
  )
}

describe.runIf(isRoot)("in a data dir of the service's user, root", () => {
  beforeEach(() => chown(dataDir, serviceUser, serviceUser))

  it('stores files and folders that this user can use', async () => {
    const storage = await openFileStorage({ dataDir, s3: null })
    await storage.write('2026-01-31/a', content(), 1)
    await storage.write('recordings/2026-01-31/b', content(), 1)
    await storage.put('note.json', 'x')
    storage.close()
    const owners = await ownersIn(dataDir)
    expect([...owners.keys()]).toEqual(
      expect.arrayContaining(['media/2026-01-31/a', 'media/incomplete', 'media/recordings/incomplete']),
    )
    expect(new Set(owners.values())).toEqual(new Set([serviceUser]))
  })

  it('leaves a database that this user can start', async () => {
    const postgres = await start()
    await postgres.stop()
    const owners = await ownersIn(dataDir)
    expect(owners.has('postgres/server.log')).toBe(true)
    expect(new Set(owners.values())).toEqual(new Set([serviceUser]))
  })
})

it('a log of the database that cannot be opened is reported in one line', async () => {
  const postgres = await start()
  await postgres.stop()
  const file = path.join(await realpath(path.join(dataDir, 'postgres')), 'server.log')
  await rm(file)
  await mkdir(file)
  const error = await start().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(`${file} cannot be written (EISDIR)`)
})
