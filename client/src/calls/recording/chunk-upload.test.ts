import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/test-platform.ts'
import { bytes, createUploadServer, openPage, recording, settled } from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

let shared: TestBrowser
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  shared = createTestBrowser()
})

test('chunks are sent in order, then the finish request', async () => {
  const server = createUploadServer()
  const { uploader } = openPage(shared)
  const upload = uploader.start(recording)
  await upload.add(bytes(1, 2))
  await settled()
  expect(server.paths()).toEqual(['/chunks/0'])
  void upload.add(bytes(3))
  void upload.add(bytes(4))
  upload.finish()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/chunks/2', '/finish'])
  expect(server.received.map(({ body }) => body)).toEqual(['1 2', '3', '4', '{"chunks":3}'])
  expect(server.received[0]?.type).toBe('audio/webm')
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('bytes above the chunk limit are split, empty ones are skipped', async () => {
  const server = createUploadServer()
  const { uploader } = openPage(shared)
  const upload = uploader.start(recording)
  await upload.add(new ArrayBuffer(0))
  await upload.add(new ArrayBuffer(4 * 1024 * 1024 + 1))
  upload.finish()
  await settled()
  expect(server.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish'])
  expect(server.received[1]?.body).toBe('0')
})

test('an empty recording sends no request', async () => {
  const server = createUploadServer()
  const { uploader } = openPage(shared)
  uploader.start(recording).finish()
  await settled()
  expect(server.received).toEqual([])
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('failed requests are retried with growing delays', async () => {
  const server = createUploadServer()
  server.answers.push('offline', 'proxy', 'unavailable')
  const { uploader, platform } = openPage(shared)
  platform.setRandom(1)
  const upload = uploader.start(recording)
  await upload.add(bytes(1))
  await settled()
  expect(uploader.pending.get()).toEqual({ chunks: 1, bytes: 1 })
  await platform.advance(1_000)
  await platform.advance(2_000)
  await platform.advance(3_999)
  await settled()
  expect(server.paths()).toEqual([])
  await platform.advance(1)
  await settled()
  expect(server.paths()).toEqual(['/chunks/0'])
})

test('a permanent error discards the rest', async () => {
  const server = createUploadServer()
  server.answers.push('recording_not_allowed')
  const { uploader, refused } = openPage(shared)
  const upload = uploader.start(recording)
  await upload.add(bytes(1))
  await settled()
  await upload.add(bytes(2))
  await settled()
  expect(server.received).toEqual([])
  expect(refused).toEqual(['recording-1 forbidden'])
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('chunks added during the discard are discarded and not counted as pending', async () => {
  const server = createUploadServer()
  server.answers.push('recording_not_allowed')
  const { uploader, refused } = openPage(shared)
  const upload = uploader.start(recording)
  for (let value = 0; value < 30; value++) {
    void upload.add(bytes(value))
    await new Promise((resolve) => setImmediate(resolve))
  }
  upload.finish()
  await settled()
  expect(refused).toEqual(['recording-1 forbidden'])
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('without IndexedDB chunks are sent from memory', async () => {
  const server = createUploadServer()
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('No', 'SecurityError')
    },
  })
  const { uploader } = openPage(shared)
  const upload = uploader.start(recording)
  await upload.add(bytes(7))
  upload.finish()
  await settled()
  expect(server.received.map(({ body }) => body)).toEqual(['7', '{"chunks":1}'])
})

test('complete is sent after the last file, and retried while the call is live', async () => {
  const server = createUploadServer()
  const { uploader, platform } = openPage(shared)
  const [one, two] = [uploader.start(recording), uploader.start({ ...recording, id: 'recording-2' })]
  await one.add(bytes(1))
  await two.add(bytes(2))
  one.finish()
  uploader.callEnded('call-1')
  await settled()
  expect(server.paths().filter((path) => path.endsWith('complete'))).toEqual([])
  server.answers.push(null, 'live')
  two.finish()
  await settled()
  expect(server.paths().filter((path) => path.endsWith('complete'))).toEqual([])
  await platform.advance(30_000)
  await settled()
  expect(server.paths().filter((path) => path.endsWith('complete'))).toEqual(['/complete'])
  expect(await openChunkStorage().recordings()).toEqual([])
})

test('a request without response is aborted after 2 minutes and retried', async () => {
  const server = createUploadServer()
  const respond = fetch
  let hanging = 0
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    hanging++
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const { uploader, platform } = openPage(shared)
  await uploader.start(recording).add(bytes(1))
  await settled()
  await platform.advance(119_999)
  expect(hanging).toBe(1)
  vi.stubGlobal('fetch', respond)
  await platform.advance(2_000)
  await settled()
  expect(server.paths()).toEqual(['/chunks/0'])
  uploader.close()
})
