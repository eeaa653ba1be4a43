import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anna, ice, ids, offer, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useCustomerScene()

/** Loads the page anew during a call in this tab. */
async function reloadWith(change: Partial<CallView> = {}) {
  scene.calls.close()
  scene.session.close()
  scene.server.call = scene.answered(change)
  await scene.open()
  await settle()
}

const inOtherWindow = { peers: { customer: ids.other, agent: ids.agent } }

/** Starts a call whose response is lost. */
async function startInVain() {
  const answer = scene.server.answers.get('call.start')!
  scene.server.answers.set('call.start', (request) => (answer(request), undefined as never))
  await scene.ring()
  expect(scene.calls.state.get().name).toBe('starting')
}

it('[C10] a call is resumed on the next page of the tab if the page changed before it was answered', async () => {
  await startInVain()
  const previous = scene.ownPeer()
  await reloadWith()
  // The former page's last retry.
  await scene.platform.advance(1_000)
  expect(scene.server.requests('call.join')[0]?.params).toMatchObject({ call_id: ids.call, previous })
  expect(scene.calls.state.get().name).toBe('connecting')
})

describe('a customer who mutes before the start is answered stays muted', () => {
  afterEach(() => {
    expect(scene.calls.state.get().name).toBe('connecting')
    expect(scene.calls.media.view.get().sending.microphone).toBe(false)
    expect(scene.media.live()).toMatchObject([{ enabled: false }])
  })

  it('if the page changes before the answer', async () => {
    await startInVain()
    scene.calls.media.setMicrophone(false)
    await reloadWith()
    // The former page's last retry.
    await scene.platform.advance(1_000)
  })

  it('if the page changes after the answer', async () => {
    scene.server.refusals.push({ method: 'call.start', code: 'unavailable' })
    await scene.ring()
    scene.calls.media.setMicrophone(false)
    await scene.platform.advance(1_000)
    expect(scene.calls.state.get().name).toBe('ringing')
    await reloadWith()
  })

  it('if the call must be started again', async () => {
    for (const code of ['unavailable', 'consent_missing'] as const)
      scene.server.refusals.push({ method: 'call.start', code })
    await scene.ring()
    scene.calls.media.setMicrophone(false)
    await scene.platform.advance(1_000)
    expect(scene.calls.state.get().name).toBe('ready')
    scene.calls.start('granted')
    await settle()
    expect(scene.calls.state.get().name).toBe('ringing')
    await reloadWith()
  })
})

it('a call is not muted because an earlier one was that ended while no page was open', async () => {
  await scene.ring()
  scene.calls.media.setMicrophone(false)
  scene.calls.close()
  scene.session.close()
  await scene.open()
  await scene.ring()
  expect(scene.calls.state.get().name).toBe('ringing')
  expect(scene.media.live()).toMatchObject([{ enabled: true }])
  await reloadWith()
  expect(scene.calls.state.get().name).toBe('connecting')
  expect(scene.media.live()).toMatchObject([{ enabled: true }])
})

