import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/test-platform.ts'
import { bytes, createService, openPage, owner, recording, settled } from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

let shared: TestBrowser
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  shared = createTestBrowser()
})

test('pieces go out in order as they come, and the end after them', async () => {
  const service = createService()
  const { uploader } = openPage(shared)
  const upload = uploader.begin(recording)
  await upload.add(bytes(1, 2))
  await settled()
  expect(service.paths()).toEqual(['/chunks/0'])
  void upload.add(bytes(3))
  void upload.add(bytes(4))
  upload.finish()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/chunks/1', '/chunks/2', '/finish'])
  expect(service.got.map(({ body }) => body)).toEqual(['1 2', '3', '4', '{"chunks":3}'])
  expect(service.got[0]?.type).toBe('audio/webm')
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('a piece beyond the cap is split, an empty one is none', async () => {
  const service = createService()
  const { uploader } = openPage(shared)
  const upload = uploader.begin(recording)
  await upload.add(new ArrayBuffer(0))
  await upload.add(new ArrayBuffer(4 * 1024 * 1024 + 1))
  upload.finish()
  await settled()
  expect(service.paths()).toEqual(['/chunks/0', '/chunks/1', '/finish'])
  expect(service.got[1]?.body).toBe('0')
})

test('a recording of nothing is not told of', async () => {
  const service = createService()
  const { uploader } = openPage(shared)
  uploader.begin(recording).finish()
  await settled()
  expect(service.got).toEqual([])
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('what did not get through is sent again, later and later', async () => {
  const service = createService()
  service.answers.push('offline', 'proxy', 'unavailable')
  const { uploader, platform } = openPage(shared)
  platform.setRandom(1)
  const upload = uploader.begin(recording)
  await upload.add(bytes(1))
  await settled()
  expect(uploader.pending.get()).toEqual({ chunks: 1, bytes: 1 })
  await platform.advance(1_000)
  await platform.advance(2_000)
  await platform.advance(3_999)
  await settled()
  expect(service.paths()).toEqual([])
  await platform.advance(1)
  await settled()
  expect(service.paths()).toEqual(['/chunks/0'])
})

test('a refusal for good throws the rest away', async () => {
  const service = createService()
  service.answers.push('recording_not_allowed')
  const { uploader, refused } = openPage(shared)
  const upload = uploader.begin(recording)
  await upload.add(bytes(1))
  await settled()
  await upload.add(bytes(2))
  await settled()
  expect(service.got).toEqual([])
  expect(refused).toEqual(['recording-1 forbidden'])
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('what comes while the rest is thrown away is thrown away with it, and counted as pending no more', async () => {
  const service = createService()
  service.answers.push('recording_not_allowed')
  const { uploader, refused } = openPage(shared)
  const upload = uploader.begin(recording)
  for (let piece = 0; piece < 30; piece++) {
    void upload.add(bytes(piece))
    await new Promise((resolve) => setImmediate(resolve))
  }
  upload.finish()
  await settled()
  expect(refused).toEqual(['recording-1 forbidden'])
  expect(uploader.pending.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('where the browser keeps nothing, it goes out from memory', async () => {
  const service = createService()
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('No', 'SecurityError')
    },
  })
  const { uploader } = openPage(shared)
  const upload = uploader.begin(recording)
  await upload.add(bytes(7))
  upload.finish()
  await settled()
  expect(service.got.map(({ body }) => body)).toEqual(['7', '{"chunks":1}'])
})

test('the service hears once that nothing more of a call comes, as late as it knows that the call is over', async () => {
  const service = createService()
  const { uploader, platform } = openPage(shared)
  const [one, two] = [uploader.begin(recording), uploader.begin({ ...recording, id: 'recording-2' })]
  await one.add(bytes(1))
  await two.add(bytes(2))
  one.finish()
  uploader.over('call-1')
  await settled()
  expect(service.paths().filter((path) => path.endsWith('complete'))).toEqual([])
  service.answers.push(null, 'live')
  two.finish()
  await settled()
  expect(service.paths().filter((path) => path.endsWith('complete'))).toEqual([])
  await platform.advance(30_000)
  await settled()
  expect(service.paths().filter((path) => path.endsWith('complete'))).toEqual(['/complete'])
  expect(await openChunkStorage().recordings(owner)).toEqual([])
})

test('a request that nobody answers any more is given up, and made again', async () => {
  const service = createService()
  const answering = fetch
  let hanging = 0
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    hanging++
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  const { uploader, platform } = openPage(shared)
  await uploader.begin(recording).add(bytes(1))
  await settled()
  await platform.advance(119_999)
  expect(hanging).toBe(1)
  vi.stubGlobal('fetch', answering)
  await platform.advance(2_000)
  await settled()
  expect(service.paths()).toEqual(['/chunks/0'])
  uploader.close()
})
