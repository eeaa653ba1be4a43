import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createDatabase, createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const content = randomBytes(1000)
/** Survived in the storage. */
const survivor = content.subarray(0, 900)

let directory: string
let database: TestDatabase
let storage: FileStorage

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-restore-'))
  database = await createTestDatabase()
  storage = await openFileStorage({ dataDir: directory, s3: null })
})
afterEach(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

/** Adds the row of a file of 1,000 bytes. Returns the file's key. */
async function addRow(): Promise<string> {
  const key = `2026-01-31/${newId()}.test`
  const statement = `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
    values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1000, $3, now())`
  await query(database.url, statement, [newId(), newId(), key])
  return key
}

const placeOf = (key: string) => path.join(directory, 'media', key)

async function store(key: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(placeOf(key)), { recursive: true })
  await writeFile(placeOf(key), bytes)
}

/** Yields 10 bytes and fails. */
async function* failing() {
  yield content.subarray(0, 10)
  throw new Error('EIO')
}
const failingRead = () => vi.fn<FileStorage['read']>(async () => Readable.from(failing()))

async function backup(read = storage.read) {
  const file = path.join(directory, 'parley.tar.zst')
  const { manifest } = await createBackup({
    databaseUrl: database.url,
    storage: { ...storage, read },
    file,
    secret: 'a secret for tests, long enough to be taken',
    includeSecret: false,
    retryDelaysMs: [],
  })
  return { file, manifest }
}

async function restore(file: string, read = storage.read): Promise<void> {
  const server = inject('postgresUrl')
  const name = `restore_${randomBytes(6).toString('hex')}`
  const databaseUrl = await createDatabase(server, name)
  onTestFinished(() => query(server, `drop database ${name}`))
  await restoreBackup({ databaseUrl, storage: { ...storage, read }, file, retryDelaysMs: [0] })
}

it('keeps what survived of a file that the backup has only in part, also if it cannot be read', async () => {
  const key = await addRow()
  const { file, manifest } = await backup(failingRead())
  expect(manifest).toMatchObject({ files: [{ key }], damaged_files: [key] })
  await store(key, survivor)
  await restore(file)
  expect(await readFile(placeOf(key))).toEqual(survivor)
  const read = failingRead()
  await restore(file, read)
  expect(read).not.toHaveBeenCalled()
  expect(await readFile(placeOf(key))).toEqual(survivor)
})

it('keeps what survived of a file that was removed while the backup read it', async () => {
  const key = await addRow()
  const { file, manifest } = await backup(async () => {
    await query(database.url, 'delete from media')
    return Readable.from(failing())
  })
  expect(manifest).toMatchObject({ files: [{ key }], damaged_files: [], removed_files: [key] })
  await store(key, content)
  await restore(file)
  expect(await readFile(placeOf(key))).toEqual(content)
})

it('reads a file of the storage again that could not be read, and then names it', async () => {
  const key = await addRow()
  await store(key, content)
  const { file } = await backup()
  const read = failingRead()
  await expect(restore(file, read)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(`cannot read its file ${key} (EIO)`),
  })
  expect(read).toHaveBeenCalledTimes(2)
  await restore(file, failingRead().mockImplementation(storage.read).mockRejectedValueOnce(new Error('EIO')))
  expect(await readFile(placeOf(key))).toEqual(content)
})

it('stops at the first file that differs from the backup', async () => {
  for (const key of [await addRow(), await addRow()]) await store(key, content)
  const { file, manifest } = await backup()
  const [first = '', second = ''] = manifest.files.map(({ key }) => key)
  await store(first, randomBytes(1000))
  await rm(placeOf(second))
  await expect(restore(file)).rejects.toThrow(`already has a file ${first} with other content`)
  expect(await storage.read(second)).toBeUndefined()
})

it('says that everything was restored if the migration to this version fails', async () => {
  const { file } = await backup()
  const server = inject('postgresUrl')
  const name = `restore_${randomBytes(6).toString('hex')}`
  const databaseUrl = await createDatabase(server, name)
  onTestFinished(() => query(server, `drop database ${name}`))
  const afterRows = async (client: Client) => void (await client.query(`update migration set checksum = 'x'`))
  await expect(restoreBackup({ databaseUrl, storage, file, afterRows })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^All rows and files were restored.* was edited after it ran .*do not restore again\.$/,
    ),
  })
})
