import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callWith, useRecorderScene } from '../../testing/recorder-fixture.ts'
import { bytes, createUploadServer, settled } from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

/** Recordings that other windows begin and leave after this one was opened. */

const scene = useRecorderScene()
let server: ReturnType<typeof createUploadServer>

afterEach(() => void vi.restoreAllMocks())
beforeEach(async () => {
  server = createUploadServer()
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  await settled()
})

/** Another window of this agent is closed before its chunk is uploaded. */
async function leaveChunk() {
  const began = scene.platform.now()
  const owner = 'organization-1 agent-1'
  await openChunkStorage().add(
    { id: 'recording-1', owner, call_id: 'call-1', mime: 'audio/webm', count: 1, began },
    bytes(1),
  )
  await settled()
}
const uploaded = ['/chunks/0', '/finish', '/complete']

test('they are uploaded after each connect', async () => {
  await leaveChunk()
  expect(server.paths()).toEqual([])
  scene.goLive()
  await settled()
  expect(server.paths()).toEqual(uploaded)
  await leaveChunk()
  scene.goLive()
  await settled()
  // The same file is not uploaded again.
  expect(server.paths()).toEqual(uploaded)
})

test('they are uploaded once their call, shown as elsewhere, has ended or moved', async () => {
  const elsewhere = () =>
    scene.state.set({
      name: 'elsewhere',
      call: callWith({}),
      customer: null as never,
      conversation_id: null,
    })
  elsewhere()
  await leaveChunk()
  elsewhere()
  await settled()
  expect(server.paths()).toEqual([])
  scene.state.set({ name: 'idle' })
  await settled()
  expect(server.paths()).toEqual(uploaded)
})

test('a window does not take over its own recording', async () => {
  const locks = vi.spyOn(scene.platform, 'exclusively')
  scene.receiveAudio()
  scene.recorder.update(callWith({}))
  await settled()
  for (let connects = 0; connects < 3; connects++) {
    scene.recorders[0]?.emit(1)
    scene.goLive()
    await settled()
  }
  expect(locks).toHaveBeenCalledOnce()
  expect(server.paths().map((path) => path.split('/').at(-1))).toEqual(['0', '1', '2'])
})

test('a closed recorder looks for none', async () => {
  await leaveChunk()
  scene.recorder.close()
  scene.goLive()
  await settled()
  expect(server.paths()).toEqual([])
})
