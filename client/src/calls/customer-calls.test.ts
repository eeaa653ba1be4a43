import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { describe, expect, it } from 'vitest'
import { anna, ice, ids, over, useCustomerScene } from '../testing/customer-call-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'

const scene = useCustomerScene()

describe('before it rings', () => {
  it('a team that is away refuses the call before the microphone is requested', async () => {
    scene.server.refusals.push({ method: 'call.check', code: 'nobody_available' })
    scene.calls.prepare()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'nobody_available' })
    expect(scene.media.live()).toEqual([])
    scene.calls.prepare()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'ready' })
  })

  it('without a microphone nothing is sent, and the reason is told', async () => {
    scene.media.refusal = new DOMException('Permission denied', 'NotAllowedError')
    scene.calls.prepare()
    await settle()
    expect(scene.calls.state.get()).toEqual({
      name: 'blocked',
      problem: { device: 'microphone', code: 'denied' },
    })
    scene.calls.start(null)
    await settle()
    expect(scene.server.requests('call.start')).toEqual([])
    scene.media.refusal = null
    scene.calls.prepare()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'ready' })
  })

  it('whoever leaves lets go of the microphone', async () => {
    scene.calls.prepare()
    await settle()
    expect(scene.media.live()).toHaveLength(1)
    scene.calls.hangUp()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.media.live()).toEqual([])
  })

  it('a microphone that is given after one has left is let go of', async () => {
    scene.calls.prepare()
    scene.calls.hangUp()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.media.live()).toEqual([])
  })
})

describe('while it rings', () => {
  it('a refusal ends it, and lets go of the microphone', async () => {
    scene.server.refusals.push({ method: 'call.start', code: 'nobody_available' })
    await scene.ring()
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'nobody_available' })
    expect(scene.media.live()).toEqual([])
  })

  it('a window that told too little of recording shows what holds, keeps the microphone, and rings after that', async () => {
    scene.server.refusals.push({ method: 'call.start', code: 'consent_missing' })
    await scene.ring()
    scene.server.say('call.offering', { mode: 'audio', recording: 'notify' })
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'ready' })
    expect(scene.session.entered.get()?.calls).toEqual({ mode: 'audio', recording: 'notify' })
    expect(scene.media.live()).not.toEqual([])
    scene.calls.start(null)
    await settle()
    expect(scene.calls.state.get().name).toBe('ringing')
    const told = scene.server.requests('call.start').map(({ params }) => params.recording)
    expect(told.at(-1)).toBe('notify')
    expect(told[0]).not.toBe('notify')
  })

  it('[S2] a start that was not heard is said again as the same', async () => {
    scene.calls.prepare()
    await settle()
    scene.server.silent = true
    scene.calls.start('granted')
    await settle()
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
    await scene.platform.advance(3_000)
    await until(() => scene.session.state.get().name === 'ready')
    await scene.platform.advance(3_000)
    expect(scene.calls.state.get().name).toBe('ringing')
    const starts = scene.server.requests('call.start')
    expect(new Set(starts.map(({ params }) => params.client_id)).size).toBe(1)
    expect(starts.at(-1)?.params).toMatchObject({ video: true, consent: 'granted' })
  })

  it('the place in the queue is shown as it moves', async () => {
    scene.server.answers.set('call.start', () => ({
      call: scene.picture({ phase: 'pending', position: 2 }),
      ice,
    }))
    await scene.ring()
    expect(scene.calls.state.get()).toEqual({ name: 'waiting', position: 2 })
    await scene.tell(scene.picture({ phase: 'pending', position: 1, revision: 1 }))
    expect(scene.calls.state.get()).toEqual({ name: 'waiting', position: 1 })
  })

  it('whoever leaves before the service has answered ends what it then has', async () => {
    scene.calls.prepare()
    await settle()
    scene.calls.start(null)
    scene.calls.hangUp()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.server.requests('call.end')[0]?.params).toEqual({ call_id: ids.call })
  })
})

