import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids.ts'
import type { FileStorage } from './file-storage.ts'
import { openFileStorage } from './open-file-storage.ts'
import {
  checkClaimable,
  claimFiles,
  claimFilesAtStart,
  confirmFiles,
  confirmMarked,
  reserveForRestore,
  takeOverFiles,
} from './storage-owner.ts'

interface Connected {
  database: TestDatabase
  client: Client
}

let dataDir: string
let s3: Awaited<ReturnType<typeof startFakeS3>>
let connected: Connected[]
let ours: Client
let theirs: Client

async function connect(): Promise<Client> {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  connected.push({ database, client })
  return client
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-owner-'))
  s3 = await startFakeS3('attachments')
  connected = []
  ours = await connect()
  theirs = await connect()
})
afterEach(async () => {
  for (const { database, client } of connected) {
    await client.end()
    await database.drop()
  }
  await s3.close()
  await rm(dataDir, { recursive: true })
})

/** Stores a file with its row, as an upload does. */
async function upload(client: Client, storage: FileStorage, parent = ''): Promise<string> {
  const key = `${parent}2026-01-31/${newId()}.test`
  await storage.write(key, bytes(), 1)
  await client.query(
    `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
     values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1, $3, now())`,
    [newId(), newId(), key],
  )
  return key
}

async function* bytes() {
  yield Buffer.from('x')
}

describe.each([
  ['on the local disk', () => openFileStorage({ dataDir, s3: null })],
  ['in S3', () => openFileStorage({ dataDir, s3: s3.config })],
])('a storage %s', (_where, open) => {
  let storage: FileStorage
  beforeEach(async () => {
    storage = await open()
  })
  afterEach(() => storage.close())

  it('belongs to the first database that uses it, also when its processes start at once', async () => {
    const processes = await Promise.all([1, 2, 3].map(() => claimedBy(connected[0]!.database)))
    expect(processes).toEqual(['claimed', 'claimed', 'claimed'])
    await claimFiles(ours, storage)
    await confirmFiles(ours, storage)
    await expect(claimFiles(theirs, storage)).rejects.toThrow('belongs to another database')
    await expect(confirmFiles(theirs, storage)).rejects.toThrow('belongs to another database')
    await confirmFiles(ours, storage)
  })

  async function claimedBy({ url }: TestDatabase): Promise<string> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await claimFiles(client, storage)
      return 'claimed'
    } finally {
      await client.end()
    }
  }

  it('of an installation from before the marks is recognized by its files', async () => {
    await upload(ours, storage)
    await expect(claimFiles(theirs, storage)).rejects.toThrow('the database knows none of them')
    await confirmFiles(ours, storage)
    await claimFiles(ours, storage)
    await expect(claimFiles(theirs, storage)).rejects.toThrow('belongs to another database')
  })

  it('that was copied without its mark is accepted, an empty one only if nothing was stored', async () => {
    await claimFiles(ours, storage)
    await storage.remove('parley-storage.json')
    await expect(confirmFiles(ours, storage)).rejects.toThrow('is empty and not the one')
    await checkClaimable(ours, storage)
    await claimFiles(ours, storage)
    const key = await upload(ours, storage)
    await storage.remove('parley-storage.json')
    // For commands and sweeps it may be the directory below the mount point, with a file that was stored since.
    await expect(confirmFiles(ours, storage)).rejects.toThrow('but no parley-storage.json')
    await claimFiles(ours, storage)
    await storage.remove('parley-storage.json')
    await storage.remove(key)
    for (const use of [claimFiles, confirmFiles, checkClaimable])
      await expect(use(ours, storage)).rejects.toThrow('it is another one, or not mounted')
  })

  it('without any file does not stop the service of a database that knows some, and is not marked', async () => {
    await storage.remove(await upload(ours, storage))
    expect(String(await claimFilesAtStart(ours, storage))).toContain('it is another one, or not mounted')
    expect(await storage.read('parley-storage.json')).toBeUndefined()
    // What such a service stores does not make it the one with the earlier files.
    await upload(ours, storage)
    await expect(confirmMarked(ours, storage)).rejects.toThrow('it is another one, or not mounted')
    expect(await claimFilesAtStart(ours, storage)).toBeUndefined()
    await confirmMarked(ours, storage)
  })

  it('with files, but none of those that the database knows, stops the service', async () => {
    await storage.remove(await upload(ours, storage))
    await storage.write('2026-01-31/other', bytes(), 1)
    await expect(claimFilesAtStart(ours, storage)).rejects.toThrow('it is another one, or not mounted')
  })

  it('with an unreadable mark is refused', async () => {
    await storage.put('parley-storage.json', '{')
    await expect(claimFiles(ours, storage)).rejects.toThrow('belongs to another database')
  })

  it('that is taken over is refused to the former database', async () => {
    await claimFiles(ours, storage)
    await upload(ours, storage)
    await takeOverFiles(theirs, storage)
    await claimFiles(theirs, storage)
    for (const use of [claimFiles, confirmFiles])
      await expect(use(ours, storage)).rejects.toThrow('belongs to another database')
  })

  it('accepts a restore if it is empty, and again after a restore that failed', async () => {
    await reserveForRestore(theirs, storage, 'none')
    await storage.write('2026-01-31/restored', bytes(), 1)
    await reserveForRestore(theirs, storage, 'none')
    await expect(claimFiles(ours, storage)).rejects.toThrow('the database knows none of them')
    await takeOverFiles(theirs, storage)
    await claimFiles(theirs, storage)
  })

  it('is refused to its database while a restore takes it over, which may be repeated', async () => {
    await claimFiles(ours, storage)
    await upload(ours, storage)
    await reserveForRestore(theirs, storage, 'taken over')
    for (const use of [claimFiles, claimFilesAtStart, checkClaimable, confirmFiles, confirmMarked])
      await expect(use(ours, storage)).rejects.toThrow('A restore into the file storage')
    await reserveForRestore(theirs, storage, 'none')
    await takeOverFiles(theirs, storage)
    await expect(claimFilesAtStart(ours, storage)).rejects.toThrow('belongs to another database')
    await reserveForRestore(theirs, storage, 'none')
    await takeOverFiles(ours, storage)
    await claimFiles(ours, storage)
  })

  it('accepts a restore beside another database only if that is stated', async () => {
    await upload(ours, storage)
    for (const prepare of [async () => {}, () => claimFiles(ours, storage)]) {
      await prepare()
      await expect(reserveForRestore(theirs, storage, 'none')).rejects.toThrow('add --take-over-storage')
      await confirmFiles(ours, storage)
    }
    await reserveForRestore(theirs, storage, 'taken over')
    await takeOverFiles(theirs, storage)
    await expect(claimFiles(ours, storage)).rejects.toThrow('belongs to another database')
  })
})

