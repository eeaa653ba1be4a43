import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { beforeEach, describe, expect, it } from 'vitest'
import { context, idle, ids, useAgentScene } from '../testing/agent-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useAgentScene()

describe('a call of this agent that runs in another page', () => {
  async function enterWith(view: CallView) {
    scene.calls.close()
    scene.session.close()
    scene.desk = scene.inCall(view)
    await scene.open()
  }

  const inOtherWindow = (change: Partial<CallView> = {}) =>
    scene.answered({
      peers: { customer: ids.customer, agent: '019bff00-0000-7000-8000-0000000007e6' },
      ...change,
    })

  /** The socket is lost before the response. */
  async function fetchInVain() {
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
  }

  it('is shown as elsewhere until it is taken over or ends', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
    scene.calls.takeOver()
    await settle()
    expect(scene.server.requests('call.join')[0]?.params.call_id).toBe(ids.call)
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('stays muted when it is resumed', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    scene.calls.takeOver()
    await settle()
    scene.calls.media.setMicrophone(false)
    await enterWith(scene.answered({ phase: 'active' }))
    await settle()
    expect(scene.calls.media.view.get().sending.microphone).toBe(false)
    expect(scene.media.live().every(({ enabled }) => !enabled)).toBe(true)
  })

  it('is removed when it ends there', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    await scene.push(idle)
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is resumed after the next connect if the socket is lost during call.join', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    await fetchInVain()
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.join').length === 2)
    await settle()
    expect(scene.calls.state.get().name).toBe('connecting')
    expect(scene.media.live()).toHaveLength(1)
  })

  it('releases the microphone if it ends before call.join is answered', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    await fetchInVain()
    expect(scene.media.live()).toHaveLength(1)
    scene.desk = idle
    const opened = scene.server.requests('desk.open').length
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > opened)
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'gone', code: 'call_over' })
    expect(scene.media.live()).toEqual([])
  })

  it('is ended by hanging up during call.join, on the next socket if necessary', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    await fetchInVain()
    scene.calls.hangUp()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.media.live()).toEqual([])
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('call.end').length > 0)
    expect(scene.server.requests('call.end')[0]?.params).toEqual({ call_id: ids.call })
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is ended if the agent hung up while accepting and the response was lost', async () => {
    await scene.push(scene.ringing())
    scene.server.silent = true
    await scene.accept()
    scene.calls.hangUp()
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
    scene.desk = scene.inCall(scene.answered())
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > 1)
    await settle()
    expect(scene.server.requests('call.end').map(({ params }) => params)).toEqual([{ call_id: ids.call }])
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is not ended if the agent hung up before it was accepted here, and accepts it in another window', async () => {
    await scene.push(scene.ringing())
    scene.calls.accept()
    scene.calls.hangUp()
    await settle()
    expect(scene.server.requests('call.accept')).toEqual([])
    await scene.push(scene.inCall(scene.answered()))
    expect(scene.server.requests('call.end')).toEqual([])
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })

  it('is not ended if it comes back after the agent hung up and its acceptance was refused', async () => {
    await scene.push(scene.ringing())
    scene.server.refusals.push({ method: 'call.accept', code: 'offer_gone' })
    scene.calls.accept()
    await until(() => scene.server.requests('call.accept').length > 0)
    scene.calls.hangUp()
    await settle()
    await scene.push(scene.inCall(scene.answered()))
    expect(scene.server.requests('call.end')).toEqual([])
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })

  /** The agent hangs up while the request is under way, and the socket is lost. */
  async function loseAcceptance(): Promise<void> {
    await scene.push(scene.ringing())
    scene.server.silent = true
    await scene.accept()
    scene.calls.hangUp()
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
  }

  async function reconnect(): Promise<void> {
    const opened = scene.server.requests('desk.open').length
    await scene.platform.advance(3_000)
    await until(() => scene.server.requests('desk.open').length > opened)
    await settle()
  }

  it('is not ended if it comes back after an acceptance that was lost on its way', async () => {
    await loseAcceptance()
    await reconnect()
    await scene.push(scene.inCall(inOtherWindow()))
    expect(scene.server.requests('call.end')).toEqual([])
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })

  it('is not ended if the acceptance here was lost and the agent has accepted it in another window', async () => {
    await loseAcceptance()
    scene.desk = scene.inCall(inOtherWindow())
    await reconnect()
    expect(scene.server.requests('call.end')).toEqual([])
    expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
  })

  it('is not accepted again after the agent hung up', async () => {
    await scene.push(scene.ringing())
    scene.server.refusals.push({ method: 'call.accept', code: 'unavailable' })
    await scene.accept()
    scene.calls.hangUp()
    await scene.platform.advance(5_000)
    await settle()
    expect(scene.server.requests('call.accept')).toHaveLength(1)
    expect(scene.server.requests('call.end')).toEqual([])
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is ended if the agent hung up after a failed acceptance that the server has stored', async () => {
    await scene.push(scene.ringing())
    scene.server.refusals.push({ method: 'call.accept', code: 'unavailable' })
    await scene.accept()
    scene.calls.hangUp()
    await scene.push(scene.inCall(scene.answered()))
    await scene.platform.advance(5_000)
    await settle()
    expect(scene.server.requests('call.accept')).toHaveLength(1)
    expect(scene.server.requests('call.end').map(({ params }) => params)).toEqual([{ call_id: ids.call }])
  })

  describe('[C10] after a reload of the same tab', () => {
    beforeEach(async () => {
      await scene.push(scene.ringing())
      await scene.accept()
    })

    it('is resumed as the window that had it', async () => {
      const previous = scene.ownPeer()
      await enterWith(scene.answered({ phase: 'active' }))
      expect(scene.server.requests('call.join').map(({ params }) => params)).toMatchObject([{ previous }])
      expect(scene.ownPeer()).not.toBe(previous)
      expect(scene.calls.state.get()).toMatchObject({ name: 'connecting', ...context })
    })

    it('is elsewhere if another window has taken it over', async () => {
      await enterWith(inOtherWindow({ phase: 'active' }))
      expect(scene.server.requests('call.join')).toEqual([])
      expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
    })

    it('is elsewhere in a copy of the tab, which has the same saved call', async () => {
      const { calls, session } = scene
      scene.desk = scene.inCall(scene.answered({ phase: 'active' }))
      await scene.open()
      await scene.platform.advance(500)
      expect(scene.server.requests('call.join')).toEqual([])
      expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
      expect(scene.media.live()).toHaveLength(1)
      calls.close()
      session.close()
    })

    it('is removed from a copy of the tab if it ends while the copy waits', async () => {
      const { calls, session } = scene
      scene.desk = scene.inCall(scene.answered({ phase: 'active' }))
      await scene.open()
      await scene.push(idle)
      await scene.platform.advance(500)
      expect(scene.calls.state.get()).toEqual({ name: 'idle' })
      calls.close()
      session.close()
    })

    it('is elsewhere as soon as another window has taken it over', async () => {
      await scene.push(scene.inCall(inOtherWindow({ phase: 'active' })))
      expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
      expect(scene.media.live()).toEqual([])
    })

    it('is resumed after a takeover whose response was lost, while the window that had it has no socket', async () => {
      const { calls, session } = scene
      scene.desk = scene.inCall(scene.answered({ phase: 'active' }))
      await scene.open()
      await scene.platform.advance(500)
      session.close()
      await fetchInVain()
      const previous = scene.ownPeer()
      scene.desk = scene.inCall(scene.answered({ phase: 'active' }))
      await reconnect()
      await scene.platform.advance(500)
      expect(scene.server.requests('call.join').at(-1)?.params).toMatchObject({ previous })
      expect(scene.calls.state.get().name).toBe('connecting')
      calls.close()
    })

    it('is elsewhere if another window takes it over at the same time', async () => {
      scene.server.refusals.push({ method: 'call.join', code: 'call_elsewhere' })
      await enterWith(scene.answered({ phase: 'active' }))
      await until(() => scene.server.requests('call.join').length > 0)
      await settle()
      expect(scene.calls.state.get()).toMatchObject({ name: 'elsewhere', ...context })
      expect(scene.media.live()).toEqual([])
    })
  })

  it('[C10] is elsewhere if another window takes it over while this one has no socket for its own takeover', async () => {
    await enterWith(scene.answered({ phase: 'active' }))
    await fetchInVain()
    scene.desk = scene.inCall(inOtherWindow({ phase: 'active' }))
    await reconnect()
    expect(scene.calls.state.get().name).toBe('elsewhere')
    expect(scene.media.live()).toEqual([])
  })
})
