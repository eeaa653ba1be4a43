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
  scene.recorder.see(callWith(recording))
  await settle()
  expect([scene.asked, scene.mixes]).toEqual([[], 0])
  expect(scene.recorder.view.get()).toEqual({ name: 'off' })
})

test.for([
  ['on', 'off'],
  ['on', 'on'],
  ['paused', 'paused'],
] as const)('recording begins as %s where the call says %s', ([begins, says]) => {
  scene.useAudio(true)
  scene.recorder.see(callWith({ state: says }))
  expect(scene.recorder.view.get()).toEqual({ name: begins })
  expect(scene.asked).toEqual([`call.record ${begins}`])
})

test('what the service refuses is not recorded, and the call goes on', async () => {
  scene.useAudio(true)
  scene.recorder.see(callWith({}))
  await settle()
  expect(scene.recorder.view.get()).toEqual({ name: 'failed' })
  scene.recorder.see(callWith({}))
  expect(scene.mixes).toBe(1)
})

test('a browser that cannot mix says so once', async () => {
  scene.useAudio(false)
  scene.recorder.see(callWith({}))
  scene.recorder.see(callWith({}))
  await settle()
  expect(scene.recorder.view.get()).toEqual({ name: 'failed' })
  expect(scene.asked).toEqual([])
  scene.recorder.finish(true)
  expect(scene.recorder.view.get()).toEqual({ name: 'off' })
})

test('a call that ends before the service has answered leaves nothing', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.recorder.see(callWith({}))
  scene.recorder.finish(true)
  await settle()
  expect([scene.files, scene.recorder.view.get()]).toEqual([[], { name: 'off' }])
})

test.for(['disconnected', 'rate_limited', 'unavailable'] as const)(
  'a word that was lost (%s) is said again, so that the customer reads what is done',
  async (code) => {
    scene.useAudio(true)
    scene.useRecorders()
    scene.answer = { ok: false, code }
    scene.meet()
    scene.recorder.see(callWith({}))
    await settle()
    expect([scene.files, scene.recorder.view.get()]).toEqual([['voices'], { name: 'on' }])
    scene.recorder.see(callWith({ state: 'off' }))
    expect(scene.asked).toEqual(['call.record on', 'call.record on'])
    scene.recorder.see(callWith({ state: 'on' }))
    expect(scene.asked).toHaveLength(2)
  },
)

test('sound that the browser held after a reload runs as soon as it may', async () => {
  scene.audioState = 'suspended'
  scene.useAudio(true)
  scene.recorder.see(callWith({}))
  scene.audioState = 'suspended'
  scene.recorder.see(callWith({}))
  expect(scene.audioState).toBe('running')
})

test('a picture that never comes does not keep the voices from being recorded', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  const picture = Object.assign(new FakeTrack('video'), { muted: true })
  scene.meet()
  scene.media.receive(picture as never)
  scene.camera(true)
  scene.recorder.see(callWith({}))
  await settle()
  expect(scene.files).toEqual([])
  await scene.platform.advance(2_000)
  expect(scene.files).toEqual(['voices'])
  picture.muted = false
  picture.dispatchEvent(new Event('unmute'))
  expect(scene.files).toEqual(['voices', 'picture'])
})

test('a camera that goes on and off without end leaves the recording with the voices', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.meet()
  scene.media.receive(new FakeTrack('video') as never)
  scene.recorder.see(callWith({}))
  await settle()
  for (let turn = 0; turn < 50; turn++) scene.camera(turn % 2 === 0)
  expect(scene.files.length).toBeLessThan(25)
  expect(scene.files.at(-1)).toBe('voices')
  expect(scene.recorder.view.get()).toEqual({ name: 'on' })
})

test('a page that was loaded anew records nothing before the other side is there, with its picture', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.camera(true)
  scene.recorder.see(callWith({}))
  await settle()
  scene.meet()
  expect(scene.files).toEqual([])
  scene.media.receive(new FakeTrack('video') as never)
  expect(scene.files).toEqual(['picture'])
})

test('another side that does not come keeps this one from being recorded for two seconds alone', async () => {
  scene.useAudio(true)
  scene.useRecorders()
  scene.answer = { ok: true, value: undefined as never }
  scene.recorder.see(callWith({}))
  await scene.platform.advance(1_999)
  expect(scene.files).toEqual([])
  await scene.platform.advance(1)
  expect(scene.files).toEqual(['voices'])
})
