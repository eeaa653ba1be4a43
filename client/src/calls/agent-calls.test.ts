import 'fake-indexeddb/auto'
import type { CallView, Desk } from '@parley/protocol/call-view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAgentSession, type AgentSession } from '../agent-session.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { useFakeMedia, type FakeMedia } from '../testing/fake-media.ts'
import { createTestPlatform, settle, until, type TestPlatform } from '../testing/test-platform.ts'
import { createAgentCalls, type AgentCalls } from './agent-calls.ts'

const ids = {
  call: '019bff00-0000-7000-8000-00000000ca11',
  customer: '019bff00-0000-7000-8000-000000c0570e',
}
const ice = [{ urls: ['turn:relay.example'], username: 'u', credential: 'c' }]
const grace = { id: 'customer-1', name: 'Grace', email: null, avatar_url: null } as never
const company = { customer: grace, conversation_id: 'conversation-1' }
const idle: Desk = {
  availability: 'available',
  away_because: null,
  state: 'idle',
  wrap_up_until: null,
  offer: null,
  call: null,
}

let server: FakeServer
let platform: TestPlatform
let media: FakeMedia
let session: AgentSession
let calls: AgentCalls
let revision = 0
let desk: Desk

function picture(change: Partial<CallView> = {}): CallView {
  return {
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
    recording: { mode: 'off', consent: 'not_required', state: 'off' },
    peers: { customer: ids.customer, agent: null },
    end: null,
    ...change,
  }
}
const ownPeer = () =>
  (server.requests('call.join').at(-1) ?? server.requests('call.accept').at(-1))?.params.peer ?? null
const answered = (change: Partial<CallView> = {}) =>
  picture({ phase: 'connecting', peers: { customer: ids.customer, agent: ownPeer() }, ...change })

function ringing(): Desk {
  const times = { offered_at: '2026-01-31T10:00:00.000+00:00', expires_at: '2026-01-31T10:00:20.000+00:00' }
  return { ...idle, state: 'offered', offer: { call: picture(), ...company, ...times, ice } }
}
const inCall = (view: CallView): Desk => ({ ...idle, state: 'in_call', call: { view, ...company } })

async function open() {
  const socketUrl = 'wss://a.test/v1/socket'
  const [organizationId, agentId] = ['organization-1', 'agent-1']
  session = openAgentSession({ socketUrl, organizationId, agentId, platform })
  calls = createAgentCalls({ session, organizationId, agentId })
  await until(() => calls.desk.get() !== null)
  await settle()
}

async function push(next: Desk) {
  desk = next
  server.say('desk', next)
  await settle()
}

async function accept() {
  calls.accept()
  await settle()
}

beforeEach(async () => {
  server = new FakeServer()
  platform = createTestPlatform(server.openSocket)
  server.now = platform.now
  media = useFakeMedia()
  revision = 0
  desk = idle
  server.answers.set('desk.open', () => desk)
  server.answers.set('desk.availability', () => ({ ...idle, availability: 'away' }))
  server.answers.set('call.decline', () => idle)
  server.answers.set('call.accept', () => ({ call: answered(), ice }))
  server.answers.set('call.join', () => ({ call: answered(), ice }))
  server.answers.set('call.alive', () => answered())
  server.answers.set('call.connected', () =>
    answered({ phase: 'active', answered_at: '2026-01-31T10:00:00.000+00:00' }),
  )
  server.answers.set('call.end', () =>
    picture({ phase: 'over', end: { status: 'ended', reason: null, ended_by: 'agent' } }),
  )
  await open()
})
afterEach(() => {
  calls.close()
  session.close()
  expect(platform.timers()).toBe(0)
  expect(media.live()).toEqual([])
  expect(media.connections.filter(({ connectionState }) => connectionState !== 'closed')).toEqual([])
})

describe('the desk', () => {
  it('is opened with what the browser says of the microphone, and again after each connect', async () => {
    expect(calls.permission.get()).toBe('granted')
    expect(server.requests('desk.open').at(-1)?.params).toEqual({ microphone: true })
    const before = server.requests('desk.open').length
    server.close(1006)
    await platform.advance(3_000)
    await until(() => server.requests('desk.open').length > before)
  })

  it('tells that this browser has no microphone any more', async () => {
    await media.setPermission('denied')
    expect(calls.permission.get()).toBe('denied')
    expect(server.requests('desk.open').at(-1)?.params).toEqual({ microphone: false })
  })

  it('asking for the microphone keeps hold of nothing', async () => {
    await media.setPermission('prompt')
    expect(await calls.askMicrophone()).toBe('granted')
    expect(media.live()).toEqual([])
    await settle()
    expect(server.requests('desk.open').at(-1)?.params).toEqual({ microphone: true })
    media.refusal = new DOMException('Permission denied', 'NotAllowedError')
    expect(await calls.askMicrophone()).toBe('denied')
  })

  it('is what the last answer says', async () => {
    expect(await calls.setAvailability('away')).toBeNull()
    expect(calls.desk.get()?.availability).toBe('away')
    server.refusals.push({ method: 'desk.wrapped_up', code: 'rate_limited' })
    expect(await calls.wrappedUp()).toBe('rate_limited')
  })
})