describe('[C10] after a reload of the tab that has the call', () => {
  beforeEach(() => scene.ring())

  it('is resumed as the window that had it', async () => {
    const previous = scene.ownPeer()
    await reloadWith()
    const [join] = scene.server.requests('call.join')
    expect(join?.params).toMatchObject({ call_id: ids.call, previous })
    expect(join?.params.peer).not.toBe(previous)
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('is resumed if only its id was saved, as by earlier versions', async () => {
    const previous = scene.ownPeer()
    sessionStorage.setItem('parley.call', ids.call)
    await reloadWith()
    expect(scene.server.requests('call.join')[0]?.params).toMatchObject({ call_id: ids.call, previous })
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('is resumed after its connection was replaced, also if the response was lost', async () => {
    await scene.push(scene.answered())
    scene.server.silent = true
    await scene.signal(ids.agent, offer('garbage'))
    const replaced = scene.ownPeer()
    scene.server.silent = false
    await reloadWith()
    expect(scene.server.requests('call.join')[1]?.params.previous).toBe(replaced)
  })

  it('is resumed if the replacement of its connection did not arrive', async () => {
    await scene.push(scene.answered())
    const previous = scene.ownPeer()
    scene.server.silent = true
    await scene.signal(ids.agent, offer('garbage'))
    scene.server.silent = false
    await reloadWith({ peers: { customer: previous, agent: ids.agent } })
    expect(scene.server.requests('call.join')[1]?.params.previous).toBe(previous)
  })

  it('is elsewhere if another window has taken it over, until it is taken back by a click', async () => {
    await reloadWith(inOtherWindow)
    expect(scene.server.requests('call.join')).toEqual([])
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    scene.calls.takeOver()
    await settle()
    expect(scene.server.requests('call.join')[0]?.params).not.toHaveProperty('previous')
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('is elsewhere in a copy of the tab, which has the same saved call', async () => {
    const { calls, session } = scene
    scene.server.call = scene.answered()
    await scene.open()
    await scene.platform.advance(500)
    expect(scene.server.requests('call.join')).toEqual([])
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(calls.state.get().name).toBe('ringing')
    expect(scene.media.live()).toHaveLength(1)
    calls.close()
    session.close()
  })

  it('is elsewhere as soon as another window has taken it over, which then keeps it after a reload', async () => {
    const { calls, session, server } = scene
    server.call = scene.answered()
    await scene.open()
    await scene.platform.advance(500)
    scene.calls.takeOver()
    await settle()
    const saved = sessionStorage.getItem('parley.call')!
    await scene.push(scene.answered())
    expect(calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    // Each tab has its own storage, except in this test.
    sessionStorage.setItem('parley.call', saved)
    const previous = scene.ownPeer()
    await reloadWith()
    await scene.platform.advance(500)
    expect(server.requests('call.join').at(-1)?.params).toMatchObject({ previous })
    expect(scene.calls.state.get().name).toBe('connecting')
    calls.close()
    session.close()
  })

  it('is resumed after a takeover whose response was lost, while the window that had it has no socket', async () => {
    const { calls, session, server, platform } = scene
    server.call = scene.answered()
    await scene.open()
    await platform.advance(500)
    server.silent = true
    scene.calls.takeOver()
    await settle()
    const previous = scene.ownPeer()
    session.close()
    server.close(1006)
    await settle()
    server.silent = false
    server.call = scene.answered()
    await platform.advance(3_000)
    await until(() => scene.session.state.get().name === 'ready')
    await platform.advance(500)
    expect(server.requests('call.join').at(-1)?.params).toMatchObject({ previous })
    expect(scene.calls.state.get().name).toBe('connecting')
    calls.close()
  })

  it('stays there when its page returns from the back/forward cache, also if the tab was copied', async () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    await reloadWith()
    const { calls, session, server } = scene
    page.dispatchEvent(new Event('pagehide'))
    await scene.push(scene.answered())
    server.call = scene.answered()
    await scene.open()
    await scene.platform.advance(500)
    expect(server.requests('call.join')).toHaveLength(1)
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(calls.state.get().name).toBe('connecting')
    calls.close()
    session.close()
  })

  it('is elsewhere if another window takes it over at the same time', async () => {
    scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
    await reloadWith()
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(scene.media.live()).toEqual([])
  })

  it('is elsewhere if another window takes it over while this one has no socket', async () => {
    scene.server.answers.set('call.join', () => {
      scene.server.close(1006)
      return { call: scene.answered(), ice }
    })
    await reloadWith()
    expect(scene.media.live()).toHaveLength(1)
    scene.server.call = scene.answered(inOtherWindow)
    await scene.platform.advance(3_000)
    await until(() => scene.session.state.get().name === 'ready')
    await settle()
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(scene.media.live()).toEqual([])
  })
})
