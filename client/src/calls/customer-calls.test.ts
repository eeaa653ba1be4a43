import 'fake-indexeddb/auto'
import type { CallView } from '@parley/protocol/call-view'
import { describe, expect, it, vi } from 'vitest'
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

  it('without a microphone nothing is sent and the problem is shown', async () => {
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

  it('the devices are listed before it can be started: a later list would move the button under the pointer', async () => {
    const listing = Promise.withResolvers<MediaDeviceInfo[]>()
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockReturnValueOnce(listing.promise)
    scene.calls.prepare()
    await settle()
    expect(scene.media.live()).toHaveLength(1)
    expect(scene.calls.state.get()).toEqual({ name: 'checking' })
    listing.resolve([])
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'ready' })
  })

  it('leaving releases the microphone', async () => {
    scene.calls.prepare()
    await settle()
    expect(scene.media.live()).toHaveLength(1)
    scene.calls.hangUp()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.media.live()).toEqual([])
  })

  it('a microphone that opens after leaving is released', async () => {
    scene.calls.prepare()
    scene.calls.hangUp()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.media.live()).toEqual([])
  })
})

describe('while it rings', () => {
  it('a refusal ends it and releases the microphone', async () => {
    scene.server.refusals.push({ method: 'call.start', code: 'nobody_available' })
    await scene.ring()
    expect(scene.calls.state.get()).toEqual({ name: 'refused', code: 'nobody_available' })
    expect(scene.media.live()).toEqual([])
  })

  it('consent_missing shows the new recording notice with the microphone open; the next start rings', async () => {
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
    const recordings = scene.server.requests('call.start').map(({ params }) => params.recording)
    expect(recordings.at(-1)).toBe('notify')
    expect(recordings[0]).not.toBe('notify')
  })

  it('video_off turns the camera off; the next start is a call without video', async () => {
    scene.server.refusals.push({ method: 'call.start', code: 'video_off' })
    scene.calls.prepare()
    await settle()
    scene.calls.media.setCamera(true)
    await settle()
    scene.calls.start(null)
    await settle()
    scene.server.say('call.offering', { mode: 'audio', recording: 'off' })
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'ready' })
    expect(scene.media.live().map(({ kind }) => kind)).toEqual(['audio'])
    scene.calls.start(null)
    await settle()
    expect(scene.calls.state.get().name).toBe('ringing')
    expect(scene.server.requests('call.start').map(({ params }) => params.video)).toEqual([true, false])
  })

  it('[S2] a lost start is repeated with the same client_id', async () => {
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

  it('shows the current queue position', async () => {
    scene.server.answers.set('call.start', () => ({
      call: scene.view({ phase: 'pending', position: 2 }),
      ice,
    }))
    await scene.ring()
    expect(scene.calls.state.get()).toEqual({ name: 'waiting', position: 2 })
    await scene.push(scene.view({ phase: 'pending', position: 1, revision: 1 }))
    expect(scene.calls.state.get()).toEqual({ name: 'waiting', position: 1 })
  })

  it('leaving before the response ends the started call', async () => {
    scene.calls.prepare()
    await settle()
    scene.calls.start(null)
    scene.calls.hangUp()
    await settle()
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
    expect(scene.server.requests('call.end')[0]?.params).toEqual({ call_id: ids.call })
  })
})

describe('a live call that runs in another page', () => {
  async function enterWith(change: Partial<CallView>) {
    scene.calls.close()
    scene.session.close()
    scene.server.call = scene.view(change)
    await scene.open()
    await settle()
  }

  it('is shown as elsewhere until it is taken over', async () => {
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.calls.state.get()).toEqual({ name: 'elsewhere', agent: anna })
    expect(scene.server.requests('call.join')).toEqual([])
    scene.calls.takeOver()
    await settle()
    expect(scene.server.requests('call.join')[0]?.params.call_id).toBe(ids.call)
    expect(scene.calls.state.get().name).toBe('connecting')
    expect(scene.media.live()).toHaveLength(1)
  })

  it('is resumed after a reload of the same tab', async () => {
    await scene.ring()
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.server.requests('call.join')).toHaveLength(1)
    expect(scene.server.requests('call.join')[0]?.params.peer).not.toBe(
      scene.server.requests('call.start')[0]?.params.peer,
    )
    expect(scene.calls.state.get().name).toBe('connecting')
  })

  it('stays muted when it is resumed; the next call does not', async () => {
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

  it('is resumed unmuted after unmuting', async () => {
    await scene.ring()
    scene.calls.media.setMicrophone(false)
    scene.calls.media.setMicrophone(true)
    await enterWith({ phase: 'active', agent: anna })
    expect(scene.calls.media.view.get().sending.microphone).toBe(true)
  })

  it('is removed when it ends there', async () => {
    await enterWith({ phase: 'active', agent: anna })
    await scene.push(scene.view(over))
    expect(scene.calls.state.get()).toEqual({ name: 'idle' })
  })

  it('is not ended by a connect that does not know it, for example of another identity', async () => {
    await enterWith({ phase: 'active', agent: anna })
    const live = scene.server.call!
    scene.server.call = null
    for (const [view, name] of [
      [live, 'elsewhere'],
      [scene.view(over), 'idle'],
    ] as const) {
      scene.server.close(1006)
      await reconnect()
      expect(scene.calls.state.get()).toEqual({ name: 'idle' })
      await scene.push(view)
      expect(scene.calls.state.get().name).toBe(name)
    }
    expect(scene.server.requests('call.end')).toEqual([])
  })

  /** The socket is lost before the response. */
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

  it('is resumed after the next connect if the socket is lost during call.join', async () => {
    await fetchInVain()
    await reconnect()
    expect(scene.server.requests('call.join')).toHaveLength(2)
    await scene.push(scene.answered({ phase: 'active', answered_at: '2026-01-31T10:00:00.000+00:00' }))
    expect(scene.media.connections).toHaveLength(1)
  })

  it('releases the microphone if it ends before call.join is answered', async () => {
    await fetchInVain()
    scene.server.call = null
    await reconnect()
    expect(scene.calls.state.get().name).toBe('over')
    expect(scene.media.live()).toEqual([])
  })

  it('is ended by hanging up during call.join, on the next socket if necessary', async () => {
    await fetchInVain()
    scene.calls.hangUp()
    expect(scene.calls.state.get().name).toBe('over')
    expect(scene.media.live()).toEqual([])
    await reconnect()
    expect(scene.server.requests('call.end')[0]?.params).toEqual({ call_id: ids.call })
    expect(scene.calls.state.get().name).toBe('over')
  })
})

it('[C19] a customer on hold sends silence, also with a microphone opened meanwhile', async () => {
  await scene.ring()
  const held_since = '2026-01-31T10:00:01.000+00:00'
  const active = { phase: 'active', answered_at: held_since } as const
  await scene.push(scene.answered({ ...active, held_since }))
  expect(scene.media.live().map(({ enabled }) => enabled)).toEqual([false])
  scene.calls.media.choose('microphone', 'audio-2')
  await settle()
  expect(scene.media.live().map(({ enabled }) => enabled)).toEqual([false])
  await scene.push(scene.answered(active))
  expect(scene.media.live().map(({ enabled }) => enabled)).toEqual([true])
})
