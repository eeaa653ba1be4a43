import type { CallMediaView } from '@parley/client/calls/call-media'
import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import type { CustomerCalls } from '@parley/client/calls/customer-calls'
import { createStore } from '@parley/client/state/store'
import type { CallView } from '@parley/protocol/call-view'
import { anna } from './mock-session.ts'

const ended_at = '2026-01-31T10:00:00.000+00:00'
const end = { status: 'ended', reason: null, ended_by: 'agent', ended_at } as const
const states = {
  asking: { name: 'asking' },
  checking: { name: 'checking' },
  ready: { name: 'ready' },
  blocked: { name: 'blocked', problem: { device: 'microphone', code: 'denied' } },
  waiting: { name: 'waiting', position: 3 },
  ringing: { name: 'ringing' },
  connecting: { name: 'connecting', agent: anna },
  active: { name: 'active', agent: anna, since: Date.now() - 200_000 },
  elsewhere: { name: 'elsewhere', agent: anna },
  over: { name: 'over', agent: anna, end, seconds: 200 },
  failed: { name: 'over', agent: anna, end: { ...end, status: 'failed' }, seconds: null },
  nobody: { name: 'refused', code: 'nobody_available' },
} satisfies Record<string, CustomerCallState>

export const isMockCall = (name: string): name is keyof typeof states => name in states

/** A static call. `moving` shows a test image on both sides. */
export function openMockCall(name: keyof typeof states, { moving }: { moving: boolean }): CustomerCalls {
  const state = createStore<CustomerCallState>(states[name])
  const stream = moving ? canvasStream() : null
  const view = createStore<CallMediaView>({
    sending: { microphone: true, camera: moving },
    remoteSending: { microphone: !moving, camera: moving },
    localVideo: stream,
    remoteVideo: stream,
    path: moving ? 'good' : 'weak',
    devices: {
      microphones: [{ id: 'a', label: 'Built-in microphone' }],
      cameras: [{ id: 'b', label: 'Front camera' }],
      speakers: [{ id: 'c', label: 'Headphones' }],
    },
    chosen: { microphone: 'a', camera: 'b', speaker: 'c' },
    problem: null,
    audioBlocked: false,
  })
  const change = (change: Partial<CallMediaView>) => view.set({ ...view.get(), ...change })
  const level = createStore(0)
  setInterval(() => level.set(Math.random() * 0.8), 100)
  const rest = () => state.set({ name: 'idle' })
  const call = { video: true, recording: { state: 'on' } } as CallView
  return {
    state,
    call: createStore<CallView | null>(call),
    media: {
      view,
      localLevel: level,
      remoteLevel: level,
      setMicrophone: (microphone) => change({ sending: { ...view.get().sending, microphone } }),
      setCamera: (camera) =>
        change({ sending: { ...view.get().sending, camera }, localVideo: camera ? canvasStream() : null }),
      shareScreen: () => change({ sending: { ...view.get().sending, camera: true, screen: true } }),
      choose: () => {},
      playSound: () => {},
    },
    prepare: () => state.set(states.ready),
    start: () => state.set(states.ringing),
    hangUp: rest,
    takeOver: () => state.set(states.active),
    dismiss: rest,
    close: () => {},
  }
}

function canvasStream(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#35607c'
    context.fillRect(0, 0, 640, 480)
    context.fillStyle = '#e8c8a0'
    context.arc(320, 220, 110, 0, 7)
    context.fill()
  }
  return canvas.captureStream(5)
}
