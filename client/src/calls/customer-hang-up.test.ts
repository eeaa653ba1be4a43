import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ice, ids, over, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

/** A call that was hung up offline does not block the next one. */

const scene = useCustomerScene()
const second = '019bff00-0000-7000-8000-00000000ca12'
/** The server's call, with the client_id of its start. */
let live: { id: string; client_id: string } | null

beforeEach(() => {
  live = null
  const { server } = scene
  server.answers.set('call.start', ({ params }) => {
    const { client_id } = params as { client_id: string }
    live ??= { id: server.requests('call.start').length > 1 ? second : ids.call, client_id }
    if (live.client_id !== client_id) throw new Error('call_live')
    return { call: scene.view({ id: live.id }), ice }
  })
  server.answers.set('call.end', ({ params }) => {
    const { call_id } = params as { call_id: string }
    if (live?.id === call_id) live = null
    return scene.view({ ...over, id: call_id })
  })
})

async function start() {
  scene.calls.prepare()
  await settle()
  scene.calls.start(null)
  await settle()
}

/** Loses the socket; the server is unreachable. */
async function disconnect() {
  scene.server.close(1006)
  scene.server.reachable = false
  await settle()
}

async function reconnect() {
  scene.server.silent = false
  scene.server.reachable = true
  scene.server.call = live && scene.view({ id: live.id })
  await scene.platform.advance(31_000)
  await until(() => scene.session.state.get().name === 'ready')
  await scene.platform.advance(2_000)
}

const requests = () =>
  scene.server.received
    .filter(({ method }) => method === 'call.start' || method === 'call.end')
    .map(({ method }) => method)

describe('hanging up offline or during a slow start, and calling again', () => {
  it('ends a first call whose start reached the server', async () => {
    const answer = scene.server.answers.get('call.start')!
    scene.server.answers.set('call.start', (request) => (answer(request), undefined as never))
    await start()
    scene.server.answers.set('call.start', answer)
    expect(live?.id).toBe(ids.call)
    await disconnect()
    scene.calls.hangUp()
    await callAgain()
    expect(requests()).toEqual(['call.start', 'call.start', 'call.end', 'call.start'])
    expect(live?.id).toBe(second)
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('does not repeat a start that never reached the server', async () => {
    scene.calls.prepare()
    await settle()
    scene.server.silent = true
    scene.calls.start(null)
    await settle()
    await disconnect()
    scene.calls.hangUp()
    await callAgain()
    const starts = scene.server.requests('call.start')
    expect(new Set(starts.map(({ params }) => params.client_id)).size).toBe(2)
    expect(requests()).toEqual(['call.start', 'call.start'])
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('ends a ringing first call before the second starts', async () => {
    await start()
    await disconnect()
    scene.calls.hangUp()
    await callAgain()
    expect(requests()).toEqual(['call.start', 'call.end', 'call.start'])
    expect(live?.id).toBe(second)
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('continues a second call during the repeats of the first start', async () => {
    const answer = scene.server.answers.get('call.start')!
    scene.server.refusals.push({ method: 'call.start', code: 'unavailable' })
    await start()
    scene.calls.hangUp()
    // The view arrives before the response.
    scene.server.answers.set('call.start', (request) => {
      const started = answer(request)
      scene.server.say('call', scene.view({ id: live!.id }))
      return started
    })
    await start()
    await scene.platform.advance(3_000)
    expect(scene.calls.state.get().name).toBe('ringing')
    expect(requests()).toEqual(['call.start', 'call.start'])
  })

  it('and hanging up again offline starts no second call', async () => {
    await start()
    await disconnect()
    scene.calls.hangUp()
    scene.calls.dismiss()
    await start()
    scene.calls.hangUp()
    await reconnect()
    expect(requests().filter((method) => method === 'call.start')).toHaveLength(1)
    expect([live, scene.calls.state.get().name]).toEqual([null, 'idle'])
  })

  /** Starts the second call and reconnects within its timeout. */
  async function callAgain() {
    scene.calls.dismiss()
    // The retry of the second start is due before that of the first.
    await scene.platform.advance(500)
    await start()
    await scene.platform.advance(700)
    expect(scene.calls.state.get().name).toBe('starting')
    scene.server.silent = false
    scene.server.reachable = true
    scene.server.call = live && scene.view({ id: live.id })
    scene.session.retryNow()
    await until(() => scene.session.state.get().name === 'ready')
    await scene.platform.advance(3_000)
  }
})

describe('a start that was refused after 15 s without response', () => {
  beforeEach(async () => {
    const answer = scene.server.answers.get('call.start')!
    scene.server.answers.set('call.start', (request) => (answer(request), undefined as never))
    await start()
    scene.server.answers.set('call.start', answer)
    await disconnect()
    await scene.platform.advance(16_000)
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'disconnected' })
    expect(scene.media.live()).toEqual([])
  })

  it('is ended on the next socket, without opening the microphone', async () => {
    await reconnect()
    expect(live).toBeNull()
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'disconnected' })
    expect(scene.media.live()).toEqual([])
  })

  it('does not block the next call', async () => {
    await start()
    expect(scene.calls.state.get().name).toBe('starting')
    scene.server.reachable = true
    scene.server.call = scene.view({ id: live!.id })
    scene.session.retryNow()
    await until(() => scene.session.state.get().name === 'ready')
    await scene.platform.advance(3_000)
    expect(requests().slice(-2)).toEqual(['call.end', 'call.start'])
    expect(live?.id).toBe(second)
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('leaves the call to another window that has taken it over', async () => {
    scene.server.reachable = true
    scene.server.call = scene.answered({ id: live!.id, peers: { customer: ids.other, agent: ids.agent } })
    await scene.platform.advance(31_000)
    await until(() => scene.session.state.get().name === 'ready')
    await scene.platform.advance(2_000)
    expect(requests()).toEqual(['call.start'])
    expect(live).not.toBeNull()
  })

  it('is not repeated if it did not reach the server', async () => {
    live = null
    await reconnect()
    expect(requests()).toEqual(['call.start'])
  })
})

it('a start that is refused for now does not delay the next one', async () => {
  scene.server.refusals.push({ method: 'call.start', code: 'rate_limited', retry_after: 20_000 })
  await start()
  expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'rate_limited' })
  await start()
  await scene.platform.advance(2_000)
  expect(scene.calls.state.get().name).toBe('ringing')
  expect(requests()).toEqual(['call.start', 'call.start'])
})

it('a start that is refused for now is not repeated beside the view of an earlier call', async () => {
  scene.session.close()
  scene.server.call = scene.view({ ...over, id: second })
  await scene.open()
  await settle()
  scene.calls.dismiss()
  scene.server.refusals.push({ method: 'call.start', code: 'rate_limited', retry_after: 20_000 })
  await start()
  await scene.platform.advance(60_000)
  expect(requests()).toEqual(['call.start'])
})

describe('a page after `close`', () => {
  it('ignores calls and releases the microphone', async () => {
    await start()
    scene.calls.close()
    await scene.push(scene.view({ phase: 'active' }))
    expect(scene.server.requests('call.join')).toEqual([])
    expect(scene.media.live()).toEqual([])
  })

  it('stops repeating a start', async () => {
    await disconnect()
    await start()
    scene.calls.close()
    await reconnect()
    expect(requests()).toEqual([])
  })
})
