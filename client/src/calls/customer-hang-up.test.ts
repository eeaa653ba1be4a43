import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ice, ids, over, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

/** A call that was left while nobody could hear it stands in nobody's way. */

const scene = useCustomerScene()
const second = '019bff00-0000-7000-8000-00000000ca12'
/** The call that the service has, by the start that made it. */
let live: { id: string; client_id: string } | null

beforeEach(() => {
  live = null
  const { server } = scene
  server.answers.set('call.start', ({ params }) => {
    const { client_id } = params as { client_id: string }
    live ??= { id: server.requests('call.start').length > 1 ? second : ids.call, client_id }
    if (live.client_id !== client_id) throw new Error('call_live')
    return { call: scene.picture({ id: live.id }), ice }
  })
  server.answers.set('call.end', ({ params }) => {
    const { call_id } = params as { call_id: string }
    if (live?.id === call_id) live = null
    return scene.picture({ ...over, id: call_id })
  })
})

async function start() {
  scene.calls.prepare()
  await settle()
  scene.calls.start(null)
  await settle()
}

/** The socket is lost, and the service does not answer any more. */
async function lose() {
  scene.server.close(1006)
  scene.server.reachable = false
  await settle()
}

async function reconnect() {
  scene.server.silent = false
  scene.server.reachable = true
  scene.server.call = live && scene.picture({ id: live.id })
  await scene.platform.advance(31_000)
  await until(() => scene.session.state.get().name === 'ready')
  await scene.platform.advance(2_000)
}

const said = () =>
  scene.server.received
    .filter(({ method }) => method === 'call.start' || method === 'call.end')
    .map(({ method }) => method)

describe('whoever hangs up offline and calls again', () => {
  it('while the first call was being started, which the service had heard, ends that one first', async () => {
    const answer = scene.server.answers.get('call.start')!
    scene.server.answers.set('call.start', (request) => (answer(request), undefined as never))
    await start()
    scene.server.answers.set('call.start', answer)
    expect(live?.id).toBe(ids.call)
    await lose()
    scene.calls.hangUp()
    await callAgain()
    expect(said()).toEqual(['call.start', 'call.start', 'call.end', 'call.start'])
    expect(live?.id).toBe(second)
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('while the first call was being started, of which the service never heard, makes no call of it', async () => {
    scene.calls.prepare()
    await settle()
    scene.server.silent = true
    scene.calls.start(null)
    await settle()
    await lose()
    scene.calls.hangUp()
    await callAgain()
    const starts = scene.server.requests('call.start')
    expect(new Set(starts.map(({ params }) => params.client_id)).size).toBe(2)
    expect(said()).toEqual(['call.start', 'call.start'])
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('while it rang, ends that one first', async () => {
    await start()
    await lose()
    scene.calls.hangUp()
    await callAgain()
    expect(said()).toEqual(['call.start', 'call.end', 'call.start'])
    expect(live?.id).toBe(second)
    expect(scene.calls.state.get().name).toBe('ringing')
  })

  it('and hangs up again before the service can hear anything, has made no second call', async () => {
    await start()
    await lose()
    scene.calls.hangUp()
    scene.calls.dismiss()
    await start()
    scene.calls.hangUp()
    await reconnect()
    expect(said().filter((method) => method === 'call.start')).toHaveLength(1)
    expect([live, scene.calls.state.get().name]).toEqual([null, 'idle'])
  })

  /** The second start, and the socket back within its patience. */
  async function callAgain() {
    scene.calls.dismiss()
    // The second one is said again sooner than the first after that.
    await scene.platform.advance(500)
    await start()
    await scene.platform.advance(700)
    expect(scene.calls.state.get().name).toBe('starting')
    scene.server.silent = false
    scene.server.reachable = true
    scene.server.call = live && scene.picture({ id: live.id })
    scene.session.retryNow()
    await until(() => scene.session.state.get().name === 'ready')
    await scene.platform.advance(3_000)
  }
})

describe('a page that goes on without calls', () => {
  it('takes up none that it hears of, and lets go of the microphone', async () => {
    await start()
    scene.calls.close()
    await scene.tell(scene.picture({ phase: 'active' }))
    expect(scene.server.requests('call.join')).toEqual([])
    expect(scene.media.live()).toEqual([])
  })

  it('stops starting one', async () => {
    await lose()
    await start()
    scene.calls.close()
    await reconnect()
    expect(said()).toEqual([])
  })
})
