import type { CallDetail } from '@parley/protocol/call'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startService, type Service } from './harness/service.ts'
import { microphoneOf } from './harness/microphone.ts'
import { heardIn } from './harness/tone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let service: Service
let organization: Organization

beforeAll(async () => {
  service = await startService({ environment: { PARLEY_SIGNUP: 'open' } })
})
beforeEach(async () => {
  organization = await foundOrganization(service, 'Media')
})
afterAll(() => service.remove())

async function open() {
  const agent = await pages.agent(await agents.profile(), service, organization)
  const customer = await pages.customer(await customers.profile(), service, organization.provider.id)
  return { agent, customer }
}

describe('two people in a call', () => {
  it('hear each other from answer to end, and nothing afterwards', async () => {
    const { agent, customer } = await open()
    await talk(customer, agent)
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
    await agent.evaluate(() => window.calls.hangUp())
    await Promise.all([untilCall(customer, 'over'), untilCall(agent, 'over')])
    const ends = await Promise.all([customer, agent].map((page) => page.evaluate(endOf)))
    const end = { status: 'ended', reason: null, ended_by: 'agent' }
    expect(ends).toMatchObject([end, end])
    const held = await Promise.all([customer, agent].map((page) => page.evaluate(heldBy)))
    expect(held).toEqual(['nothing', 'nothing'])

    const id = await customer.evaluate(() => window.calls.call.get()?.id)
    const { talk_duration, ended_at } = await organization.call(organization.owner, 'GET', `/calls/${id}`)
    for (const page of [customer, agent]) {
      await expect.poll(() => page.evaluate(lengthOf)).toEqual({ seconds: talk_duration, ended_at })
    }
    const quality = async (): Promise<CallDetail['quality']> =>
      (await organization.call(organization.owner, 'GET', `/calls/${id}`)).quality
    await expect.poll(async () => (await quality()).customer).not.toBeNull()
    const measured = { path: 'direct', loss: 0, restarts: 0, round_trip: expect.any(Number) }
    expect(await quality()).toMatchObject({ customer: measured, agent: measured })
  })

  it('are silent while muted, which the other side sees', async () => {
    const { agent, customer } = await open()
    await talk(customer, agent)
    await customer.evaluate(() => window.calls.media.setMicrophone(false))
    await agent.waitForFunction(() => !window.calls.media.view.get().remoteSending.microphone)
    // Packets in flight still arrive.
    await expect.poll(() => heardIn(agent)).toBe(0)
    await customer.evaluate(() => window.calls.media.setMicrophone(true))
    await agent.waitForFunction(() => window.calls.media.view.get().remoteSending.microphone)
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    await customer.evaluate(() => window.calls.hangUp())
  })

  it('see each other as cameras are turned on and off, without renegotiation', async () => {
    await organization.change({ calls: { mode: 'video' } })
    const { agent, customer } = await open()
    await talk(customer, agent)
    const before = await customer.evaluate(() => window.rtcConnections.at(-1)?.localDescription?.sdp)
    for (const [from, to] of [
      [customer, agent],
      [agent, customer],
    ] as const) {
      await from.evaluate(() => window.calls.media.setCamera(true))
      await to.waitForFunction(() => window.calls.media.view.get().remoteVideo)
      expect(await to.evaluate(widthOfTheirs)).toBeGreaterThan(0)
      await from.evaluate(() => window.calls.media.setCamera(false))
      await to.waitForFunction(() => !window.calls.media.view.get().remoteVideo)
    }
    expect(await customer.evaluate(() => window.rtcConnections.at(-1)?.localDescription?.sdp)).toBe(before)
    await customer.evaluate(() => window.calls.hangUp())
  })

  it('share their screens in place of the camera until the sharing ends, without renegotiation', async () => {
    await organization.change({ calls: { mode: 'video' } })
    const { agent, customer } = await open()
    await talk(customer, agent)
    const negotiated = () => customer.evaluate(() => window.rtcConnections.at(-1)?.localDescription?.sdp)
    const before = await negotiated()
    for (const [from, to] of [
      [customer, agent],
      [agent, customer],
    ] as const) {
      await from.evaluate(() => window.calls.media.setCamera(true))
      await to.waitForFunction(() => window.calls.media.view.get().remoteVideo)
      expect(await from.evaluate(surfaceSent)).toBeUndefined()
      await from.evaluate(() => window.calls.media.shareScreen())
      await to.waitForFunction(() => window.calls.media.view.get().remoteSending.screen)
      // The other side is notified of the screen before the sender has replaced its track.
      await expect.poll(() => from.evaluate(surfaceSent)).toBe('monitor')
      expect(await to.evaluate(widthOfTheirs)).toBeGreaterThan(0)
      // As the browser's "Stop sharing" does: `stop()` in a page fires no event.
      await from.evaluate(() => {
        const senders = window.rtcConnections.at(-1)!.getSenders()
        senders.find(({ track }) => track?.kind === 'video')!.track!.dispatchEvent(new Event('ended'))
      })
      await to.waitForFunction(() => !window.calls.media.view.get().remoteVideo)
      expect(await from.evaluate(() => window.calls.media.view.get().sending)).toMatchObject({
        camera: false,
        screen: false,
      })
    }
    expect(await negotiated()).toBe(before)
    await customer.evaluate(() => window.calls.hangUp())
  })
})

