import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser, type BrowserOfTests } from './harness/browser.ts'
import { panelOn } from './harness/call-scene.ts'
import { isFirefoxHere, useFirefox } from './harness/firefox.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { listenTo } from './harness/recordings.ts'
import { heardIn, watchConnections } from './harness/tone.ts'
import { widgetCallOn } from './harness/widget-call.ts'

/** Firefox and Chromium with the real widget and panel, each once as visitor and once as agent. */
describe.runIf(isFirefoxHere())('between Firefox and Chromium', () => {
  const service = inject('service')
  const firefox = useFirefox(1000)
  const chromium = useBrowser(() => microphoneOf(600))
  const site = useHostSite()
  let organization: Organization

  beforeEach(async () => {
    organization = await foundOrganization(service, 'Foxes')
    await organization.change({ calls: { recording: 'notify' } })
  })

  async function openPanel(browser: BrowserOfTests) {
    const profile = await browser.profile({ reducedMotion: 'reduce' })
    await watchConnections(profile.context)
    if (browser === chromium) await profile.context.grantPermissions(['microphone'], { origin: service.url })
    await signIn(profile, service, organization.owner)
    const panel = panelOn(await profile.open(organization.panel('/inbox/open')), profile)
    await panel.untilState('Available')
    return { ...panel, inbox: inboxOn(panel.page) }
  }

  async function openShop(browser: BrowserOfTests) {
    const profile = await browser.profile()
    await watchConnections(profile.context)
    const address = site.put('/', shopPage({ base: service.url, providerId: organization.provider.id }))
    const page = await profile.open(address)
    return { page, call: widgetCallOn(page) }
  }

  /** The only recording of the only call, once it is ready. */
  async function listen() {
    const recordings = async () => {
      const { data } = await organization.call(organization.owner, 'GET', '/calls')
      return (await organization.call(organization.owner, 'GET', `/calls/${data[0].id}`)).recordings
    }
    await expect.poll(async () => (await recordings()).length).toBe(1)
    return listenTo((await recordings())[0].url)
  }

  it('a visitor with Firefox writes, keeps their identity across a reload, and calls', async () => {
    const { inbox, ...panel } = await openPanel(chromium)
    const { page, call } = await openShop(firefox)
    await call.chat.open()
    await call.chat.say('Do you ship to Norway?')
    await inbox.openRow('Do you ship to Norway?')
    await inbox.say('Within a week.')
    await call.chat.message('Within a week.').waitFor()
    expect(await page.evaluate(keptKey)).toEqual({ extractable: false, algorithm: 'ECDSA' })
    await page.reload()
    await call.chat.message('Within a week.').waitFor()
    await saveScreenshot(page, 'firefox-chat')

    await call.prepare()
    await call.panel.getByText('Your microphone is working.').waitFor()
    await call.callNow.click()
    await panel.accept.click()
    await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
    expect(await heardIn(panel.page)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(page)).toBeCloseTo(600, -1.5)
    await saveScreenshot(page, 'firefox-call')

    await page.reload()
    expect(await heardIn(page)).toBeCloseTo(600, -1.5)
    expect(await heardIn(panel.page)).toBeCloseTo(1000, -1.5)
    await call.hangUp.click()
    await call.title.getByText(/^Call ended after/).waitFor()
    await panel.hangUp.waitFor({ state: 'hidden' })
  })

  it('an agent with Firefox answers a call and records both voices', async () => {
    const { inbox, ...panel } = await openPanel(firefox)
    const { page, call } = await openShop(chromium)
    await call.chat.open()
    await call.chat.say('Is it dishwasher safe?')
    await inbox.openRow('Is it dishwasher safe?')
    // Over WebDriver BiDi React misses Playwright's fill(), but not key presses.
    await inbox.composer.pressSequentially('It is.')
    await inbox.composer.press('Enter')
    await call.chat.message('It is.').waitFor()

    await call.ring()
    await panel.accept.click()
    await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
    await call.panel.getByText('Recording', { exact: true }).waitFor()
    expect(await heardIn(page)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(panel.page)).toBeCloseTo(600, -1.5)
    await saveScreenshot(panel.page, 'firefox-panel-call')

    await panel.hangUp.click()
    await call.title.getByText(/^Call ended after/).waitFor()
    const { frequencies, seconds } = await listen()
    expect(frequencies).toEqual([600, 1000])
    // Each side was measured for 1.5 s.
    expect(seconds).toBeGreaterThan(2)
  })

  it('cancelling a call with the keyboard in Firefox restores the focus', async () => {
    await openPanel(chromium)
    const { page, call } = await openShop(firefox)
    await call.ring()
    await call.hangUp.focus()
    await page.keyboard.press('Enter')
    await call.panel.waitFor({ state: 'hidden' })
    expect(await call.button.evaluate((button) => button.matches(':focus'))).toBe(true)
    await call.chat.log.getByText('Unanswered call').waitFor()
  })
})

/** The connection key as stored by the browser. */
async function keptKey() {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('parley')
    request.addEventListener('success', () => resolve(request.result))
  })
  const kept = await new Promise<(CryptoKeyPair | string)[]>((resolve) => {
    const request = database.transaction('keys').objectStore('keys').getAll()
    request.addEventListener('success', () => resolve(request.result))
  })
  database.close()
  const pair = kept.find((value) => typeof value === 'object')
  return pair && { extractable: pair.privateKey.extractable, algorithm: pair.privateKey.algorithm.name }
}
