import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { anna, ice, ids, offer, over, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useCustomerScene()

describe('from the answer to the end', () => {
  beforeEach(() => scene.ring())

  it('shows each state, with the start time on this clock and the recorded length', async () => {
    await scene.push(scene.answered())
    expect(scene.calls.state.get()).toEqual({ name: 'connecting', agent: anna })
    await scene.platform.advance(4_000)
    await scene.push(scene.answered({ phase: 'active', answered_at: '2026-01-31T10:00:03.000+00:00' }))
    const since = Date.parse('2026-01-31T10:00:03.000Z')
    expect(scene.calls.state.get()).toEqual({ name: 'active', agent: anna, since })
    await scene.platform.advance(60_000)
    await scene.push(scene.answered({ ...over, answered_at: '2026-01-31T10:00:03.000+00:00' }))
    expect(scene.calls.state.get()).toEqual({ name: 'over', agent: anna, end: over.end, seconds: 4 })
    expect(scene.media.live()).toEqual([])
    expect(scene.media.connections.map(({ connectionState }) => connectionState)).toEqual(['closed'])
  })

  it('ignores an older view', async () => {
    const old = scene.view()
    await scene.push(scene.answered())
    await scene.push(old)
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('answers an offer with the microphone and reports call.connected', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, {
      candidate: { candidate: 'early', sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null },
    })
    await scene.signal(ids.agent, offer('1'))
    const [connection] = scene.media.connections
    expect(connection?.candidates).toMatchObject([{ candidate: 'early' }])
    expect(connection?.getTransceivers()[0]?.sender.track).toBe(scene.media.live()[0])
    const signals = scene.server.requests('call.signal').map(({ params }) => params)
    expect(signals.at(-1)).toEqual({
      call_id: ids.call,
      from: scene.ownPeer(),
      to: ids.agent,
      signal: { description: { type: 'answer', sdp: 'answer to 1' } },
    })
    connection?.setConnectionState('connected')
    await settle()
    expect(scene.server.requests('call.connected')).toHaveLength(1)
    expect(scene.calls.state.get().name).toBe('active')
  })

  it('repeats its sending state with each keep-alive', async () => {
    await scene.push(scene.answered())
    const said = () => scene.server.requests('call.signal').filter(({ params }) => 'sending' in params.signal)
    const before = said().length
    await scene.platform.advance(5_000)
    expect(
      said()
        .slice(before)
        .map(({ params }) => params.signal),
    ).toEqual([{ sending: { microphone: true, camera: false } }])
  })

  it('[C9] drops signals of connections that are not part of the call', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.other, offer('of another connection'))
    scene.server.say('call.signal', {
      call_id: ids.call,
      from: ids.agent,
      to: ids.other,
      signal: offer('to another'),
    })
    scene.server.say('call.signal', {
      call_id: ids.other,
      from: ids.agent,
      to: scene.ownPeer(),
      signal: offer('of another'),
    })
    await settle()
    expect(scene.media.connections[0]?.remoteDescription).toBeNull()
  })

  it('keeps a signal that arrives before the view that names its sender', async () => {
    await scene.signal(ids.agent, offer('1'))
    expect(scene.media.connections[0]?.remoteDescription).toBeNull()
    await scene.push(scene.answered())
    expect(scene.media.connections[0]?.remoteDescription?.sdp).toBe('1')
  })

  it('opens a new connection under the same id when the other side replaces its own', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    const peer = scene.ownPeer()
    await scene.signal(ids.other, offer('after the reload'))
    await scene.push(scene.answered({ peers: { customer: peer, agent: ids.other } }))
    expect(scene.media.connections).toHaveLength(2)
    expect(scene.media.connections[0]?.connectionState).toBe('closed')
    expect(scene.media.connections[1]?.remoteDescription?.sdp).toBe('after the reload')
    expect(scene.server.requests('call.signal').at(-1)?.params).toMatchObject({ from: peer, to: ids.other })
  })

  it('replaces the connection after an invalid signal, at most every 5 s', async () => {
    await scene.push(scene.answered())
    const before = scene.ownPeer()
    await scene.signal(ids.agent, offer('garbage'))
    expect(scene.media.connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
    expect(scene.ownPeer()).not.toBe(before)
    expect(scene.calls.state.get().name).toBe('connecting')
    await scene.signal(ids.agent, offer('garbage'))
    expect(scene.server.requests('call.join')).toHaveLength(1)
  })

  it('prefetches no candidates, because Chromium may lose them and those of later restarts', async () => {
    expect(scene.media.connections[0]?.configuration.iceCandidatePoolSize ?? 0).toBe(0)
  })

  it('a connection that gathers no candidates is replaced under a new id, and signals to the old id are ignored', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    const before = scene.ownPeer()
    const [connection] = scene.media.connections
    connection!.iceGatheringState = 'gathering'
    await scene.platform.advance(4_000)
    const after = scene.ownPeer()
    expect(after).not.toBe(before)
    expect(scene.media.connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
    const to = (peer: string | null, sdp: string) =>
      scene.server.say('call.signal', { call_id: ids.call, from: ids.agent, to: peer, signal: offer(sdp) })
    to(before, 'to the former connection')
    await settle()
    expect(scene.media.connections[1]?.remoteDescription).toBeNull()
    to(after, 'to this one')
    await settle()
    expect(scene.media.connections[1]?.remoteDescription?.sdp).toBe('to this one')
    expect(scene.server.requests('call.signal').at(-1)?.params).toMatchObject({ from: after, to: ids.agent })
  })

  it('a connection that has found a candidate is not replaced', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    const [connection] = scene.media.connections
    connection!.iceGatheringState = 'gathering'
    connection?.emitCandidate('candidate:1')
    await scene.platform.advance(5_000)
    expect(scene.media.connections).toHaveLength(1)
  })

  it('uses only the relay if the provider requires it', async () => {
    scene.calls.hangUp()
    scene.server.answers.set('call.start', () => ({ call: scene.view({ relay_only: true }), ice }))
    await scene.ring()
    expect(scene.media.connections.at(-1)?.configuration).toMatchObject({
      iceServers: ice,
      iceTransportPolicy: 'relay',
    })
  })

  it('[C8] sends a keep-alive every 5 s', async () => {
    await scene.platform.advance(16_000)
    expect(scene.server.requests('call.alive')).toHaveLength(3)
  })

  it('closes when another window takes the call over', async () => {
    scene.server.refusals.push({ method: 'call.alive', code: 'call_elsewhere' })
    await scene.platform.advance(6_000)
    expect(scene.calls.state.get().name).toBe('elsewhere')
    expect(scene.media.live()).toEqual([])
  })

  it('is over if the server no longer has the call', async () => {
    scene.server.refusals.push({ method: 'call.alive', code: 'call_over' })
    await scene.platform.advance(6_000)
    const end = { status: 'missed', reason: null, ended_by: 'system' }
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', agent: null, end, seconds: null })
  })

  it('hanging up ends the call immediately and is sent once there is a socket', async () => {
    scene.server.close(1006)
    await settle()
    scene.calls.hangUp()
    expect(scene.calls.state.get().name).toBe('over')
    expect(scene.media.live()).toEqual([])
    scene.server.call = scene.view()
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.end').length > 0)
    expect(scene.calls.state.get().name).toBe('over')
  })

  it('sends nothing after the end and is not resumed by the next page', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    scene.calls.hangUp()
    await settle()
    const before = scene.server.received.length
    scene.calls.prepare()
    await settle()
    scene.calls.media.setMicrophone(false)
    await scene.platform.advance(10_000)
    expect(scene.server.received.slice(before).map(({ method }) => method)).not.toContain('call.signal')
    expect([...scene.media.stored]).toEqual([])
  })

  it('gives up after ICE restarts and a replaced connection, and shows the end', async () => {
    const ended_at = '2026-01-31T10:00:07.900+00:00'
    const end = { status: 'failed', reason: 'media_failed', ended_by: 'system', ended_at } as const
    scene.server.answers.set('call.end', () => scene.view({ phase: 'over', end }))
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    scene.media.connections[0]?.setConnectionState('failed')
    for (let second = 0; second < 80 && scene.calls.state.get().name !== 'over'; second++) {
      await scene.platform.advance(1_000)
      const newest = scene.media.connections.at(-1)
      if (newest?.remoteDescription === null) await scene.signal(ids.agent, offer('to another connection'))
      if (newest?.connectionState === 'new') newest.setConnectionState('failed')
    }
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', end })
    expect(scene.server.requests('call.end')[0]?.params).toEqual({
      call_id: ids.call,
      reason: 'media_failed',
    })
    expect(scene.server.requests('call.join')).toHaveLength(1)
    // One of the five attempts was made by the other side.
    expect(scene.media.connections.map(({ restarts }) => restarts)).toEqual([4, 4])
    expect(scene.media.live()).toEqual([])
  })

  it('gives up when the agent’s descriptions cannot be applied for three minutes', async () => {
    const peers = () => ({ customer: scene.ownPeer(), agent: ids.agent })
    scene.server.answers.set('call.join', () => ({ call: scene.answered({ peers: peers() }), ice }))
    scene.server.answers.set('call.alive', () => scene.answered({ peers: peers() }))
    await scene.push(scene.answered())
    const ended = () => scene.server.requests('call.end').map(({ params }) => params)
    const receiveFor = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 3) {
        await scene.signal(ids.agent, offer('garbage'))
        await scene.platform.advance(3_000)
      }
    }
    await receiveFor(174)
    expect(ended()).toEqual([])
    await receiveFor(9)
    expect(ended()).toEqual([{ call_id: ids.call, reason: 'media_failed' }])
  })

  it('[C8] sends keep-alives in time while the browser throttles timers', async () => {
    const { after } = scene.platform
    scene.platform.after = (milliseconds, run) => after(Math.max(2_500, milliseconds), run)
    await scene.platform.advance(3_000)
    const before = scene.server.requests('call.alive').length
    await scene.platform.advance(30_000)
    expect(scene.server.requests('call.alive').length - before).toBeGreaterThanOrEqual(5)
  })

  it('early signals of old connections do not displace those of the next one', async () => {
    await scene.push(scene.answered())
    for (let old = 0; old < 120; old++) await scene.signal(ids.other, offer(`of page ${old}`))
    const third = ids.other.replace('7e6', '7e7')
    await scene.signal(third, offer('of the newest page'))
    await scene.push(scene.answered({ peers: { customer: scene.ownPeer(), agent: third } }))
    expect(scene.media.connections.at(-1)?.remoteDescription?.sdp).toBe('of the newest page')
  })
})
