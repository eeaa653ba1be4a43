import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import { readArchive } from './archive-reader.ts'
import { createArchiveWriter } from './archive-writer.ts'
import { readWithRetries } from './read-with-retries.ts'

const key = '2026-01-31/a'
const content = randomBytes(400_000)
const size = content.length
let directory: string
let s3: Awaited<ReturnType<typeof startFakeS3>>
let storage: FileStorage

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-retries-'))
  s3 = await startFakeS3('attachments')
  storage = await openFileStorage({ dataDir: directory, s3: s3.config })
  s3.objects.set(key, content)
})
afterEach(async () => {
  storage.close()
  await s3.close()
  await rm(directory, { recursive: true })
})

const readAll = async (retryDelaysMs: number[]) => {
  const source = await readWithRetries(storage, { key, size }, retryDelaysMs)
  return source && buffer(source)
}

it('a download that breaks twice is continued, and the entry of the archive is complete', async () => {
  s3.breaking.set(key, 2)
  const file = path.join(directory, 'parley.tar.zst')
  const archive = createArchiveWriter(file)
  const source = await readWithRetries(storage, { key, size }, [0, 0])
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(await archive.addStream(key, size, source!)).toEqual({ sha256, isComplete: true })
  await archive.finish()
  for await (const entry of readArchive(file))
    expect((await buffer(entry.content)).equals(content)).toBe(true)
  expect(s3.breaking.get(key)).toBe(0)
})

it('a download that breaks more often than it may be retried throws', async () => {
  s3.breaking.set(key, 3)
  await expect(readAll([0, 0])).rejects.toThrow('aborted')
  expect(s3.breaking.get(key)).toBe(0)
})

it('a request that the storage refuses is repeated', async () => {
  let refusals = 2
  const { read } = storage
  storage = {
    ...storage,
    async read(...of) {
      refusals -= 1
      if (refusals >= 0) throw new Error('unavailable')
      return read(...of)
    },
  }
  await expect(readAll([0])).rejects.toThrow('unavailable')
  refusals = 2
  expect((await readAll([0, 0]))?.equals(content)).toBe(true)
})

it('a file that does not exist is not requested again', async () => {
  s3.objects.delete(key)
  expect(await readAll([])).toBeUndefined()
})
