import type { CallView } from '@parley/protocol/call-view'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Result } from '../connection/result.ts'
import type { AgentCallState } from '../calls/agent-call-state.ts'
import type { AgentCallSession } from '../calls/call-signaling.ts'
import { createCallMedia, type CallMediaCore } from '../calls/call-media.ts'
import { createCallRecorder, type CallRecorder } from '../calls/recording/call-recorder.ts'
import { createEmitter } from '../state/emitter.ts'
import { createStore, type WritableStore } from '../state/store.ts'
import { FakeTrack, useFakeMedia } from './fake-media.ts'
import { createTestPlatform, type TestPlatform } from './test-platform.ts'

/** An agent's browser that records a call. Recreated before each test. */
export interface RecorderScene {
  recorder: CallRecorder
  media: CallMediaCore
  platform: TestPlatform
  /** Response to call.record. */
  answer: Result<never>
  /** `call.record <state>`, in order. */
  requests: string[]
  /** Number of AudioContexts created. */
  audioContexts: number
  /** State of a new AudioContext. */
  audioState: string
  /** Files started, in order. */
  files: string[]
  /** The recorders of `files`. */
  recorders: FakeRecorder[]
  /** Kind of file that MediaRecorder refuses. */
  cannotRecord: 'video' | 'audio' | null
  /** The call in this window. */
  state: WritableStore<AgentCallState>
  /** Connects. */
  goLive: () => void
}

export function callWith(recording: Partial<CallView['recording']>): CallView {
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
    held_since: null,
    answered_at: '2026-01-31T10:00:05.000+00:00',
    deadline: null,
    recording: whole,
    peers: { customer: null, agent: null },
    end: null,
  }
}

export class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true
  state = 'inactive'
  start(): void {
    this.state = 'recording'
  }
  pause(): void {
    this.state = 'paused'
  }
  requestData(): void {}
  stop(): void {
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
  /** Emits a chunk of `length` bytes. */
  emit(length: number): void {
    this.dispatchEvent(
      Object.assign(new Event('dataavailable'), { data: new Blob([new Uint8Array(length)]) }),
    )
  }
  /** Fails with an error. */
  fail(): void {
    this.state = 'inactive'
    for (const name of ['error', 'stop']) this.dispatchEvent(new Event(name))
  }
}

class Speaker {
  srcObject = null
  async play(): Promise<void> {}
}

export function useRecorderScene(): RecorderScene & {
  /** Stubs AudioContext; `works: false`: its constructor throws. */
  useAudio: (works: boolean) => void
  useRecorders: () => void
  /** Receives the audio of the other side. */
  receiveAudio: () => void
  /** Turns the customer's camera on or off. */
  setRemoteCamera: (on: boolean) => void
} {
  const scene: Partial<RecorderScene> = {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whole before each test
  const whole = scene as RecorderScene

  beforeEach(() => {
    useFakeMedia()
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('Audio', Speaker)
    const media = createCallMedia()
    const platform = createTestPlatform()
    const answer = { ok: false, code: 'recording_not_allowed' } as const
    const blank = {
      requests: [],
      audioContexts: 0,
      files: [],
      recorders: [],
      audioState: 'running',
      cannotRecord: null,
    }
    const state = createStore<AgentCallState>({ name: 'idle' })
    const live = createEmitter<void>()
    const goLive = () => live.emit()
    Object.assign(scene, { ...blank, media, platform, answer, state, goLive })
    const session: AgentCallSession = {
      platform,
      state: createStore({ name: 'ready' as const }),
      async request(method, params) {
        whole.requests.push(`${method} ${'state' in params ? params.state : ''}`)
        return whole.answer
      },
      notify: () => {},
      on: () => {},
      retryNow: () => {},
      serverNow: () => 0,
      onLive: live.on,
    }
    const newId = () => `recording-${whole.files.length}`
    const who = { organizationId: 'organization-1', agentId: 'agent-1' }
    scene.recorder = createCallRecorder({ session, state, ...who, media, newId })
  })
  afterEach(() => {
    whole.recorder.close()
    expect(whole.platform.timers()).toBe(0)
  })

  return Object.assign(whole, {
    useAudio(works: boolean) {
      class Context {
        state = whole.audioState
        resume = async () => void (whole.audioState = 'running')
        constructor() {
          if (!works) throw new DOMException('No audio', 'NotSupportedError')
          whole.audioContexts++
        }
        createMediaStreamDestination() {
          return { stream: { getAudioTracks: () => [{}] } }
        }
        createMediaStreamSource() {
          return { connect: () => {}, disconnect: () => {} }
        }
        async close() {}
      }
      vi.stubGlobal('AudioContext', Context)
    },
    useRecorders() {
      class Recorder extends FakeRecorder {
        constructor(stream: MediaStream) {
          super()
          const kind = stream.getVideoTracks().length > 0 ? 'video' : 'audio'
          if (whole.cannotRecord === kind) throw new DOMException('No', 'NotSupportedError')
          whole.files.push(kind)
          whole.recorders.push(this)
        }
      }
      vi.stubGlobal('MediaRecorder', Recorder)
    },
    receiveAudio() {
      whole.media.receive(new FakeTrack('audio') as never)
    },
    setRemoteCamera(on: boolean) {
      whole.media.setRemoteSending({ microphone: true, camera: on })
    },
  })
}
