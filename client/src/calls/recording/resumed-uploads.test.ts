import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/test-platform.ts'
import {
  bytes,
  createUploadServer,
  loseIndexedDb,
  openPage,
  owner,
  recording,
  settled,
} from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

/** Uploads that one page leaves and another one resumes. */

let shared: TestBrowser
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  shared = createTestBrowser()
})

test('the next page resumes the upload of a closed page', async () => {
  const server = createUploadServer()
  const first = openPage(createTestBrowser())
  const upload = first.uploader.start(recording)
  await upload.add(bytes(1))
  await settled()
  server.answers.push('offline')
  await upload.add(bytes(2))
  await upload.add(bytes(3))
  await settled()
  first.uploader.close()

  const next = openPage(shared)
  await next.uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/chunks/2', '/finish', '/complete'])
  expect(server.received.at(-2)?.body).toBe('{"chunks":3}')
  expect(next.uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
})

test('uploads of another open page are skipped', async () => {
  const server = createUploadServer()
  const live = openPage(shared)
  const upload = live.uploader.start(recording)
  await upload.add(bytes(1))
  await settled()
  const other = openPage(shared)
  await other.uploader.resume()
  await settled()
  await upload.add(bytes(2))
  upload.finish()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish'])
})

test('uploads of another agent are skipped', async () => {
  const server = createUploadServer()
  const first = openPage(createTestBrowser())
  server.answers.push('offline')
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const { uploader } = openPage(shared, 'organization-1 agent-2')
  await uploader.resume()
  await settled()
  expect(server.received).toEqual([])
  expect(await openChunkStorage().recordings()).toHaveLength(1)
})

test.each([owner, 'organization-2 agent-2'])('recordings of %s older than a day are deleted', async (of) => {
  const server = createUploadServer()
  const first = openPage(createTestBrowser(), of)
  server.answers.push('offline')
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const { uploader, platform } = openPage(shared)
  await platform.advance(25 * 3_600_000)
  await uploader.resume()
  await settled()
  expect(server.received).toEqual([])
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('resumed uploads of a live call do not complete it', async () => {
  const server = createUploadServer()
  const first = openPage(shared)
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const next = openPage(createTestBrowser())
  server.answers.push(null, 'live')
  await next.uploader.resume()
  await settled()
  await next.platform.advance(60_000)
  expect(server.paths()).toEqual(['/chunks/0', '/finish'])
  next.uploader.callEnded('call-1')
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('closing during a retry delay cancels the timer and releases the lock', async () => {
  const server = createUploadServer()
  server.answers.push('offline')
  const first = openPage(shared)
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  expect(first.platform.timers()).toBe(1)
  first.uploader.close()
  await settled()
  expect(first.platform.timers()).toBe(0)
  const next = openPage(shared)
  await next.uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('closing during a request aborts it and releases the lock', async () => {
  const server = createUploadServer()
  const respond = fetch
  vi.stubGlobal(
    'fetch',
    async (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const first = openPage(shared)
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  await settled()
  expect(first.platform.timers()).toBe(0)
  vi.stubGlobal('fetch', respond)
  await openPage(shared).uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('a page left while its upload is finished leaves no chunk for the next page', async () => {
  const server = createUploadServer()
  const respond = fetch
  const left: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    if (path.endsWith('/finish')) {
      left.push(await openChunkStorage().first({ ...recording, owner, count: 2, began: 0 }))
      first.uploader.close()
    }
    return respond(path, request)
  })
  const first = openPage(shared)
  const upload = first.uploader.start(recording)
  await upload.add(bytes(1))
  await upload.add(bytes(2))
  upload.finish()
  await settled()
  expect(left).toEqual([2])
  vi.stubGlobal('fetch', respond)
  await openPage(shared).uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish', '/finish', '/complete'])
})

/** A page that is closed before its `count` chunks are uploaded. */
async function closedPage(count: number) {
  const page = openPage(createTestBrowser())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const upload = page.uploader.start(recording)
  for (let value = 1; value <= count; value++) await upload.add(bytes(value))
  await settled()
  page.uploader.close()
}

// Each read of the upload is the first one that fails in one of these cases.
test.for(Array.from({ length: 13 }, (_, read) => read))(
  'a resumed upload continues when IndexedDB is available again, lost after %i transactions',
  async (transactions) => {
    await closedPage(3)
    const server = createUploadServer()
    const { uploader, platform } = openPage(shared)
    const recover = loseIndexedDb(transactions)
    void uploader.resume()
    await settled()
    const all = ['/chunks/0', '/chunks/1', '/chunks/2', '/finish', '/complete']
    expect(server.paths()).toEqual(all.slice(0, server.paths().length))
    recover()
    await platform.advance(60_000)
    await settled()
    expect(server.paths()).toEqual(all)
    expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
    expect(platform.timers()).toBe(0)
  },
)

test('a page without storage looks for recordings a few times, and again after the next connect', async () => {
  await closedPage(1)
  const server = createUploadServer()
  const { uploader, platform } = openPage(shared)
  const recover = loseIndexedDb()
  for (let connects = 0; connects < 3; connects++) void uploader.resume()
  await settled()
  expect(platform.timers()).toBe(1)
  await platform.advance(10 * 60_000)
  expect(platform.timers()).toBe(0)
  recover()
  await platform.advance(10 * 60_000)
  expect(server.paths()).toEqual([])
  void uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('a page that closes without storage leaves the upload to the next one', async () => {
  await closedPage(2)
  const server = createUploadServer()
  const first = openPage(shared)
  const recover = loseIndexedDb(3)
  void first.uploader.resume()
  await settled()
  first.uploader.close()
  await settled()
  expect(first.platform.timers()).toBe(0)
  expect(server.paths()).toEqual([])
  recover()
  await openPage(shared).uploader.resume()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish', '/complete'])
})

test('a page that knows one file of a closed page uploads the later ones before it reports the call as complete', async () => {
  const server = createUploadServer()
  const first = openPage(shared)
  const second = openPage(shared)
  server.answers.push('offline', 'offline')
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  await second.uploader.resume()
  await first.uploader.start({ ...recording, id: 'recording-2' }).add(bytes(2))
  await settled()
  first.uploader.close()
  await settled()
  expect(server.paths()).toEqual([
    '/chunks/0',
    '/finish',
    '/recording-2/chunks/0',
    '/recording-2/finish',
    '/complete',
  ])
})
