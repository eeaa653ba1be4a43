import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ice, ids, offer, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useCustomerScene()

describe('a call whose socket is replaced', () => {
  beforeEach(() => scene.ring())

  it('[C10] joins first on a new socket', async () => {
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    const peer = scene.ownPeer()
    scene.server.close(1006)
    await settle()
    expect(scene.calls.state.get().name).toBe('connecting')
    expect(scene.media.connections[0]?.connectionState).toBe('new')
    const before = scene.server.received.length
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.join').length > 0)
    await scene.platform.advance(6_000)
    const after = scene.server.received.slice(before).map(({ method }) => method)
    expect(after.indexOf('call.join')).toBeLessThan(after.indexOf('call.alive'))
    expect(scene.server.requests('call.join')[0]?.params).toEqual({ call_id: ids.call, peer, previous: peer })
    expect(scene.media.connections).toHaveLength(1)
  })

  it('sends no requests on a new socket before call.join', async () => {
    scene.server.close(1006)
    await settle()
    scene.server.refusals.push({ method: 'call.join', code: 'rate_limited', retry_after: 12_000 })
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.join').length > 0)
    await scene.platform.advance(11_000)
    expect(scene.server.requests('call.alive')).toEqual([])
    await scene.platform.advance(6_000)
    expect(scene.server.requests('call.join')).toHaveLength(2)
    expect(scene.server.requests('call.alive').length).toBeGreaterThan(0)
  })

  it('[C10] is elsewhere if another window took it over while there was no socket', async () => {
    await scene.push(scene.answered())
    scene.server.close(1006)
    await settle()
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.join').length > 0)
    await settle()
    expect(scene.calls.state.get().name).toBe('elsewhere')
    expect(scene.media.live()).toEqual([])
  })

  it('does not count the absence of the agent as attempts', async () => {
    const peers = () => ({ customer: scene.ownPeer(), agent: ids.agent })
    scene.server.answers.set('call.join', () => ({ call: scene.answered({ peers: peers() }), ice }))
    scene.server.answers.set('call.alive', () => scene.answered({ peers: peers() }))
    await scene.push(scene.answered())
    await scene.signal(ids.agent, offer('1'))
    scene.media.connections[0]?.setConnectionState('failed')
    await scene.platform.advance(110_000)
    await scene.signal(ids.agent, offer('after the absence'))
    scene.media.connections.at(-1)?.setConnectionState('failed')
    await scene.platform.advance(3_000)
    expect(scene.media.connections.at(-1)?.restarts).toBe(1)
    expect(scene.server.requests('call.end')).toEqual([])
  })

  it('[C10] repeats a replacement whose response was lost under the same id', async () => {
    await scene.push(scene.answered())
    const previous = scene.ownPeer()
    scene.server.silent = true
    await scene.signal(ids.agent, offer('garbage'))
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.join').length === 2)
    await settle()
    const [lost, repeated] = scene.server.requests('call.join').map(({ params }) => params)
    expect(lost).toMatchObject({ previous })
    expect(lost?.peer).not.toBe(previous)
    expect(repeated).toEqual(lost)
    expect(scene.media.connections.map(({ connectionState }) => connectionState)).toEqual(['closed', 'new'])
    await scene.signal(ids.agent, offer('to the new connection'))
    expect(scene.media.connections[1]?.remoteDescription?.sdp).toBe('to the new connection')
  })

  it('[C10] does not replace its connection again while the response is missing', async () => {
    await scene.push(scene.answered())
    scene.server.silent = true
    const invalid = { call_id: ids.call, from: ids.agent, to: scene.ownPeer(), signal: offer('garbage') }
    scene.server.say('call.signal', invalid)
    await scene.platform.advance(6_000)
    scene.server.say('call.signal', invalid)
    await scene.platform.advance(8_000)
    const [first, ...repeated] = scene.server.requests('call.join').map(({ params }) => params)
    expect(repeated).toEqual([first])
  })

  it('does not report a connection that is being replaced as connected', async () => {
    await scene.push(scene.answered())
    scene.server.silent = true
    await scene.signal(ids.agent, offer('garbage'))
    const [connection] = scene.media.connections
    connection?.setConnectionState('connected')
    await scene.platform.advance(1_000)
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.server.requests('call.connected')).toEqual([])
  })

  it('[C10] ignores the refusal of a delayed join under a former id', async () => {
    await scene.push(scene.answered())
    const reconnect = async () => {
      scene.server.close(1006)
      await settle()
      const before = scene.server.requests('call.join').length
      await scene.platform.advance(3_000)
      await until(() => scene.server.requests('call.join').length > before)
      await settle()
    }
    scene.server.answers.set('call.alive', () => scene.answered())
    scene.server.refusals.push({ method: 'call.join', code: 'rate_limited', retry_after: 20_000 })
    await reconnect()
    await reconnect()
    await scene.signal(ids.agent, offer('garbage'))
    const peers = { customer: scene.ownPeer(), agent: ids.agent }
    scene.server.answers.set('call.alive', () => scene.answered({ peers }))
    const joined = scene.server.requests('call.join').length
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    await scene.platform.advance(20_000)
    expect(scene.server.requests('call.join')).toHaveLength(joined + 1)
    expect(scene.server.refusals).toEqual([])
    expect(scene.calls.state.get().name).toBe('connecting')
  })
})