describe('a ring', () => {
  it('is prepared for, with its own servers, and nothing is said before the answer', async () => {
    await push(ringing())
    const [connection] = media.connections
    expect(connection?.configuration.iceServers).toEqual(ice)
    expect(connection?.localDescription?.type).toBe('offer')
    connection?.find('candidate:1')
    await settle()
    expect(server.requests('call.signal')).toEqual([])
    expect(media.tracks).toEqual([])

    await accept()
    expect(media.connections).toHaveLength(1)
    expect(connection?.getTransceivers()[0]?.sender.track).toBe(media.live()[0])
    const signals = server.requests('call.signal').map(({ params }) => params)
    expect(signals.map(({ from, to }) => [from, to])).toEqual(signals.map(() => [ownPeer(), ids.customer]))
    expect(signals.map(({ signal }) => Object.keys(signal)[0])).toEqual([
      'description',
      'candidate',
      'sending',
    ])
  })

  it('that is over without this agent leaves nothing', async () => {
    await push(ringing())
    await push(idle)
    expect(media.connections[0]?.connectionState).toBe('closed')
    await accept()
    expect(server.requests('call.accept')).toEqual([])
  })

  it('is not accepted without a microphone, and the reason is told', async () => {
    await push(ringing())
    media.refusal = new DOMException('Could not start audio source', 'NotReadableError')
    await accept()
    expect(server.requests('call.accept')).toEqual([])
    expect(calls.state.get()).toEqual({ name: 'idle' })
    expect(calls.media.view.get().problem).toEqual({ device: 'microphone', code: 'in_use' })
    media.refusal = null
    await accept()
    expect(calls.state.get().name).toBe('connecting')
  })

  it('[C4] that another has answered is gone, and the microphone let go of', async () => {
    await push(ringing())
    server.refusals.push({ method: 'call.accept', code: 'offer_gone' })
    await accept()
    expect(calls.state.get()).toEqual({ name: 'gone', code: 'offer_gone' })
    expect(media.live()).toEqual([])
    calls.dismiss()
    expect(calls.state.get()).toEqual({ name: 'idle' })
  })

  it('can be declined', async () => {
    await push(ringing())
    calls.decline()
    await settle()
    expect(server.requests('call.decline')[0]?.params).toEqual({ call_id: ids.call })
    expect(media.connections[0]?.connectionState).toBe('closed')
  })

  it('does not disturb the call that runs', async () => {
    await push(ringing())
    await accept()
    await push(inCall(answered()))
    expect(media.connections.map(({ connectionState }) => connectionState)).toEqual(['new'])
    expect(calls.state.get().name).toBe('connecting')
  })
})

describe('a call', () => {
  beforeEach(async () => {
    await push(ringing())
    await accept()
  })

  it('is active when media flow, and over at once when the agent hangs up', async () => {
    media.connections[0]?.become('connected')
    await settle()
    expect(calls.state.get()).toMatchObject({
      name: 'active',
      ...company,
      since: Date.parse('2026-01-31T10:00:00Z'),
    })
    calls.hangUp()
    const end = { status: 'ended', reason: null, ended_by: 'agent' }
    expect(calls.state.get()).toMatchObject({ name: 'over', end, seconds: 0 })
    expect(media.live()).toEqual([])
    await settle()
    expect(server.requests('call.quality')[0]?.params.quality).toMatchObject({ restarts: 0 })
  })

  it('is over when the service says so', async () => {
    const end = { status: 'failed', reason: 'media_failed', ended_by: 'system' } as const
    server.say('call', answered({ phase: 'over', end }))
    await settle()
    expect(calls.state.get()).toMatchObject({ name: 'over', end, seconds: null })
  })

  it('that was taken to another window is told from one that is over', async () => {
    server.refusals.push({ method: 'call.alive', code: 'call_elsewhere' })
    await platform.advance(6_000)
    expect(calls.state.get()).toMatchObject({ name: 'elsewhere', ...company })
    expect(media.live()).toEqual([])
  })

  it('the offer holds where both sides make one at once: the customer’s gives way', async () => {
    const signal = { description: { type: 'offer', sdp: 'theirs' } }
    server.say('call.signal', { call_id: ids.call, from: ids.customer, to: ownPeer(), signal })
    await settle()
    expect(media.connections[0]?.remoteDescription).toBeNull()
    expect(media.connections[0]?.signalingState).toBe('have-local-offer')
  })

  it('an offer that nobody answers is said again', async () => {
    await platform.advance(3_500)
    const offers = server.requests('call.signal').filter(({ params }) => 'description' in params.signal)
    expect(offers).toHaveLength(2)
    expect(offers[1]?.params).toEqual(offers[0]?.params)
  })
})

describe('a call of this agent that this page has not begun', () => {
  async function enterWith(view: CallView) {
    calls.close()
    session.close()
    desk = inCall(view)
    await open()
  }

  it('is elsewhere, until it is fetched or over', async () => {
    await enterWith(answered({ phase: 'active' }))
    expect(calls.state.get()).toMatchObject({ name: 'elsewhere', ...company })
    calls.takeOver()
    await settle()
    expect(server.requests('call.join')[0]?.params.call_id).toBe(ids.call)
    expect(calls.state.get().name).toBe('connecting')
  })

  it('is nothing any more when it ends there', async () => {
    await enterWith(answered({ phase: 'active' }))
    await push(idle)
    expect(calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is gone on with, where this tab has it from the page before', async () => {
    await push(ringing())
    await accept()
    await enterWith(answered({ phase: 'active' }))
    expect(server.requests('call.join')).toHaveLength(1)
    expect(calls.state.get()).toMatchObject({ name: 'connecting', ...company })
  })
})
