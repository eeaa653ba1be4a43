import { beforeEach, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { panelOn } from './harness/call-scene.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { listenTo } from './harness/recordings.ts'
import { microphoneOf } from './harness/microphone.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { heardIn, watchConnections } from './harness/tone.ts'
import { widgetCallOn } from './harness/widget-call.ts'

const service = inject('service')
const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const site = useHostSite()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Telephone')
  await organization.change({ calls: { recording: 'notify' } })
})

async function openPanel() {
  const profile = await agents.profile({ reducedMotion: 'reduce' })
  await watchConnections(profile.context)
  await profile.context.grantPermissions(['microphone', 'camera'], { origin: service.url })
  await signIn(profile, service, organization.owner)
  const panel = panelOn(await profile.open(organization.panel('/calls')), profile)
  await panel.untilState('Available')
  return panel
}

async function openShop() {
  const profile = await customers.profile()
  await watchConnections(profile.context)
  const address = site.put('/', shopPage({ base: service.url, providerId: organization.provider.id }))
  const page = await profile.open(address)
  return { page, call: widgetCallOn(page) }
}

it('a visitor and an agent talk, also across a page change, and the call is recorded', async () => {
  const panel = await openPanel()
  const { page, call } = await openShop()
  await call.prepare()
  await call.callNow.click()
  await panel.accept.click()
  await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
  expect(await heardIn(page)).toBeCloseTo(600, -1.5)
  expect(await heardIn(panel.page)).toBeCloseTo(1000, -1.5)

  await page.reload()
  await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
  expect(await heardIn(page)).toBeCloseTo(600, -1.5)
  expect(await heardIn(panel.page)).toBeCloseTo(1000, -1.5)

  await panel.hangUp.click()
  await panel.history.first().waitFor()
  const recordings = async () => {
    const { data } = await organization.call(organization.owner, 'GET', '/calls')
    return (await organization.call(organization.owner, 'GET', `/calls/${data[0].id}`)).recordings
  }
  await expect.poll(async () => (await recordings()).length).toBe(1)
  const { frequencies } = await listenTo((await recordings())[0].url)
  expect(frequencies).toEqual([600, 1000])
})

it('a visitor whose call is being prepared or runs is offered no second one, and keeps the focus in it', async () => {
  const panel = await openPanel()
  const profile = await customers.profile()
  let held = Promise.withResolvers<void>()
  held.resolve()
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    socket.connectToServer().onMessage(async (message) => {
      await held.promise
      socket.send(message)
    })
  })
  const address = site.put('/', shopPage({ base: service.url, providerId: organization.provider.id }))
  const call = widgetCallOn(await profile.open(address))
  await call.chat.open()
  await call.button.waitFor()
  held = Promise.withResolvers<void>()
  await call.button.click()
  await call.title.getByText('Connecting…').waitFor()
  await call.button.waitFor({ state: 'hidden' })
  expect(await call.panel.evaluate((section) => section.matches(':focus'))).toBe(true)

  held.resolve()
  await call.callNow.click()
  await panel.accept.click()
  await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
  await call.panel.getByRole('button', { name: 'Minimize call' }).click()
  expect(await call.button.isVisible()).toBe(false)
  await panel.hangUp.click()
  await call.panel.getByRole('button', { name: 'Close' }).click()
  await call.button.waitFor()
})

it('an agent whose screen cannot be shared sees why until the next attempt', async () => {
  await organization.change({ calls: { mode: 'video', recording: 'off' } })
  const panel = await openPanel()
  const { call } = await openShop()
  await call.prepare()
  await call.callNow.click()
  await panel.accept.click()
  const share = panel.bar.getByRole('button', { name: 'Share screen' })
  const problem = panel.bar.getByRole('alert')
  const refuseWith = (name: string) =>
    panel.page.evaluate((refusal) => {
      navigator.mediaDevices.getDisplayMedia = () => Promise.reject(new DOMException('Refused', refusal))
    }, name)
  await refuseWith('NotReadableError')
  await share.click()
  await problem.getByText('The screen could not be captured.').waitFor()
  expect(await findBarriers(panel.page)).toEqual([])
  await saveScreenshot(panel.page, 'panel-call-screen-refused')
  // The agent closes the dialog.
  await refuseWith('NotAllowedError')
  await share.click()
  await problem.waitFor({ state: 'detached' })
  await panel.hangUp.click()
})

it('a visitor and an agent share their screens, and see that they do', async () => {
  await organization.change({ calls: { mode: 'video', recording: 'off' } })
  const panel = await openPanel()
  const { page, call } = await openShop()
  await call.prepare()
  await call.callNow.click()
  await panel.accept.click()
  await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()

  await panel.bar.getByRole('button', { name: 'Share screen' }).click()
  await panel.bar.getByText('You are sharing your screen.').waitFor()
  expect(await panel.page.getByLabel('Your video').count()).toBe(0)
  const agentsScreen = call.panel.locator('video[controls]')
  await agentsScreen.waitFor()
  await saveScreenshot(page, 'widget-call-screen')
  await panel.bar.getByRole('button', { name: 'Stop sharing' }).click()
  await agentsScreen.waitFor({ state: 'detached' })

  await call.panel.getByRole('button', { name: 'Share screen' }).click()
  await call.panel.getByText('You are sharing your screen.').waitFor()
  const visitorsScreen = panel.page.getByLabel('Customer’s video')
  await visitorsScreen.waitFor()
  await panel.page.waitForFunction(() => document.querySelector('video')?.videoWidth)
  expect((await visitorsScreen.boundingBox())?.width).toBeGreaterThan(800)
  expect(await findBarriers(page, 'parley-widget')).toEqual([])
  expect(await findBarriers(panel.page)).toEqual([])
  await saveScreenshot(page, 'widget-call-sharing')
  await saveScreenshot(panel.page, 'panel-call-screen')
  await call.panel.getByRole('button', { name: 'Stop sharing' }).click()
  await visitorsScreen.waitFor({ state: 'detached' })
  await panel.hangUp.click()
})