describe('a page that is reloaded during its call', () => {
  it.for(['customer', 'agent'] as const)('goes on with it by itself: the %s’s', async (who) => {
    const both = await open()
    const { agent, customer } = both
    await talk(customer, agent)
    const id = await customer.evaluate(() => window.calls.call.get()?.id)
    await both[who].reload()
    await untilCall(both[who], 'active')
    await both[who].waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
    expect(await customer.evaluate(() => window.calls.call.get()?.id)).toBe(id)
    await customer.evaluate(() => window.calls.hangUp())
    await untilCall(agent, 'over')
  })
})

describe('a second tab', () => {
  it('shows the call, and takes it over on request', async () => {
    const profile = await customers.profile()
    const agent = await pages.agent(await agents.profile(), service, organization)
    const first = await pages.customer(profile, service, organization.provider.id)
    await talk(first, agent)
    const second = await pages.customer(profile, service, organization.provider.id)
    await untilCall(second, 'elsewhere')
    await second.evaluate(() => window.calls.takeOver())
    await Promise.all([untilCall(second, 'active'), untilCall(first, 'elsewhere')])
    await second.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(second)).toBeCloseTo(600, -1.5)
    await first.evaluate(() => window.calls.hangUp())
    await Promise.all([untilCall(second, 'over'), untilCall(agent, 'over')])
  })
})

/** Outcome of the page's call. */
function endOf() {
  const shown = window.calls.state.get()
  return shown.name === 'over' ? shown.end : null
}

/** The length of the call as shown when it is over. */
function lengthOf() {
  const shown = window.calls.state.get()
  return shown.name === 'over' ? { seconds: shown.seconds, ended_at: shown.end.ended_at } : null
}

/** Resources of a call that the page still holds. */
function heldBy() {
  const open = window.rtcConnections.filter((one) => one.connectionState !== 'closed')
  const tracks = window.rtcConnections.flatMap((one) => one.getSenders()).flatMap(({ track }) => track ?? [])
  const live = tracks.filter(({ readyState }) => readyState === 'live')
  return open.length + live.length === 0 ? 'nothing' : `${open.length} connections, ${live.length} tracks`
}

/** Width of the first remote video frame in pixels. */
async function widthOfTheirs() {
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = window.calls.media.view.get().remoteVideo
  await video.play()
  await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
  return video.videoWidth
}

/** What the video that the page sends shows: `monitor`, or undefined for a camera. */
function surfaceSent() {
  const senders = window.rtcConnections.at(-1)?.getSenders() ?? []
  return senders.find(({ track }) => track?.kind === 'video')?.track?.getSettings().displaySurface
}
