import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { context, ice, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { FakeTrack } from '../testing/fake-media.ts'
import { settle, until } from '../testing/test-platform.ts'
import { watchMicrophone } from './microphone-permission.ts'

const scene = useAgentScene()

describe('the desk', () => {
  it('is opened with the microphone permission, again after each connect', async () => {
    expect(scene.calls.permission.get()).toBe('granted')
    expect(scene.server.requests('desk.open').at(-1)?.params).toEqual({ microphone: true })
    const before = scene.server.requests('desk.open').length
    scene.server.close(1006)
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > before)
  })

  it('reports a revoked microphone permission', async () => {
    await scene.media.setPermission('denied')
    expect(scene.calls.permission.get()).toBe('denied')
    expect(scene.server.requests('desk.open').at(-1)?.params).toEqual({ microphone: false })
  })

  it('is repeated with the permission as it is then', async () => {
    await scene.media.setPermission('prompt')
    scene.server.refusals.push({ method: 'desk.open', code: 'unavailable' })
    await scene.media.setPermission('denied')
    await scene.media.setPermission('granted')
    const before = scene.server.requests('desk.open').length
    await scene.platform.advance(2_000)
    const repeated = scene.server.requests('desk.open').slice(before)
    expect(repeated.map(({ params }) => params)).toEqual([{ microphone: true }])
  })

  it('askMicrophone releases the microphone', async () => {
    await scene.media.setPermission('prompt')
    expect(await scene.calls.askMicrophone()).toBe('granted')
    expect(scene.media.live()).toEqual([])
    await settle()
    expect(scene.server.requests('desk.open').at(-1)?.params).toEqual({ microphone: true })
    scene.media.refusal = new DOMException('Permission denied', 'NotAllowedError')
    expect(await scene.calls.askMicrophone()).toBe('denied')
  })

  it('askMicrophone does not release the microphone of an accepted call', async () => {
    await scene.push(scene.ringing())
    scene.server.silent = true
    await scene.accept()
    await scene.calls.askMicrophone()
    expect(scene.media.live()).toHaveLength(1)
    scene.calls.hangUp()
    expect(scene.media.live()).toEqual([])
  })

  it('stops watching the permission when closed during the query', async () => {
    const found = Object.assign(new EventTarget(), { state: 'granted' })
    const listened = vi.spyOn(found, 'addEventListener')
    vi.stubGlobal('navigator', { permissions: { query: async () => found } })
    watchMicrophone(() => {}).close()
    await settle()
    expect(listened).not.toHaveBeenCalled()
  })

  it('is updated from responses', async () => {
    expect(await scene.calls.setAvailability('away')).toBeNull()
    expect(scene.calls.desk.get()?.availability).toBe('away')
    scene.server.refusals.push({ method: 'desk.wrapped_up', code: 'rate_limited' })
    expect(await scene.calls.wrappedUp()).toBe('rate_limited')
  })
})