describe('a live call that this page has not begun', () => {
  async function enterWith(change: Partial<CallView>) {
    scene.calls.close()
    scene.session.close()
    scene.server.call = scene.picture(change)
    await scene.open()
    await settle()
  }

  it('is elsewhere, until it is fetched', async () => {
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(scene.server.requests('call.join')).toEqual([])
    scene.calls.takeOver()
    await settle()
    expect(scene.server.requests('call.join')[0]?.params.call_id).toBe(ids.call)
    expect(scene.calls.state.get().name).toBe('connecting')
    expect(scene.media.live()).toHaveLength(1)
  })

  it('is gone on with, where this tab has it from the page before', async () => {
    await scene.ring()
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.server.requests('call.join')[0]?.params.peer).not.toBe(
      scene.server.requests('call.start')[0]?.params.peer,
    )
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('in which this side was muted stays so when it is gone on with, and no other does', async () => {
    const microphone = () => scene.calls.media.view.get().sending.microphone
    await scene.ring()
    scene.calls.media.setMicrophone(false)
    await enterWith({ phase: 'active', agent: anna })
    expect([microphone(), scene.media.live()[0]?.enabled]).toEqual([false, false])
    scene.calls.hangUp()
    await settle()
    scene.calls.dismiss()
    scene.calls.prepare()
    await settle()
    expect(microphone()).toBe(true)
  })

  it('in which this side is not muted any more is gone on with aloud', async () => {
    await scene.ring()
    scene.calls.media.setMicrophone(false)
    scene.calls.media.setMicrophone(true)
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.calls.media.view.get().sending.microphone).toBe(true)
  })

  it('is nothing any more when it ends there', async () => {
    await enterWith({ phase: 'active', agent: anna })
    await scene.tell(scene.picture(over))
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  /** The socket is lost before the service has answered. */
  async function fetchInVain() {
    await enterWith({ phase: 'active', agent: anna })
    scene.server.silent = true
    scene.calls.takeOver()
    await settle()
    scene.server.close(1006)
    await settle()
    scene.server.silent = false
    expect(scene.media.live()).toHaveLength(1)
  }
  async function reconnect() {
    await scene.platform.advance(3_000)
    await until(() => scene.session.state.get().name === 'ready')
    await settle()
  }

  it('is gone on with after the next connect, where the socket was lost in the middle of fetching it', async () => {
    await fetchInVain()
    await reconnect()
    expect(scene.server.requests('call.join')).toHaveLength(2)
    await scene.tell(scene.answered({ phase: 'active', answered_at: '2026-01-31T10:00:00.000+00:00' }))
    expect(scene.media.connections).toHaveLength(1)
  })

  it('lets go of the microphone when it is over before it was fetched', async () => {
    await fetchInVain()
    scene.server.call = null
    await reconnect()
    expect(scene.calls.state.get().name).toBe('over')
    expect(scene.media.live()).toEqual([])
  })

  it('is ended by whoever hangs up before it was fetched, also when only the next socket hears it', async () => {
    await fetchInVain()
    scene.calls.hangUp()
    expect(scene.calls.state.get().name).toBe('over')
    expect(scene.media.live()).toEqual([])
    await reconnect()
    expect(scene.server.requests('call.end')[0]?.params).toEqual({ call_id: ids.call })
    expect(scene.calls.state.get().name).toBe('over')
  })

  it('is found after a start that nobody seemed to hear', async () => {
    scene.calls.prepare()
    await settle()
    scene.server.silent = true
    scene.calls.start(null)
    await settle()
    scene.server.close(1006)
    scene.server.reachable = false
    await scene.platform.advance(20_000)
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'disconnected' })
    scene.server.silent = false
    scene.server.reachable = true
    scene.server.call = scene.picture({ phase: 'active', agent: anna })
    await scene.platform.advance(30_000)
    await until(() => scene.session.state.get().name === 'ready')
    await settle()
    expect(scene.calls.state.get().name).toBe('elsewhere')
  })
})
