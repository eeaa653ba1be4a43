import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/test-platform.ts'
import { bytes, createService, openPage, owner, recording, settled } from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

/** What pages leave to each other. */

let shared: TestBrowser
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  shared = createTestBrowser()
})

test('the next page sends what a page that was killed has left, and ends the recording', async () => {
  const service = createService()
  const first = openPage(createTestBrowser())
  const upload = first.uploader.begin(recording)
  await upload.add(bytes(1))
  await settled()
  service.answers.push('offline')
  await upload.add(bytes(2))
  await upload.add(bytes(3))
  await settled()
  first.uploader.close()

  const next = openPage(shared)
  await next.uploader.resume()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/chunks/1', '/chunks/2', '/finish', '/complete'])
  expect(service.got.at(-2)?.body).toBe('{"chunks":3}')
  expect(next.uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
})

test('what a page sends that still lives is left to it', async () => {
  const service = createService()
  const live = openPage(shared)
  const upload = live.uploader.begin(recording)
  await upload.add(bytes(1))
  await settled()
  const other = openPage(shared)
  await other.uploader.resume()
  await settled()
  await upload.add(bytes(2))
  upload.finish()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish'])
})

test('somebody else who signs in there sends nothing of it', async () => {
  const service = createService()
  const first = openPage(createTestBrowser())
  service.answers.push('offline')
  await first.uploader.begin(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const { uploader } = openPage(shared, 'organization-1 agent-2')
  await uploader.resume()
  await settled()
  expect(service.got).toEqual([])
})

test('what is older than a day is thrown away', async () => {
  const service = createService()
  const first = openPage(createTestBrowser())
  service.answers.push('offline')
  await first.uploader.begin(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const { uploader, platform } = openPage(shared)
  await platform.advance(25 * 3_600_000)
  await uploader.resume()
  await settled()
  expect(service.got).toEqual([])
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('what a page before this one left of a call that goes on does not speak for it', async () => {
  const service = createService()
  const first = openPage(shared)
  await first.uploader.begin(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  const next = openPage(createTestBrowser())
  service.answers.push(null, 'live')
  await next.uploader.resume()
  await settled()
  await next.platform.advance(60_000)
  expect(service.paths()).toEqual(['/chunks/0', '/finish'])
  next.uploader.over('call-1')
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('a page that closes while it waits to try again leaves no timer, and its turn to the next one', async () => {
  const service = createService()
  service.answers.push('offline')
  const first = openPage(shared)
  await first.uploader.begin(recording).add(bytes(1))
  await settled()
  expect(first.platform.timers()).toBe(1)
  first.uploader.close()
  await settled()
  expect(first.platform.timers()).toBe(0)
  const next = openPage(shared)
  await next.uploader.resume()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})

test('a page that closes in the middle of a request leaves its turn to the next one', async () => {
  const service = createService()
  const answering = fetch
  vi.stubGlobal(
    'fetch',
    async (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const first = openPage(shared)
  await first.uploader.begin(recording).add(bytes(1))
  await settled()
  first.uploader.close()
  await settled()
  expect(first.platform.timers()).toBe(0)
  vi.stubGlobal('fetch', answering)
  await openPage(shared).uploader.resume()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/finish', '/complete'])
})
