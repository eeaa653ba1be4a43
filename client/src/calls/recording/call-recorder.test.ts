import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../store.ts'
import { useFakeMedia } from '../../testing/fake-media.ts'
import { createTestPlatform, settle } from '../../testing/test-platform.ts'
import type { CallLine } from '../call-line.ts'
import { createCallMedia } from '../call-media.ts'
import { createCallRecorder, type CallRecorder } from './call-recorder.ts'

let recorder: CallRecorder
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

function useAudio(works: boolean) {
  class Context {
    state = 'running'
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

beforeEach(() => {
  useFakeMedia()
  ;[asked, mixes] = [[], 0]
  const session: CallLine = {
    platform: createTestPlatform(),
    state: createStore({ name: 'ready' as const }),
    async request(method, params) {
      asked.push(`${method} ${'state' in params ? params.state : ''}`)
      return { ok: false, code: 'recording_not_allowed' }
    },
    notify: () => {},
    on: () => {},
    retryNow: () => {},
    serverNow: () => 0,
  }
  const media = createCallMedia()
  const newId = () => 'recording-1'
  recorder = createCallRecorder({
    session,
    organizationId: 'organization-1',
    agentId: 'agent-1',
    media,
    newId,
  })
})
afterEach(() => recorder.close())

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
