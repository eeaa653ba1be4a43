import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeTrack } from '../../testing/fake-media.ts'
import { callWith, useRecorderScene } from '../../testing/recorder-fixture.ts'
import { settle, until } from '../../testing/test-platform.ts'
import { loseIndexedDb } from '../../testing/upload-fixture.ts'

/** Failures during a recording. The agent sees `failed` only when nothing is recorded. */

const scene = useRecorderScene()
/** Error codes for the next chunks, in order. */
let refusals: string[]
/** Accepted requests, as `<recording>/<path>`. */
let accepted: string[]
let isOnline: boolean

afterEach(() => void vi.restoreAllMocks())
beforeEach(() => {
  ;[refusals, accepted, isOnline] = [[], [], true]
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const code = method === 'PUT' ? refusals.shift() : undefined
    if (code) return Response.json({ code }, { status: 409 })
    accepted.push(path.split('/recordings/')[1]!)
    return Response.json({ next: 1 })
  })
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
})

const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await settle()
}

async function record() {
  scene.receiveAudio()
  scene.recorder.update(callWith({}))
  await settled()
}

async function recordChunk(length = 3) {
  scene.recorders.at(-1)?.emit(length)
  await settled()
}

const reported = () => [scene.recorder.view.get().name, scene.requests.at(-1)]

test('recording_not_allowed fails the recording immediately', async () => {
  await record()
  refusals.push('recording_not_allowed')
  await recordChunk()
  expect(scene.files).toHaveLength(1)
  expect(reported()).toEqual(['failed', 'call.record off'])
})

test.for(['chunk_conflict', 'payload_too_large', 'recording_done'])(
  '%s finishes the file and starts another one',
  async (code) => {
    await record()
    await recordChunk()
    refusals.push(code)
    await recordChunk()
    await recordChunk()
    expect(scene.files).toEqual(['audio', 'audio'])
    expect(reported()).toEqual(['on', 'call.record on'])
    expect(accepted).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'recording-1/chunks/0'])
    expect(scene.recorder.uploads.get()).toEqual({ chunks: 0, bytes: 0 })
  },
)

test('the sixth failed file fails the recording', async () => {
  await record()
  for (let turn = 0; turn < 5; turn++) {
    refusals.push('chunk_conflict')
    await recordChunk()
    expect(reported()).toEqual(['on', 'call.record on'])
  }
  refusals.push('chunk_conflict')
  await recordChunk()
  expect(scene.files).toHaveLength(6)
  expect(reported()).toEqual(['failed', 'call.record off'])
})

test('a chunk that was refused as invalid_request is sent again', async () => {
  await record()
  refusals.push('invalid_request', 'invalid_request')
  await recordChunk()
  await scene.platform.advance(5_000)
  await settled()
  expect(scene.files).toHaveLength(1)
  expect(accepted).toEqual(['recording-0/chunks/0'])
})

test('a failed recorder is replaced by a new one in the same state', async () => {
  await record()
  scene.recorder.pause()
  scene.recorders[0]?.fail()
  expect(scene.files).toHaveLength(2)
  expect(scene.recorders[1]?.state).toBe('paused')
  expect(reported()).toEqual(['paused', 'call.record paused'])
})

test('a chunk that cannot be read finishes its file and starts another one', async () => {
  await record()
  await recordChunk()
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')) }
  scene.recorders[0]?.dispatchEvent(Object.assign(new Event('dataavailable'), { data: unreadable }))
  scene.recorders[0]?.emit(3)
  await settled()
  await recordChunk()
  expect(accepted).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'recording-1/chunks/0'])
  expect(reported()).toEqual(['on', 'call.record on'])
})

test('if one side cannot be mixed, the other one is recorded', async () => {
  await record()
  AudioContext.prototype.createMediaStreamSource = () => {
    throw new DOMException('Another sample rate', 'NotSupportedError')
  }
  expect(await scene.media.openMicrophone()).toBe(true)
  expect(scene.media.view.get().problem).toBeNull()
  expect([scene.files, ...reported()]).toEqual([['audio'], 'on', 'call.record on'])
  scene.media.release()
})

test('a browser that cannot record video records audio', async () => {
  scene.cannotRecord = 'video'
  scene.setRemoteCamera(true)
  scene.media.receive(new FakeTrack('video') as never)
  await record()
  scene.setRemoteCamera(false)
  scene.setRemoteCamera(true)
  expect(scene.files).toEqual(['audio'])
  expect(reported()).toEqual(['on', 'call.record on'])
})

