import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeS3 } from '../../testing/fake-s3.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../logger.ts'
import { StartError } from '../start-error.ts'
import { openFileStorage } from './open-file-storage.ts'
import { openClaimedStorage, type ClaimedStorage } from './open-claimed-storage.ts'

/** A service that starts while its bucket does not respond. */

let database: TestDatabase
let pool: Pool
let s3: Awaited<ReturnType<typeof startFakeS3>>
let stopping: AbortController
let lines: string[]

beforeEach(async () => {
  database = await createTestDatabase()
  pool = new Pool({ connectionString: database.url })
  await pool.query(`insert into storage_owner (id) values ('${newId()}')`)
  s3 = await startFakeS3('attachments')
  stopping = new AbortController()
  lines = []
})
afterEach(async () => {
  stopping.abort()
  await pool.end()
  await s3.close()
  await database.drop()
})

const mark = 'parley-storage.json'
const key = '2026-01-31/file'

const open = (
  config = s3.config,
  startTimeoutMs = 30_000,
  reportIntervalMs = 3_600_000,
): Promise<ClaimedStorage> =>
  openClaimedStorage({
    config: { dataDir: '', s3: config },
    database: pool,
    logger: createLogger('info', { write: (line: string) => void lines.push(line) }),
    signal: stopping.signal,
    timing: { startTimeoutMs, retryDelayMs: 10, reportIntervalMs },
  })

const levels = () => lines.map((line) => (JSON.parse(line) as { level: number }).level)
const upload = ({ storage }: ClaimedStorage) => storage.write(key, Readable.from([Buffer.from('x')]), 1)

async function refusesChanges(claimed: ClaimedStorage): Promise<void> {
  const { storage, confirmFiles } = claimed
  for (const change of [
    () => upload(claimed),
    () => storage.put('builds/lists/a', 'x'),
    () => storage.remove(key),
    confirmFiles,
  ])
    await expect(change()).rejects.toMatchObject({ code: 'unavailable' })
}

function fail(...methods: string[]): void {
  for (const method of methods) s3.failing.add(method)
}

test('changes nothing until the bucket responds, and then claims it', async () => {
  fail('HEAD', 'GET')
  const claimed = await open()
  await refusesChanges(claimed)
  expect(s3.objects.size).toBe(0)
  expect(levels()).toContain(40)
  s3.failing.clear()
  await expect
    .poll(() =>
      claimed.confirmFiles().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect([...s3.objects.keys()]).toEqual([mark])
  await upload(claimed)
  await claimed.storage.remove(key)
  expect(levels().at(-1)).toBe(30)
  claimed.storage.close()
})

test('changes nothing in the bucket of another database, which it finds out later', async () => {
  s3.objects.set(mark, Buffer.from('{"owner":"another"}'))
  s3.objects.set(key, Buffer.from('of the other'))
  fail('HEAD', 'GET')
  const claimed = await open()
  s3.failing.clear()
  await expect.poll(() => lines.join('')).toMatch(/"level":50.*belongs to another database/)
  await refusesChanges(claimed)
  expect(s3.requests.filter((request) => /^(PUT|DELETE)/.test(request))).toEqual([])
  claimed.storage.close()
})

test('claims the bucket again if it responded to the first check alone', async () => {
  fail('PUT')
  const claimed = await open()
  await refusesChanges(claimed)
  s3.failing.clear()
  await expect
    .poll(() =>
      upload(claimed).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  claimed.storage.close()
})

test('does not wait for a store that accepts connections and does not respond', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const claimed = await open({ ...s3.config, endpoint: `http://127.0.0.1:${port}` }, 100)
  await refusesChanges(claimed)
  stopping.abort()
  claimed.storage.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('refuses the start with the bucket of another database, and with a wrong configuration', async () => {
  s3.objects.set(mark, Buffer.from('{"owner":"another"}'))
  await expect(open()).rejects.toThrow('belongs to another database')
  await expect(open({ ...s3.config, bucket: 'other' })).rejects.toThrow(StartError)
})

test('refuses the first start while the bucket does not respond', async () => {
  await pool.query('delete from storage_owner')
  fail('HEAD')
  await expect(open()).rejects.toThrow(StartError)
  s3.failing.clear()
  fail('GET')
  await expect(open()).rejects.toThrow()
  expect(s3.objects.size).toBe(0)
  s3.failing.clear()
  const claimed = await open()
  await claimed.confirmFiles()
  claimed.storage.close()
})

test('refuses the start with a key that may not write, also the second', async () => {
  await pool.query('delete from storage_owner')
  s3.forbidden.add('PUT')
  for (let start = 0; start < 2; start += 1) {
    const opening = open()
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow('PARLEY_S3_KEY_ID')
  }
})

test('repeats the error while the store refuses the key, which it finds out later', async () => {
  fail('HEAD', 'GET')
  const claimed = await open(s3.config, 30_000, 0)
  s3.forbidden.add('PUT')
  s3.failing.clear()
  await expect.poll(() => levels().filter((level) => level === 50).length).toBeGreaterThan(1)
  await refusesChanges(claimed)
  expect(lines.join('')).toContain('refuses the key')
  claimed.storage.close()
})

test('does not report a bucket without the files of the database as available', async () => {
  await pool.query(
    `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
     values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1, $3, now())`,
    [newId(), newId(), key],
  )
  fail('HEAD', 'GET')
  const claimed = await open()
  s3.failing.clear()
  await expect.poll(() => levels()).toContain(50)
  // The claim has ended, and with it what it logs.
  await expect(claimed.confirmFiles()).rejects.toThrow('none of the latest files')
  expect(lines.join('')).not.toContain('is available')
  claimed.storage.close()
})

test('commands, which need the files, refuse a store that does not respond', async () => {
  fail('HEAD')
  const opening = openFileStorage({ dataDir: '', s3: s3.config })
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow('(503)')
})
