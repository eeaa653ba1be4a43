import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../store.ts'
import type { Answer } from '../../answer.ts'
import { FakeTrack, useFakeMedia } from '../../testing/fake-media.ts'
import { createTestPlatform, settle, type TestPlatform } from '../../testing/test-platform.ts'
import type { CallLine } from '../call-line.ts'
import { createCallMedia, type CallMediaCore } from '../call-media.ts'
import { createCallRecorder, type CallRecorder } from './call-recorder.ts'

let recorder: CallRecorder
let media: CallMediaCore
let platform: TestPlatform
/** What the service says to call.record. */
let answer: Answer<never>
let asked: string[]
/** Mixes that were made: nothing is recorded without one. */
let mixes: number

function callWith(recording: Partial<CallView['recording']>): CallView {
  const whole = { mode: 'notify', consent: 'not_required', state: 'off', ...recording } as const
  return {
    id: 'call-1',
    customer_id: 'customer-1',
    provider_id: 'provider-1',
    revision: 1,
    phase: 'active',
    video: false,
    relay_only: false,
    position: null,
    agent: null,
    created_at: '2026-01-31T10:00:00.000+00:00',
    answered_at: '2026-01-31T10:00:05.000+00:00',
    deadline: null,
    recording: whole,
    peers: { customer: null, agent: null },
    end: null,
  }
}

let audioState: string
function useAudio(works: boolean) {
  class Context {
    state = audioState
    resume = async () => void (audioState = 'running')
    constructor() {
      if (!works) throw new DOMException('No audio', 'NotSupportedError')
      mixes++
    }
    createMediaStreamDestination() {
      return { stream: { getAudioTracks: () => [{}] } }
    }
    async close() {}
  }
  vi.stubGlobal('AudioContext', Context)
}

/** Files that were begun: `picture` or `voices`, in order. */
let files: string[]
function useRecorders() {
  class Recorder extends EventTarget {
    static isTypeSupported = () => true
    state = 'inactive'
    constructor(stream: MediaStream) {
      super()
      files.push(stream.getVideoTracks().length > 0 ? 'picture' : 'voices')
    }
    start() {
      this.state = 'recording'
    }
    stop() {
      this.state = 'inactive'
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder)
}

/** The customer's camera goes on, or off. */
function camera(on: boolean) {
  media.setTheirs({ microphone: true, camera: on })
}

beforeEach(() => {
  useFakeMedia()
  ;[asked, mixes, files, audioState] = [[], 0, [], 'running']
  answer = { ok: false, code: 'recording_not_allowed' }
  platform = createTestPlatform()
  const session: CallLine = {
    platform,
    state: createStore({ name: 'ready' as const }),
    async request(method, params) {
      asked.push(`${method} ${'state' in params ? params.state : ''}`)
      return answer
    },
    notify: () => {},
    on: () => {},
    retryNow: () => {},
    serverNow: () => 0,
  }
  media = createCallMedia()
  const newId = () => `recording-${files.length}`
  recorder = createCallRecorder({
    session,
    organizationId: 'organization-1',
    agentId: 'agent-1',
    media,
    newId,
  })
})
afterEach(() => {
  recorder.close()
  expect(platform.timers()).toBe(0)
})

test.for([
  { mode: 'off' },
  { mode: 'ask', consent: 'declined' },
  { mode: 'notify', consent: 'declined' },
] as const)('[C14] a call with %o is not recorded', async (recording) => {
  useAudio(true)
  recorder.see(callWith(recording))
  await settle()
  expect([asked, mixes]).toEqual([[], 0])
  expect(recorder.view.get()).toEqual({ name: 'off' })
})

test.for([
  ['on', 'off'],
  ['on', 'on'],
  ['paused', 'paused'],
] as const)('recording begins as %s where the call says %s', ([begins, says]) => {
  useAudio(true)
  recorder.see(callWith({ state: says }))
  expect(recorder.view.get()).toEqual({ name: begins })
  expect(asked).toEqual([`call.record ${begins}`])
})

test('what the service refuses is not recorded, and the call goes on', async () => {
  useAudio(true)
  recorder.see(callWith({}))
  await settle()
  expect(recorder.view.get()).toEqual({ name: 'failed' })
  recorder.see(callWith({}))
  expect(mixes).toBe(1)
})

test('a browser that cannot mix says so once', async () => {
  useAudio(false)
  recorder.see(callWith({}))
  recorder.see(callWith({}))
  await settle()
  expect(recorder.view.get()).toEqual({ name: 'failed' })
  expect(asked).toEqual([])
  recorder.finish()
  expect(recorder.view.get()).toEqual({ name: 'off' })
})

test('a call that ends before the service has answered leaves nothing', async () => {
  useAudio(true)
  useRecorders()
  recorder.see(callWith({}))
  recorder.finish()
  await settle()
  expect([files, recorder.view.get()]).toEqual([[], { name: 'off' }])
})

test.for(['disconnected', 'rate_limited', 'unavailable'] as const)(
  'a word that was lost (%s) is said again, so that the customer reads what is done',
  async (code) => {
    useAudio(true)
    useRecorders()
    answer = { ok: false, code }
    recorder.see(callWith({}))
    await settle()
    expect([files, recorder.view.get()]).toEqual([['voices'], { name: 'on' }])
    recorder.see(callWith({ state: 'off' }))
    expect(asked).toEqual(['call.record on', 'call.record on'])
    recorder.see(callWith({ state: 'on' }))
    expect(asked).toHaveLength(2)
  },
)

test('sound that the browser held after a reload runs as soon as it may', async () => {
  audioState = 'suspended'
  useAudio(true)
  recorder.see(callWith({}))
  audioState = 'suspended'
  recorder.see(callWith({}))
  expect(audioState).toBe('running')
})

test('a picture that never comes does not keep the voices from being recorded', async () => {
  useAudio(true)
  useRecorders()
  answer = { ok: true, value: undefined as never }
  const picture = Object.assign(new FakeTrack('video'), { muted: true })
  media.receive(picture as never)
  camera(true)
  recorder.see(callWith({}))
  await settle()
  expect(files).toEqual([])
  await platform.advance(2_000)
  expect(files).toEqual(['voices'])
  picture.muted = false
  picture.dispatchEvent(new Event('unmute'))
  expect(files).toEqual(['voices', 'picture'])
})

test('a camera that goes on and off without end leaves the recording with the voices', async () => {
  useAudio(true)
  useRecorders()
  answer = { ok: true, value: undefined as never }
  media.receive(new FakeTrack('video') as never)
  recorder.see(callWith({}))
  await settle()
  for (let turn = 0; turn < 50; turn++) camera(turn % 2 === 0)
  expect(files.length).toBeLessThan(25)
  expect(files.at(-1)).toBe('voices')
  expect(recorder.view.get()).toEqual({ name: 'on' })
})
