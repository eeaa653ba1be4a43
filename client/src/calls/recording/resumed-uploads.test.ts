import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/test-platform.ts'
import {
  bytes,
  createUploadServer,
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
})

test('recordings older than a day are deleted', async () => {
  const server = createUploadServer()
  const first = openPage(createTestBrowser())
  server.answers.push('offline')
  await first.uploader.start(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const { uploader, platform } = openPage(shared)
  await platform.advance(25 * 3_600_000)
  await uploader.resume()
  await settled()
  expect(server.received).toEqual([])
  expect(await openChunkStorage().recordings(owner)).toEqual([])
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
  const left: number[] = []
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
