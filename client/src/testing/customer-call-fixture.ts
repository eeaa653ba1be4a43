import type { CallView } from '@parley/protocol/call-view'
import { afterEach, beforeEach, expect } from 'vitest'
import { createCustomerCalls, type CustomerCalls } from '../calls/customer-calls.ts'
import { createMemoryLoginStorage } from '../identity/saved-login.ts'
import { openWidgetSession, type WidgetSession } from '../session/widget-session.ts'
import { useFakeMedia, type FakeMedia } from './fake-media.ts'
import { FakeServer } from './fake-server.ts'
import { createTestPlatform, settle, until, type TestPlatform } from './test-platform.ts'

export const ids = {
  call: '019bff00-0000-7000-8000-00000000ca11',
  agent: '019bff00-0000-7000-8000-0000000a9e27',
  other: '019bff00-0000-7000-8000-0000000007e6',
}
export const anna = { id: ids.agent, name: 'Anna', avatar_url: null }
export const ice = [{ urls: ['stun:stun.example'] }]
export const over: Partial<CallView> = {
  phase: 'over',
  end: { status: 'ended', reason: null, ended_by: 'agent', ended_at: '2026-01-31T10:00:07.900+00:00' },
}
export const offer = (sdp: string) => ({ description: { type: 'offer', sdp } })

/** A widget session with calls, a fake server, and a browser with a microphone. Recreated before each test. */
export interface CustomerScene {
  server: FakeServer
  platform: TestPlatform
  media: FakeMedia
  session: WidgetSession
  calls: CustomerCalls
  /** Reloads the page. */
  open: () => Promise<void>
  /** Starts a call that rings. */
  ring: () => Promise<void>
  /** Id of the customer's current connection. */
  ownPeer: () => string | null
  /** Returns a view of the call, ringing by default, with the next revision. */
  view: (change?: Partial<CallView>) => CallView
  /** Returns a view of the call answered by Anna. */
  answered: (change?: Partial<CallView>) => CallView
  /** Sends a view from the server. */
  push: (view: CallView) => Promise<void>
  /** Sends a signal from a connection of the other side. */
  signal: (from: string, signal: object) => Promise<void>
}

export function useCustomerScene(): CustomerScene {
  const scene: Partial<CustomerScene> = {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whole before each test
  const whole = scene as CustomerScene
  let revision = 0

  Object.assign(scene, {
    async open() {
      const { platform } = whole
      const session = openWidgetSession({
        providerId: 'provider-1',
        socketUrl: 'wss://a.test/v1/public/socket',
        platform,
        savedLogin: createMemoryLoginStorage(),
      })
      await until(() => session.state.get().name === 'ready')
      Object.assign(scene, { session, calls: createCustomerCalls({ session }) })
    },
    async ring() {
      whole.calls.prepare()
      await settle()
      whole.calls.start(null)
      await settle()
    },
    ownPeer() {
      const { server } = whole
      const [joined, started] = [server.requests('call.join').at(-1), server.requests('call.start').at(-1)]
      return (joined ?? started)?.params.peer ?? null
    },
    view: (change) => ({
      id: ids.call,
      customer_id: 'customer-1',
      provider_id: 'provider-1',
      revision: ++revision,
      phase: 'ringing',
      video: true,
      relay_only: false,
      position: null,
      agent: null,
      created_at: '2026-01-31T10:00:00.000+00:00',
      answered_at: null,
      deadline: null,
      held_since: null,
      recording: { mode: 'off', consent: 'not_required', state: 'off' },
      peers: { customer: whole.ownPeer(), agent: null },
      end: null,
      ...change,
    }),
    answered: (change) =>
      whole.view({
        phase: 'connecting',
        agent: anna,
        peers: { customer: whole.ownPeer(), agent: ids.agent },
        ...change,
      }),
    push(view) {
      whole.server.say('call', view)
      return settle()
    },
    signal(from, signal) {
      whole.server.say('call.signal', { call_id: ids.call, from, to: whole.ownPeer(), signal })
      return settle()
    },
  } satisfies Partial<CustomerScene>)

  beforeEach(async () => {
    const server = new FakeServer()
    const platform = createTestPlatform(server.openSocket)
    server.now = platform.now
    Object.assign(scene, { server, platform, media: useFakeMedia() })
    revision = 0
    const { view, answered } = whole
    const answered_at = '2026-01-31T10:00:00.000+00:00'
    server.answers.set('call.check', () => ({}))
    server.answers.set('call.start', () => ({ call: view(), ice }))
    server.answers.set('call.join', () => ({ call: answered(), ice }))
    server.answers.set('call.alive', () => server.call ?? view())
    server.answers.set('call.connected', () => answered({ phase: 'active', answered_at }))
    server.answers.set('call.end', () => view(over))
    await whole.open()
  })
  afterEach(() => {
    whole.calls.close()
    whole.session.close()
    expect(whole.platform.timers()).toBe(0)
    expect(whole.media.live()).toEqual([])
  })
  return whole
}
