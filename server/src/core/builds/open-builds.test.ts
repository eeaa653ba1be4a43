import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { createLogger } from '../logger.ts'
import { createSecrets } from '../secrets.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import { openBuilds } from './open-builds.ts'

const file = 'widget/chat-Ab_1-x8Q.js'

let root: string
let dataDir: string
let s3: Awaited<ReturnType<typeof startFakeS3>>
let storage: FileStorage
let stop: AbortController

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'parley-open-builds-'))
  dataDir = path.join(root, 'data')
  await mkdir(path.join(root, 'widget/dist/widget'), { recursive: true })
  await writeFile(path.join(root, 'widget/dist', file), 'chat')
  s3 = await startFakeS3('media')
  storage = await openFileStorage({ dataDir, s3: s3.config })
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  storage.close()
  await s3.close()
  await rm(root, { recursive: true })
})

const open = (
  config: { s3: typeof s3.config | null; databaseUrl: string | null },
  confirmFiles = async () => {},
) =>
  openBuilds({
    config: { ...config, dataDir },
    root,
    storage,
    confirmFiles,
    secrets: createSecrets('of this installation'),
    clock: () => Date.now(),
    logger: createLogger('silent'),
    signal: stop.signal,
    retryDelayMs: 1,
  })

test.each([
  ['without S3', () => ({ s3: null, databaseUrl: 'postgres://db/parley' })],
  ['with an embedded database and S3', () => ({ s3: s3.config, databaseUrl: null })],
])('%s, builds are kept in the data dir', async (_case, config) => {
  const builds = open(config())
  await builds.stored
  expect(await readdir(path.join(dataDir, 'builds/widget'))).toContain(path.basename(file))
  expect(await builds.open(file)).toBeDefined()
  expect(s3.objects.size).toBe(0)
})

test('a build that cannot be kept in the data dir does not delay the start, and is kept once it can be', async () => {
  const inTheWay = path.join(dataDir, 'builds')
  await mkdir(dataDir)
  await writeFile(inTheWay, '')
  const builds = open({ s3: null, databaseUrl: null })
  await builds.stored
  expect(await builds.open(file)).toBeUndefined()
  await rm(inTheWay)
  await expect.poll(() => builds.open(file)).toBeDefined()
})

test('with S3 and an external database, builds are kept in the bucket', async () => {
  const builds = open({ s3: s3.config, databaseUrl: 'postgres://db/parley' })
  await builds.stored
  expect(s3.objects.get(`builds/${file}`)?.toString()).toBe('chat')
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

test('nothing is removed from a bucket that is not that of the database', async () => {
  s3.objects.set('builds/widget/old-12345678.js', Buffer.from('of another installation'))
  const confirm = vi.fn(async () => {
    throw new Error('foreign')
  })
  await open({ s3: s3.config, databaseUrl: 'postgres://db/parley' }, confirm).stored
  await expect.poll(() => confirm).toHaveBeenCalledOnce()
  expect(s3.objects.has('builds/widget/old-12345678.js')).toBe(true)
})
