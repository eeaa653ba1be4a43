import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { claimStorage, type StorageClaim, type StoragePlace } from './shared-storage.ts'

let database: TestDatabase
const claims: StorageClaim[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const claim of claims.splice(0)) await claim.stop()
})
afterAll(() => database.drop())

async function start(place: StoragePlace): Promise<void> {
  claims.push(await claimStorage(database.url, place))
}
const newDirectory = async (): Promise<StoragePlace & { kind: 'directory' }> => ({
  kind: 'directory',
  dataDir: await mkdtemp(path.join(tmpdir(), 'parley-storage-')),
})
const bucket: StoragePlace = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'parley' }

test('a process with another directory or bucket is refused while one runs', async () => {
  await start(await newDirectory())
  await expect(start(await newDirectory())).rejects.toThrow('stores files elsewhere')
  await expect(start(bucket)).rejects.toThrow('stores files elsewhere')
})

test('processes with the same bucket, or the same directory under two paths, start', async () => {
  await start(bucket)
  await start(bucket)
  for (const claim of claims.splice(0)) await claim.stop()

  const place = await newDirectory()
  await start(place)
  const folder = `${place.dataDir}-mounted`
  await rename(place.dataDir, folder)
  await start({ kind: 'directory', dataDir: folder })
  await rm(folder, { recursive: true })
})

test('another place is accepted once no process uses the former one, and by other databases', async () => {
  await start(await newDirectory())
  const other = await createTestDatabase()
  const elsewhere = await claimStorage(other.url, await newDirectory())
  await elsewhere.stop()
  await other.drop()

  for (const claim of claims.splice(0)) await claim.stop()
  await start(await newDirectory())
})
