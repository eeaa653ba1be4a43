import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  createTestBrowser,
  createTestPlatform,
  settle,
  type TestBrowser,
} from '../../testing/test-platform.ts'
import { openChunkStorage } from './chunk-storage.ts'
import { createChunkUploader } from './chunk-upload.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer
const recording = { id: 'recording-1', call_id: 'call-1', mime: 'audio/webm' }
const base = '/v1/organizations/organization-1/calls/call-1/recordings/recording-1'

/** The service's side of uploads: what it got, and what it answers instead of taking it. */
function createService() {
  const got: { path: string; body: unknown; type: string | null }[] = []
  const answers: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const answer = answers.shift()
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    if (answer === 'proxy') return new Response('<h1>Bad gateway</h1>', { status: 502 })
    if (answer === 'live') return Response.json({ complete: false })
    if (answer) return Response.json({ code: answer }, { status: 409 })
    const said = typeof body === 'string' ? body : [...new Uint8Array(body as ArrayBuffer)].join(' ')
    got.push({
      path: path.replace(base, '').replace(/.*recordings/, ''),
      body: said,
      type: new Headers(headers).get('content-type'),
    })
    return Response.json({ next: got.length })
  })
  return { got, answers, paths: () => got.map(({ path }) => path) }
}

/** A page of the panel: closed, or killed with what it has not sent. */
function openPage(shared: TestBrowser, owner = 'organization-1 agent-1') {
  const platform = createTestPlatform(undefined, shared)
  const refused: string[] = []
  const uploader = createChunkUploader({
    platform,
    storage: openChunkStorage(),
    organizationId: 'organization-1',
    owner,
    onEarlyEnd: (id, why) => void refused.push(`${id} ${why}`),
  })
  return { platform, uploader, refused }
}

let shared: TestBrowser
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  shared = createTestBrowser()
})

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await settle()
}

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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
  expect(await openChunkStorage().recordings('organization-1 agent-1')).toEqual([])
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