it('a directory that is not mounted is refused, and accepted when it is back', async () => {
  const open = () => openFileStorage({ dataDir, s3: null })
  await claimFiles(ours, await open())
  await upload(ours, await open())
  const [media, elsewhere] = [path.join(dataDir, 'media'), path.join(dataDir, 'elsewhere')]
  await rename(media, elsewhere)
  await expect(claimFiles(ours, await open())).rejects.toThrow('not mounted')
  await rm(media, { recursive: true })
  await rename(elsewhere, media)
  await claimFiles(ours, await open())
})

describe('recordings on a volume of their own', () => {
  const folder = () => path.join(dataDir, 'media/recordings')
  const elsewhere = () => path.join(dataDir, 'elsewhere')
  const unmount = () => rename(folder(), elsewhere())
  async function mount(): Promise<void> {
    await rm(folder(), { recursive: true, force: true })
    await rename(elsewhere(), folder())
  }
  const volumeMark = 'recordings/parley-storage.json'
  /** As a release marks a storage that knows no marks of volumes. */
  async function markAsBefore(): Promise<void> {
    await claimFiles(ours, storage)
    const { rows } = await ours.query<{ id: string }>('select id from storage_owner')
    await storage.put('parley-storage.json', `{"owner":"${rows[0]?.id}"}`)
    await storage.remove(volumeMark)
  }
  let storage: FileStorage
  beforeEach(async () => {
    storage = await openFileStorage({ dataDir, s3: null })
  })

  it('are missed until the volume is mounted, also after others were stored', async () => {
    await claimFiles(ours, storage)
    await upload(ours, storage)
    await upload(ours, storage, 'recordings/')
    await unmount()
    for (const use of [confirmFiles, confirmMarked, checkClaimable, claimFiles])
      await expect(use(ours, storage)).rejects.toThrow('The folder recordings')
    for (let start = 0; start < 2; start += 1) {
      expect(String(await claimFilesAtStart(ours, storage))).toContain('The folder recordings')
      await upload(ours, storage, 'recordings/')
      await expect(confirmMarked(ours, storage)).rejects.toThrow('The folder recordings')
    }
    await mount()
    await confirmMarked(ours, storage)
    expect(await claimFilesAtStart(ours, storage)).toBeUndefined()
  })

  it('are missed as well if the database knows none of them: their files may still have to be removed', async () => {
    await claimFiles(ours, storage)
    await unmount()
    await expect(confirmFiles(ours, storage)).rejects.toThrow('The folder recordings')
    expect(await claimFilesAtStart(ours, storage)).toBeUndefined()
    await confirmFiles(ours, storage)
  })

  it('that cannot be written leave the rest of the storage marked, and are marked by a later start', async () => {
    const put: FileStorage['put'] = async (key, content) => {
      if (key === volumeMark) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      await storage.put(key, content)
    }
    const full = { ...storage, put }
    expect(await claimFilesAtStart(ours, full)).toBeUndefined()
    await expect(claimFiles(theirs, storage)).rejects.toThrow('belongs to another database')
    await claimFiles(ours, storage)
    await upload(ours, storage, 'recordings/')
    await unmount()
    await expect(takeOverFiles(ours, full)).rejects.toThrow('cannot be written')
  })

  it('of another installation are not taken over by a start', async () => {
    await claimFiles(ours, storage)
    await storage.put(volumeMark, '{"owner":"another"}')
    await expect(confirmFiles(ours, storage)).rejects.toThrow('The folder recordings')
    expect(String(await claimFilesAtStart(ours, storage))).toContain('The folder recordings')
  })

  it('are marked by the first start after an upgrade if they are there, or if there are none', async () => {
    for (const parent of ['', 'recordings/']) {
      await markAsBefore()
      await upload(ours, storage, parent)
      await confirmFiles(ours, storage)
      await expect(confirmMarked(ours, storage)).rejects.toThrow('The folder recordings')
      expect(await claimFilesAtStart(ours, storage)).toBeUndefined()
      await confirmMarked(ours, storage)
    }
  })

  it('that are missing at an upgrade are not marked, and can be given up', async () => {
    await upload(ours, storage)
    await upload(ours, storage, 'recordings/')
    for (const prepare of [async () => {}, markAsBefore]) {
      await prepare()
      await unmount()
      await expect(confirmFiles(ours, storage)).rejects.toThrow('The folder recordings')
      expect(String(await claimFilesAtStart(ours, storage))).toContain('The folder recordings')
      expect(await storage.read(volumeMark)).toBeUndefined()
      await mount()
    }
    await unmount()
    await takeOverFiles(ours, storage)
    await confirmMarked(ours, storage)
  })
})