describe('a ring', () => {
  it('prepares a connection with its own servers and sends no signal before it is accepted', async () => {
    await scene.push(scene.ringing())
    const [connection] = scene.media.connections
    expect(connection?.configuration.iceServers).toEqual(ice)
    expect(connection?.localDescription?.type).toBe('offer')
    connection?.emitCandidate('candidate:1')
    await settle()
    expect(scene.server.requests('call.signal')).toEqual([])
    expect(scene.media.tracks).toEqual([])

    await scene.accept()
    expect(scene.media.connections).toHaveLength(1)
    expect(connection?.getTransceivers()[0]?.sender.track).toBe(scene.media.live()[0])
    const signals = scene.server.requests('call.signal').map(({ params }) => params)
    expect(signals.map(({ from, to }) => [from, to])).toEqual(
      signals.map(() => [scene.ownPeer(), ids.customer]),
    )
    expect(signals.map(({ signal }) => Object.keys(signal)[0])).toEqual([
      'description',
      'candidate',
      'sending',
    ])
  })

  it('that ends elsewhere closes its prepared connection', async () => {
    await scene.push(scene.ringing())
    await scene.push(idle)
    expect(scene.media.connections[0]?.connectionState).toBe('closed')
    await scene.accept()
    expect(scene.server.requests('call.accept')).toEqual([])
  })

  it('is not accepted without a microphone, and the problem is shown', async () => {
    await scene.push(scene.ringing())
    scene.media.refusal = new DOMException('Could not start audio source', 'NotReadableError')
    await scene.accept()
    expect(scene.server.requests('call.accept')).toEqual([])
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.calls.media.view.get().problem).toEqual({ device: 'microphone', code: 'in_use' })
    scene.media.refusal = null
    await scene.accept()
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('[C4] accepted by a colleague is gone, and the microphone is released', async () => {
    await scene.push(scene.ringing())
    scene.server.refusals.push({ method: 'call.accept', code: 'offer_gone' })
    await scene.accept()
    expect(scene.calls.state.get()).toEqual({ name: 'gone', code: 'offer_gone' })
    expect(scene.media.live()).toEqual([])
    scene.calls.dismiss()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('can be declined', async () => {
    await scene.push(scene.ringing())
    scene.calls.decline()
    await settle()
    expect(scene.server.requests('call.decline')[0]?.params).toEqual({ call_id: ids.call })
    expect(scene.media.connections[0]?.connectionState).toBe('closed')
  })

  it('does not affect the running call', async () => {
    await scene.push(scene.ringing())
    await scene.accept()
    await scene.push(scene.inCall(scene.answered()))
    expect(scene.media.connections.map(({ connectionState }) => connectionState)).toEqual(['new'])
    expect(scene.calls.state.get().name).toBe('connecting')
  })
})

describe('a call', () => {
  beforeEach(async () => {
    await scene.push(scene.ringing())
    await scene.accept()
  })

  it('is active once media flows, and over as soon as the agent hangs up', async () => {
    scene.media.connections[0]?.setConnectionState('connected')
    await settle()
    expect(scene.calls.state.get()).toMatchObject({
      name: 'active',
      ...context,
      since: Date.parse('2026-01-31T10:00:00Z'),
    })
    scene.calls.hangUp()
    const end = { status: 'ended', reason: null, ended_by: 'agent' }
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', end, seconds: 0 })
    expect(scene.media.live()).toEqual([])
    await settle()
    // The length recorded by the server, not the one measured here.
    expect(scene.calls.state.get()).toMatchObject({
      end: { ended_at: '2026-01-31T10:00:07.900+00:00' },
      seconds: 7,
    })
    expect(scene.server.requests('call.quality')[0]?.params.quality).toMatchObject({ restarts: 0 })
  })

  it('is over when the server reports it', async () => {
    const ended_at = '2026-01-31T10:00:07.900+00:00'
    const end = { status: 'failed', reason: 'media_failed', ended_by: 'system', ended_at } as const
    scene.server.say('call', scene.answered({ phase: 'over', end }))
    await settle()
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', end, seconds: null })
  })

  it('taken over by another window is shown as elsewhere', async () => {
    scene.server.refusals.push({ method: 'call.alive', code: 'call_elsewhere' })
    await scene.platform.advance(6_000)
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
    expect(scene.media.live()).toEqual([])
  })

  it('the agent’s offer wins a collision', async () => {
    const signal = { description: { type: 'offer', sdp: 'theirs' } }
    scene.server.say('call.signal', { call_id: ids.call, from: ids.customer, to: scene.ownPeer(), signal })
    await settle()
    expect(scene.media.connections[0]?.remoteDescription).toBeNull()
    expect(scene.media.connections[0]?.signalingState).toBe('have-local-offer')
  })

  it('repeats an unanswered offer', async () => {
    await scene.platform.advance(3_500)
    const offers = scene.server.requests('call.signal').filter(({ params }) => 'description' in params.signal)
    expect(offers).toHaveLength(2)
    expect(offers[1]?.params).toEqual(offers[0]?.params)
  })

  it('waits for a customer who is away for two minutes, and continues when they return', async () => {
    const answered_at = '2026-01-31T10:00:00.000+00:00'
    let customer = ids.customer
    const view = () =>
      scene.answered({ phase: 'active', answered_at, peers: { customer, agent: scene.ownPeer() } })
    scene.server.answers.set('call.join', () => ({ call: view(), ice }))
    scene.server.answers.set('call.alive', view)
    const answer = async () => {
      const signal = { description: { type: 'answer', sdp: 'theirs' } }
      scene.server.say('call.signal', { call_id: ids.call, from: customer, to: scene.ownPeer(), signal })
      await settle()
    }
    await answer()
    scene.media.connections[0]?.setConnectionState('connected')
    await settle()
    scene.media.connections[0]?.setConnectionState('failed')
    await scene.platform.advance(110_000)
    expect(scene.server.requests('call.end')).toEqual([])

    customer = '019bff00-0000-7000-8000-000000c0570f'
    await scene.push(scene.inCall(view()))
    await scene.platform.advance(8_000)
    await answer()
    const connection = scene.media.connections.at(-1)
    // Negotiates for some seconds before anything is tried.
    await scene.platform.advance(5_000)
    expect(connection?.restarts).toBe(0)
    connection?.setConnectionState('failed')
    await scene.platform.advance(10_000)
    expect(connection?.restarts).toBeGreaterThan(1)
    expect(scene.server.requests('call.end')).toEqual([])
  })

  it('of audio only ignores video from the customer’s browser', async () => {
    const [connection] = scene.media.connections
    const video = new FakeTrack('video')
    connection?.dispatchEvent(Object.assign(new Event('track'), { track: video }))
    const signal = { sending: { microphone: true, camera: true } }
    scene.server.say('call.signal', { call_id: ids.call, from: ids.customer, to: scene.ownPeer(), signal })
    await settle()
    expect(scene.calls.media.view.get().remoteSending.camera).toBe(true)
    expect(scene.calls.media.view.get().remoteVideo).toBeNull()
  })

  it('sends each device once if the other side offers more media lines', async () => {
    const [connection] = scene.media.connections
    for (let line = 0; line < 30; line++) connection?.addTransceiver('audio')
    scene.calls.media.setMicrophone(false)
    scene.calls.media.choose('microphone', 'audio-2')
    await settle()
    const sent = connection?.getTransceivers().filter(({ sender }) => sender.track !== null)
    expect(sent).toHaveLength(1)
  })
})
