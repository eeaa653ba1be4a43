import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { beforeEach, describe, expect, it } from 'vitest'
import { context, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { active, own, transfersOf } from '../testing/transfer-fixture.ts'
import { createOwnCallSession } from './own-call-session.ts'

/** The agent hangs up, and the service learns of it late. */

const scene = useAgentScene()
const { talk } = transfersOf(scene)

const inOtherWindow = (): CallView =>
  scene.answered({
    ...active,
    peers: { customer: ids.customer, agent: '019bff00-0000-7000-8000-0000000007e6' },
  })
const ends = () => scene.server.requests('call.end').map(({ params }) => params)

async function disconnect(): Promise<void> {
  scene.server.close(1006)
  scene.server.reachable = false
  await settle()
}

async function reconnect(view?: CallView): Promise<void> {
  const opened = scene.server.requests('desk.open').length
  Object.assign(scene, { desk: view ? scene.inCall(view) : idle })
  scene.server.reachable = true
  scene.server.silent = false
  scene.session.retryNow()
  await until(() => scene.server.requests('desk.open').length > opened)
  await settle()
}

describe('hanging up without a socket', () => {
  it('ends the call once on the next one', async () => {
    await talk()
    await disconnect()
    scene.calls.hangUp()
    const peer = scene.ownPeer()
    await reconnect(scene.answered(active))
    expect(ends()).toEqual([{ call_id: ids.call }])
    expect(scene.server.requests('call.join').map(({ params }) => params)).toEqual([
      { call_id: ids.call, peer, previous: peer },
    ])
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', seconds: 7 })
  })

  it('[C6] shows the end that the service has stored meanwhile', async () => {
    await talk()
    await disconnect()
    scene.calls.hangUp()
    scene.server.refusals.push({ method: 'call.join', code: 'call_over' })
    await reconnect()
    expect(scene.calls.state.get()).toMatchObject({ name: 'over', seconds: 7 })
  })

  it('[C10] does not end a call that another window has taken over', async () => {
    await talk()
    await disconnect()
    scene.calls.hangUp()
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    await reconnect(inOtherWindow())
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
    await scene.push(scene.inCall(inOtherWindow()))
    expect(ends()).toEqual([])
  })

  it('[C10] leaves a call to the other window if the desk arrives last', async () => {
    await talk()
    await disconnect()
    scene.calls.hangUp()
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    scene.server.refusals.push({ method: 'desk.open', code: 'unavailable' })
    await reconnect(inOtherWindow())
    expect(scene.calls.state.get().name).toBe('elsewhere')
    await scene.platform.advance(2_000)
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
    expect(ends()).toEqual([])
  })
})

it('[C10] hanging up before this window has joined again does not end a call that another window has taken over', async () => {
  await talk()
  await disconnect()
  scene.server.refusals.push({ method: 'call.join', code: 'unavailable' })
  await reconnect(scene.answered(active))
  scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
  scene.calls.hangUp()
  await scene.push(scene.inCall(inOtherWindow()))
  expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
  await scene.platform.advance(2_000)
  expect(ends()).toEqual([])
})

describe('hanging up a call of another window without a socket', () => {
  beforeEach(async () => {
    await talk()
    await scene.push(scene.inCall(inOtherWindow()))
    expect(scene.calls.state.get().name).toBe('elsewhere')
    await disconnect()
    scene.calls.hangUp()
  })

  it('ends it on the next one', async () => {
    await scene.platform.advance(29_000)
    await reconnect(inOtherWindow())
    expect(ends()).toEqual([{ call_id: ids.call }])
    await scene.push(idle)
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('does not end it 30 s later, until the agent hangs up again', async () => {
    await scene.platform.advance(30_000)
    await reconnect(inOtherWindow())
    expect(ends()).toEqual([])
    scene.calls.hangUp()
    await settle()
    expect(ends()).toEqual([{ call_id: ids.call }])
  })

  it('does not end it if another window has joined it meanwhile', async () => {
    await reconnect(
      scene.answered({
        ...active,
        peers: { customer: ids.customer, agent: '019bff00-0000-7000-8000-0000000007e7' },
      }),
    )
    expect(ends()).toEqual([])
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
  })

  it('does not end it after a takeover by this window', async () => {
    scene.calls.takeOver()
    await reconnect(inOtherWindow())
    expect(ends()).toEqual([])
  })
})

describe('a hang-up without an answer', () => {
  it('is checked before it is sent again', async () => {
    await talk()
    scene.server.silent = true
    scene.calls.hangUp()
    await settle()
    await disconnect()
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    await reconnect(inOtherWindow())
    expect(ends()).toHaveLength(1)
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })

  it('does not end the call of another window if it was sent while joining', async () => {
    await scene.push(scene.inCall(scene.answered(active)))
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    scene.calls.hangUp()
    await settle()
    await disconnect()
    await reconnect(inOtherWindow())
    expect(ends()).toHaveLength(1)
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
  })
})

describe('a hang-up that is refused for a minute', () => {
  beforeEach(async () => {
    await scene.push(scene.inCall(inOtherWindow()))
    for (let second = 0; second < 60; second += 2)
      scene.server.refusals.push({ method: 'call.end', code: 'unavailable' })
  })

  it('is repeated for 30 s if another window has the call', async () => {
    scene.calls.hangUp()
    await scene.platform.advance(60_000)
    expect(ends()).toHaveLength(15)
  })

  it('is repeated until the call has ended if this window has taken it over', async () => {
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    scene.server.silent = false
    scene.calls.hangUp()
    await scene.push(scene.inCall(scene.answered(active)))
    await scene.platform.advance(62_000)
    expect(ends()).toHaveLength(31)
  })
})

describe('hanging up 30 s ago during a takeover without a socket', () => {
  beforeEach(async () => {
    await scene.push(scene.inCall(inOtherWindow()))
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    await disconnect()
    scene.calls.hangUp()
    await scene.platform.advance(30_000)
  })

  it('leaves the call to the other window', async () => {
    await reconnect(inOtherWindow())
    expect([ends(), scene.calls.state.get().name]).toEqual([[], 'elsewhere'])
  })

  it('ends the call if the service has accepted the takeover', async () => {
    await reconnect(scene.answered(active))
    expect(ends()).toEqual([{ call_id: ids.call }])
  })
})

it('a takeover is not repeated after the agent hung up', async () => {
  await scene.push(scene.inCall(scene.answered(active)))
  scene.server.refusals.push({ method: 'call.join', code: 'unavailable' })
  scene.calls.takeOver()
  await settle()
  scene.calls.hangUp()
  await scene.push(idle)
  await scene.platform.advance(5_000)
  expect(scene.server.requests('call.join')).toHaveLength(1)
  expect(ends()).toHaveLength(1)
})

it('a hang-up during a refused takeover is repeated if its response is lost', async () => {
  await scene.push(scene.inCall(scene.answered(active)))
  scene.server.refusals.push({ method: 'call.join', code: 'unavailable' })
  scene.calls.takeOver()
  await settle()
  scene.server.silent = true
  scene.calls.hangUp()
  await settle()
  await disconnect()
  await reconnect(scene.answered(active))
  await scene.platform.advance(5_000)
  expect(scene.server.requests('call.join')).toHaveLength(1)
  expect(ends()).toHaveLength(2)
})

describe('a refused hang-up', () => {
  /** The agent hangs up during call.accept, and the service cannot end the call yet. */
  async function hangUpInVain(): Promise<void> {
    await scene.push(scene.ringing())
    scene.server.refusals.push({ method: 'call.end', code: 'unavailable' })
    scene.calls.accept()
    await until(() => scene.server.requests('call.accept').length > 0)
    scene.calls.hangUp()
    await settle()
    expect(ends()).toHaveLength(1)
  }

  it('is repeated once, although desks still have the call', async () => {
    await hangUpInVain()
    for (let pushed = 0; pushed < 2; pushed++) await scene.push(scene.inCall(scene.answered(active)))
    await scene.platform.advance(2_000)
    expect(ends()).toHaveLength(2)
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is not repeated after another window has taken the call over', async () => {
    await hangUpInVain()
    await scene.push(scene.inCall(inOtherWindow()))
    await scene.platform.advance(2_000)
    expect(ends()).toHaveLength(1)
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
  })
})

describe('[C10] the session of a call', () => {
  const [first, second] = [ids.customer, own]
  const join = { call_id: ids.call, peer: second, previous: first }
  const joins = () => scene.server.requests('call.join').map(({ params }) => params)

  it('joins with the latest id before an end on another socket, also if its response was lost', async () => {
    const ownCall = createOwnCallSession(scene.session, first)
    scene.server.silent = true
    const lost = ownCall.request('call.join', join)
    await disconnect()
    expect(await lost).toEqual({ ok: false, code: 'disconnected' })
    await reconnect()
    expect((await ownCall.request('call.end', { call_id: ids.call })).ok).toBe(true)
    expect(joins()).toEqual([join, join])
  })

  it('does not join again where it has joined, before the end is repeated', async () => {
    const ownCall = createOwnCallSession(scene.session, first)
    await disconnect()
    await reconnect()
    await ownCall.request('call.join', join)
    scene.server.refusals.push({ method: 'call.end', code: 'unavailable' })
    await ownCall.request('call.end', { call_id: ids.call })
    expect([joins(), ends()]).toEqual([[join], [{ call_id: ids.call }]])
    await ownCall.request('call.end', { call_id: ids.call })
    expect(joins()).toEqual([join, { ...join, previous: second }])
    expect(ends()).toHaveLength(2)
  })
})