/** Closes IndexedDB and refuses to open it again. */
function closeIndexedDb() {
  const error = new DOMException('The database connection is closing', 'InvalidStateError')
  const fail = () => {
    throw error
  }
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fail)
  vi.stubGlobal('indexedDB', { open: fail })
}

test('chunks are uploaded from memory after the browser has evicted IndexedDB', async () => {
  await record()
  isOnline = false
  await recordChunk()
  closeIndexedDb()
  await recordChunk()
  await recordChunk()
  isOnline = true
  await scene.platform.advance(60_000)
  await settled()
  expect(accepted).toEqual(['recording-0/chunks/0', 'recording-0/chunks/1', 'recording-0/chunks/2'])
  expect(scene.files).toHaveLength(1)
  expect(reported()).toEqual(['on', 'call.record on'])
})

test('full storage fails the recording; it continues once the stored chunks are uploaded', async () => {
  const size = 4 * 1024 * 1024
  await record()
  closeIndexedDb()
  isOnline = false
  for (let kept = 0; kept < 8; kept++) await recordChunk(size)
  await until(() => scene.recorder.uploads.get().chunks === 8)
  expect(reported()).toEqual(['on', 'call.record on'])
  await recordChunk(size)
  await until(() => scene.recorder.view.get().name === 'failed')
  expect(reported()).toEqual(['failed', 'call.record off'])
  expect(scene.recorder.uploads.get()).toEqual({ chunks: 8, bytes: 8 * size })
  isOnline = true
  await scene.platform.advance(60_000)
  await settled()
  expect(accepted).toHaveLength(9)
  expect(accepted.at(-1)).toBe('recording-0/finish')
  expect(scene.files).toHaveLength(2)
  expect(reported()).toEqual(['on', 'call.record on'])
})

test('the last chunk of a call is pending from its end until it is uploaded', async () => {
  await record()
  await recordChunk()
  const recorder = scene.recorders[0]!
  const stopped = recorder.stop.bind(recorder)
  const counts: number[] = []
  scene.recorder.uploads.subscribe(() => void counts.push(scene.recorder.uploads.get().chunks))
  // Browsers deliver the last bytes after `stop`.
  recorder.stop = () => {}
  scene.recorder.finish(true)
  expect(scene.recorder.uploads.get()).toEqual({ chunks: 1, bytes: 0 })
  await recordChunk()
  stopped()
  await settled()
  expect(accepted.at(-1)).toBe('complete')
  expect(counts.at(-1)).toBe(0)
  expect(counts.slice(0, -1)).not.toContain(0)
})

test('a recorder that stops without a last chunk leaves nothing pending', async () => {
  await record()
  scene.recorder.finish(true)
  await settled()
  expect(scene.recorder.uploads.get()).toEqual({ chunks: 0, bytes: 0 })
})

test('complete is sent after the last file of an ended call', async () => {
  await record()
  await recordChunk()
  scene.recorder.finish(true)
  await settled()
  expect(accepted).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'complete'])
})

test('complete is not sent for a call that continues in another window', async () => {
  await record()
  await recordChunk()
  scene.recorder.finish(false)
  await settled()
  expect(accepted).toEqual(['recording-0/chunks/0', 'recording-0/finish'])
})

/** Records nine chunks offline, the last of which does not fit into memory. */
async function recordBeyondMemory() {
  await record()
  isOnline = false
  for (let count = 1; count <= 9; count++) {
    await recordChunk(4 * 1024 * 1024)
    await until(() => scene.recorder.uploads.get().chunks === count)
  }
  await until(() => scene.recorder.view.get().name === 'on')
  await settled()
}

test('a live recording continues when a chunk that is only in IndexedDB can be read again', async () => {
  await recordBeyondMemory()
  const recover = loseIndexedDb()
  isOnline = true
  await scene.platform.advance(2_000)
  await until(() => accepted.length === 8)
  await recordChunk()
  recover()
  await scene.platform.advance(30_000)
  await until(() => accepted.length === 10)
  expect(accepted.at(-1)).toBe('recording-0/chunks/9')
  expect([scene.files, ...reported()]).toEqual([['audio'], 'on', 'call.record on'])
})

test('if such a chunk stays unreadable, recording continues in another file', async () => {
  await recordBeyondMemory()
  loseIndexedDb()
  isOnline = true
  await scene.platform.advance(2_000)
  await until(() => accepted.length === 8)
  await scene.platform.advance(5 * 60_000)
  await until(() => accepted.at(-1) === 'recording-0/finish')
  await recordChunk()
  expect(accepted.at(-1)).toBe('recording-1/chunks/0')
  expect(scene.recorder.uploads.get()).toEqual({ chunks: 0, bytes: 0 })
  expect(reported()).toEqual(['on', 'call.record on'])
})
