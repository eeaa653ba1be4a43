import type { CallView, Desk } from '@parley/protocol/call-view'
import { afterEach, beforeEach, expect } from 'vitest'
import { openAgentSession, type AgentSession } from '../session/agent-session.ts'
import { createAgentCalls } from '../calls/agent-calls.ts'
import type { AgentCalls } from '../calls/agent-calls-api.ts'
import { useFakeMedia, type FakeMedia } from './fake-media.ts'
import { FakeServer } from './fake-server.ts'
import { createTestPlatform, settle, until, type TestPlatform } from './test-platform.ts'

export const ids = {
  call: '019bff00-0000-7000-8000-00000000ca11',
  customer: '019bff00-0000-7000-8000-000000c0570e',
}
export const ice = [{ urls: ['turn:relay.example'], username: 'u', credential: 'c' }]
const grace = { id: 'customer-1', name: 'Grace', email: null, avatar_url: null } as never
export const context = { customer: grace, conversation_id: 'conversation-1' }
export const idle: Desk = {
  availability: 'available',
  away_because: null,
  state: 'idle',
  wrap_up_until: null,
  offer: null,
  call: null,
  transfer: null,
}

/** A panel session with calls, a fake server, and a browser with a microphone. Recreated before each test. */
export interface AgentScene {
  server: FakeServer
  platform: TestPlatform
  media: FakeMedia
  session: AgentSession
  calls: AgentCalls
  /** Response to `desk.open`. */
  desk: Desk
  /** Reloads the page. */
  open: () => Promise<void>
  /** Sends a desk from the server. */
  push: (desk: Desk) => Promise<void>
  accept: () => Promise<void>
  /** Id of the agent's current connection. */
  ownPeer: () => string | null
  /** Returns a view of the call answered by this agent, with the next revision. */
  answered: (change?: Partial<CallView>) => CallView
  /** Returns a desk with a ringing call from Grace. */
  ringing: () => Desk
  inCall: (view: CallView) => Desk
}

export function useAgentScene(): AgentScene {
  const scene: Partial<AgentScene> = {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whole before each test
  const whole = scene as AgentScene
  let revision = 0

  const view = (change: Partial<CallView> = {}): CallView => ({
    id: ids.call,
    customer_id: 'customer-1',
    provider_id: 'provider-1',
    revision: ++revision,
    phase: 'ringing',
    video: false,
    relay_only: false,
    position: null,
    agent: null,
    created_at: '2026-01-31T10:00:00.000+00:00',
    answered_at: null,
    deadline: null,
    held_since: null,
    recording: { mode: 'off', consent: 'not_required', state: 'off' },
    peers: { customer: ids.customer, agent: null },
    end: null,
    ...change,
  })

  Object.assign(scene, {
    async open() {
      const socketUrl = 'wss://a.test/v1/socket'
      const [organizationId, agentId] = ['organization-1', 'agent-1']
      const session = openAgentSession({ socketUrl, organizationId, agentId, platform: whole.platform })
      const calls = createAgentCalls({ session, organizationId, agentId })
      Object.assign(scene, { session, calls })
      await until(() => calls.desk.get() !== null)
      await settle()
    },
    async push(desk) {
      Object.assign(scene, { desk })
      whole.server.say('desk', desk)
      await settle()
    },
    async accept() {
      whole.calls.accept()
      await settle()
    },
    ownPeer() {
      const { server } = whole
      const [joined, accepted] = [server.requests('call.join').at(-1), server.requests('call.accept').at(-1)]
      return (joined ?? accepted)?.params.peer ?? null
    },
    answered: (change) =>
      view({ phase: 'connecting', peers: { customer: ids.customer, agent: whole.ownPeer() }, ...change }),
    ringing() {
      const [offered_at, expires_at] = ['2026-01-31T10:00:00.000+00:00', '2026-01-31T10:00:20.000+00:00']
      return {
        ...idle,
        state: 'offered',
        offer: { call: view(), ...context, team_id: null, offered_at, expires_at, ice },
      }
    },
    inCall: (view) => ({ ...idle, state: 'in_call', call: { view, ...context } }),
  } satisfies Partial<AgentScene>)

  beforeEach(async () => {
    const server = new FakeServer()
    const platform = createTestPlatform(server.openSocket)
    server.now = platform.now
    Object.assign(scene, { server, platform, media: useFakeMedia(), desk: idle })
    revision = 0
    const { answered } = whole
    server.answers.set('desk.open', () => whole.desk)
    server.answers.set('desk.availability', () => ({ ...idle, availability: 'away' }))
    server.answers.set('call.decline', () => idle)
    server.answers.set('call.accept', () => ({ call: answered(), ice }))
    server.answers.set('call.join', () => ({ call: answered(), ice }))
    server.answers.set('call.alive', () => answered())
    server.answers.set('call.connected', () =>
      answered({ phase: 'active', answered_at: '2026-01-31T10:00:00.000+00:00' }),
    )
    server.answers.set('call.end', () =>
      view({
        phase: 'over',
        answered_at: '2026-01-31T10:00:00.000+00:00',
        end: { status: 'ended', reason: null, ended_by: 'agent', ended_at: '2026-01-31T10:00:07.900+00:00' },
      }),
    )
    await whole.open()
  })
  afterEach(() => {
    const { calls, session, platform, media } = whole
    calls.close()
    session.close()
    expect(platform.timers()).toBe(0)
    expect(media.live()).toEqual([])
    expect(media.connections.filter(({ connectionState }) => connectionState !== 'closed')).toEqual([])
  })
  return whole
}
