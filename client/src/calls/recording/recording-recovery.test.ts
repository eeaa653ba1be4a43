import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeTrack } from '../../testing/fake-media.ts'
import { callWith, useRecorderScene } from '../../testing/recorder-fixture.ts'
import { settle, until } from '../../testing/test-platform.ts'

/** What a recording survives: the agent is told only when nothing is recorded any more. */

const scene = useRecorderScene()
/** What the service says to each piece instead of taking it, in order. */
let refusals: string[]
/** `<recording> <what>` that the service took. */
let taken: string[]
let isOnline: boolean

afterEach(() => void vi.restoreAllMocks())
beforeEach(() => {
  ;[refusals, taken, isOnline] = [[], [], true]
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const code = method === 'PUT' ? refusals.shift() : undefined
    if (code) return Response.json({ code }, { status: 409 })
    taken.push(path.split('/recordings/')[1]!)
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
  scene.meet()
  scene.recorder.see(callWith({}))
  await settled()
}

async function piece(length = 3) {
  scene.recorders.at(-1)?.give(length)
  await settled()
}

const said = () => [scene.recorder.view.get().name, scene.asked.at(-1)]

test('where nothing of the call is taken any more it ends, and the agent is told at once', async () => {
  await record()
  refusals.push('recording_not_allowed')
  await piece()
  expect(scene.files).toHaveLength(1)
  expect(said()).toEqual(['failed', 'call.record off'])
})

test.for(['chunk_conflict', 'payload_too_large', 'recording_done'])(
  'a file that the service takes no more of (%s) is closed, and another one begins by itself',
  async (code) => {
    await record()
    await piece()
    refusals.push(code)
    await piece()
    await piece()
    expect(scene.files).toEqual(['voices', 'voices'])
    expect(said()).toEqual(['on', 'call.record on'])
    expect(taken).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'recording-1/chunks/0'])
    expect(scene.recorder.uploads.get()).toEqual({ chunks: 0, bytes: 0 })
  },
)

test('files that are refused one after the other come to an end, of which the agent is told', async () => {
  await record()
  for (let turn = 0; turn < 5; turn++) {
    refusals.push('chunk_conflict')
    await piece()
    expect(said()).toEqual(['on', 'call.record on'])
  }
  refusals.push('chunk_conflict')
  await piece()
  expect(scene.files).toHaveLength(6)
  expect(said()).toEqual(['failed', 'call.record off'])
})

test('a piece that seemed to have broken off on its way is sent again', async () => {
  await record()
  refusals.push('invalid_request', 'invalid_request')
  await piece()
  await scene.platform.advance(5_000)
  await settled()
  expect(scene.files).toHaveLength(1)
  expect(taken).toEqual(['recording-0/chunks/0'])
})

test('a recorder that breaks down is followed by another, paused where it was', async () => {
  await record()
  scene.recorder.pause()
  scene.recorders[0]?.fail()
  expect(scene.files).toHaveLength(2)
  expect(scene.recorders[1]?.state).toBe('paused')
  expect(said()).toEqual(['paused', 'call.record paused'])
})

test('a piece that the browser cannot read any more ends its file, and another one begins', async () => {
  await record()
  await piece()
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotReadableError')) }
  scene.recorders[0]?.dispatchEvent(Object.assign(new Event('dataavailable'), { data: unreadable }))
  scene.recorders[0]?.give(3)
  await settled()
  await piece()
  expect(taken).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'recording-1/chunks/0'])
  expect(said()).toEqual(['on', 'call.record on'])
})

test('a voice that the browser cannot mix is missing, and the other one is recorded', async () => {
  await record()
  AudioContext.prototype.createMediaStreamSource = () => {
    throw new DOMException('Another sample rate', 'NotSupportedError')
  }
  expect(await scene.media.openMicrophone()).toBe(true)
  expect(scene.media.view.get().problem).toBeNull()
  expect([scene.files, ...said()]).toEqual([['voices'], 'on', 'call.record on'])
  scene.media.release()
})

test('a browser that records no pictures records the voices', async () => {
  scene.cannotRecord = 'picture'
  scene.camera(true)
  scene.media.receive(new FakeTrack('video') as never)
  await record()
  scene.camera(false)
  scene.camera(true)
  expect(scene.files).toEqual(['voices'])
  expect(said()).toEqual(['on', 'call.record on'])
})

/** The browser has closed what it kept for this page, and keeps nothing any more. */
function keepNothing() {
  const error = new DOMException('The database connection is closing', 'InvalidStateError')
  const fail = () => {
    throw error
  }
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(fail)
  vi.stubGlobal('indexedDB', { open: fail })
}

test('a browser that throws its data away in the middle of a call takes nothing with it', async () => {
  await record()
  isOnline = false
  await piece()
  keepNothing()
  await piece()
  await piece()
  isOnline = true
  await scene.platform.advance(60_000)
  await settled()
  expect(taken).toEqual(['recording-0/chunks/0', 'recording-0/chunks/1', 'recording-0/chunks/2'])
  expect(scene.files).toHaveLength(1)
  expect(said()).toEqual(['on', 'call.record on'])
})

test('where neither browser nor service has room the agent is told, what was kept is sent, and it goes on after that', async () => {
  const size = 4 * 1024 * 1024
  await record()
  keepNothing()
  isOnline = false
  for (let kept = 0; kept < 8; kept++) await piece(size)
  await until(() => scene.recorder.uploads.get().chunks === 8)
  expect(said()).toEqual(['on', 'call.record on'])
  await piece(size)
  await until(() => scene.recorder.view.get().name === 'failed')
  expect(said()).toEqual(['failed', 'call.record off'])
  expect(scene.recorder.uploads.get()).toEqual({ chunks: 8, bytes: 8 * size })
  isOnline = true
  await scene.platform.advance(60_000)
  await settled()
  expect(taken).toHaveLength(9)
  expect(taken.at(-1)).toBe('recording-0/finish')
  expect(scene.files).toHaveLength(2)
  expect(said()).toEqual(['on', 'call.record on'])
})

test('of a call that is over the service hears when nothing more comes, again until it knows of the end', async () => {
  await record()
  await piece()
  scene.recorder.finish(true)
  await settled()
  expect(taken).toEqual(['recording-0/chunks/0', 'recording-0/finish', 'complete'])
})

test('of a call that goes on elsewhere it does not', async () => {
  await record()
  await piece()
  scene.recorder.finish(false)
  await settled()
  expect(taken).toEqual(['recording-0/chunks/0', 'recording-0/finish'])
})
