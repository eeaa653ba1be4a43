import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { FakeTrack } from '../../testing/fake-media.ts'
import { callWith, useRecorderScene } from '../../testing/recorder-fixture.ts'
import { settle } from '../../testing/test-platform.ts'

const scene = useRecorderScene()

test.for([
  { mode: 'off' },
  { mode: 'ask', consent: 'declined' },
  { mode: 'notify', consent: 'declined' },
] as const)('[C14] a call with %o is not recorded', async (recording) => {
  scene.useAudio(true)
  scene.recorder.update(callWith(recording))
  await settle()
  expect([scene.requests, scene.audioContexts]).toEqual([[], 0])
  expect(scene.recorder.view.get()).toEqual({ name: 'off' })
})

test.for([
  ['on', 'off'],
  ['on', 'on'],
  ['paused', 'paused'],
] as const)('recording starts %s if the call is %s', ([expected, state]) => {
  scene.useAudio(true)
  scene.recorder.update(callWith({ state }))
  expect(scene.recorder.view.get()).toEqual({ name: expected })
  expect(scene.requests).toEqual([`call.record ${expected}`])
})

test('a recording refused by the server fails once and is not retried', async () => {
  scene.useAudio(true)
  scene.recorder.update(callWith({}))
  await settle()
  expect(scene.recorder.view.get()).toEqual({ name: 'failed' })
  scene.recorder.update(callWith({}))
  expect(scene.audioContexts).toBe(1)
})

test('without Web Audio the recording fails without a request', async () => {
  scene.useAudio(false)
  scene.recorder.update(callWith({}))
  scene.recorder.update(callWith({}))
  await settle()
  expect(scene.recorder.view.get()).toEqual({ name: 'failed' })
  expect(scene.requests).toEqual([])
  scene.recorder.finish(true)
  expect(scene.recorder.view.get()).toEqual({ name: 'off' })
})

test('a call that ends before the response starts no file', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.recorder.update(callWith({}))
  scene.recorder.finish(true)
  await settle()
  expect([scene.files, scene.recorder.view.get()]).toEqual([[], { name: 'off' }])
})

test.for(['disconnected', 'rate_limited', 'unavailable', 'call_elsewhere'] as const)(
  'a state report that was lost, or sent before the call is joined on a new socket (%s), is repeated with the next view',
  async (code) => {
    scene.useAudio(true)
    scene.useRecorders()
    scene.answer = { ok: false, code }
    scene.receiveAudio()
    scene.recorder.update(callWith({}))
    await settle()
    expect([scene.files, scene.recorder.view.get()]).toEqual([['audio'], { name: 'on' }])
    scene.recorder.update(callWith({ state: 'off' }))
    expect(scene.requests).toEqual(['call.record on', 'call.record on'])
    scene.recorder.update(callWith({ state: 'on' }))
    expect(scene.requests).toHaveLength(2)
  },
)

test('audio suspended after a reload is resumed with the next view', async () => {
  scene.audioState = 'suspended'
  scene.useAudio(true)
  scene.recorder.update(callWith({}))
  scene.audioState = 'suspended'
  scene.recorder.update(callWith({}))
  expect(scene.audioState).toBe('running')
})

test('audio is recorded after 2 s if the video stays muted', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  const video = Object.assign(new FakeTrack('video'), { muted: true })
  scene.receiveAudio()
  scene.media.receive(video as never)
  scene.setRemoteCamera(true)
  scene.recorder.update(callWith({}))
  await settle()
  expect(scene.files).toEqual([])
  await scene.platform.advance(2_000)
  expect(scene.files).toEqual(['audio'])
  video.muted = false
  video.dispatchEvent(new Event('unmute'))
  expect(scene.files).toEqual(['audio', 'video'])
})

test('after 20 files only audio is recorded', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.receiveAudio()
  scene.media.receive(new FakeTrack('video') as never)
  scene.recorder.update(callWith({}))
  await settle()
  for (let turn = 0; turn < 50; turn++) scene.setRemoteCamera(turn % 2 === 0)
  expect(scene.files.length).toBeLessThan(25)
  expect(scene.files.at(-1)).toBe('audio')
  expect(scene.recorder.view.get()).toEqual({ name: 'on' })
})

test('after a reload recording waits for the audio and video of the other side', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.setRemoteCamera(true)
  scene.recorder.update(callWith({}))
  await settle()
  scene.receiveAudio()
  expect(scene.files).toEqual([])
  scene.media.receive(new FakeTrack('video') as never)
  expect(scene.files).toEqual(['video'])
})

test('after 2 s recording starts without the other side', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.recorder.update(callWith({}))
  await scene.platform.advance(1_999)
  expect(scene.files).toEqual([])
  await scene.platform.advance(1)
  expect(scene.files).toEqual(['audio'])
})
