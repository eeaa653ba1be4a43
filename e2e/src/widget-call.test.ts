import { beforeEach, describe, expect, inject, it } from 'vitest'
import { untilCall, useCallPages } from './call-engine/call-pages.ts'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { memberSite } from './harness/member-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { microphoneOf } from './harness/microphone.ts'
import { heardIn, watchConnections } from './harness/tone.ts'
import { widgetCallOn } from './harness/widget-call.ts'

const service = inject('service')
const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
const site = useHostSite()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Calls')
})

/** An available agent. */
async function openAgent(person = organization.owner) {
  const page = await pages.agent(await agents.profile(), service, organization, person)
  await page.waitForFunction(() => window.calls?.desk.get()?.state === 'idle')
  return page
}

const shop = (headers: Record<string, string> = {}, head = '') =>
  site.put('/call', {
    ...shopPage({ base: service.url, providerId: organization.provider.id, head }),
    headers,
  })

async function openCustomer(address = shop()) {
  const profile = await customers.profile()
  await watchConnections(profile.context)
  const page = await profile.open(address)
  return { profile, page, call: widgetCallOn(page) }
}

const accept = async (agent: Awaited<ReturnType<typeof openAgent>>) => {
  await agent.waitForFunction(() => window.calls.desk.get()?.offer)
  await agent.evaluate(() => window.calls.accept())
}

/** How many of these show video. */
const playing = (videos: HTMLVideoElement[]) =>
  videos.filter(({ videoWidth, paused }) => videoWidth > 0 && !paused).length

describe('a call from the widget', () => {
  it('goes from the microphone check through the call to its entry in the chat', async () => {
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.prepare()
    await call.panel.getByText('Your microphone is working.').waitFor()
    expect(await call.panel.getByRole('combobox', { name: 'Microphone' }).inputValue()).not.toBe('')
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-check')

    await call.callNow.click()
    await call.title.getByText('Ringing…').waitFor()
    await saveScreenshot(page, 'widget-call-ringing')
    await accept(agent)
    await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
    expect(await heardIn(page)).toBeCloseTo(600, -1.5)
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    await call.panel
      .getByRole('timer')
      .getByText(/^0:(0[1-9]|[1-5]\d)/)
      .waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-active')

    await call.panel.getByRole('button', { name: 'Mute' }).click()
    await agent.waitForFunction(() => !window.calls.media.view.get().remoteSending.microphone)
    await call.panel.getByRole('button', { name: 'Unmute' }).click()
    await agent.waitForFunction(() => window.calls.media.view.get().remoteSending.microphone)

    await call.chat.say('I am writing while we talk')
    await call.panel.getByRole('button', { name: 'Minimize call' }).click()
    await call.chat.message('I am writing while we talk').waitFor()
    await saveScreenshot(page, 'widget-call-small')

    await agent.evaluate(() => window.calls.hangUp())
    await call.title.getByText(/^Call ended after \d:\d\d\.$/).waitFor()
    await call.chat.log.getByText(/^Call, \d:\d\d$/).waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await call.panel.getByRole('button', { name: 'Close' }).click()
    await call.panel.waitFor({ state: 'hidden' })
  })

  it('continues while the window is closed, and can be ended there', async () => {
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await accept(agent)
    await untilCall(agent, 'active')
    await call.chat.launcher.click()
    await call.bar.waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-bar')
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)

    await call.bar.getByRole('button', { name: 'Open call' }).click()
    await call.hangUp.waitFor()
    await call.bar.waitFor({ state: 'detached' })
    await call.chat.launcher.click()
    await call.bar.getByRole('button', { name: 'Hang up' }).click()
    await untilCall(agent, 'over')
    await call.bar.waitFor({ state: 'detached' })
  })

  it('continues as the visitor’s if the page’s user could sign in meanwhile', async () => {
    const agent = await openAgent()
    const members = await memberSite(await customers.profile(), site, organization, { base: service.url })
    const page = await members.open()
    await page.evaluate(() => Parley.update({ user: '42' }))
    const call = widgetCallOn(page)
    await call.ring()
    members.member = { uid: '42', name: 'Ada Lovelace' }
    await call.chat.launcher.click()
    await call.bar.getByRole('button', { name: 'Open call' }).click()
    await call.chat.say('I am writing while we talk')
    await call.chat.message('I am writing while we talk').getByRole('img', { name: 'Sent' }).waitFor()
    await accept(agent)
    expect(members.asked).toHaveLength(1)
  })

  it('that is cancelled while ringing leaves only its entry, and restores the focus', async () => {
    await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await call.hangUp.focus()
    await page.keyboard.press('Enter')
    await call.panel.waitFor({ state: 'hidden' })
    expect(await call.button.evaluate((button) => button.matches(':focus'))).toBe(true)
    await call.chat.log.getByText('Unanswered call').waitFor()
  })

  it('shows both videos if video is allowed', async () => {
    await organization.change({ calls: { mode: 'video' } })
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.prepare()
    await call.panel.getByRole('button', { name: 'Turn camera on' }).click()
    await call.panel.locator('video').waitFor()
    await saveScreenshot(page, 'widget-call-check-video')
    await call.callNow.click()
    await accept(agent)
    await untilCall(agent, 'active')
    await agent.evaluate(() => window.calls.media.setCamera(true))
    await agent.waitForFunction(() => window.calls.media.view.get().remoteVideo)
    await call.panel.getByLabel(organization.owner.name).waitFor()
    await expect.poll(() => call.panel.locator('video').evaluateAll(playing)).toBe(2)
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-video')
    await call.panel.getByRole('button', { name: 'Turn camera off' }).click()
    await agent.waitForFunction(() => !window.calls.media.view.get().remoteVideo)
    await call.hangUp.click()
  })

  it('works under a strict content security policy', async () => {
    const agent = await openAgent()
    const { html } = shopPage({ base: service.url, providerId: undefined })
    const policy = `default-src 'none'; img-src data:; script-src ${service.url}; connect-src ${service.url} ${service.url.replace('http', 'ws')}`
    site.put('/strict', {
      html: html
        .replace('<script async', `<script async data-provider-id="${organization.provider.id}"`)
        .replace(/<style>.*<\/style>/, ''),
      headers: { 'content-security-policy': policy },
    })
    const { page, call } = await openCustomer(`${site.origin}/strict`)
    await call.ring()
    await accept(agent)
    await call.title.getByText(/^In a call/).waitFor()
    expect(await heardIn(page)).toBeCloseTo(600, -1.5)
    await call.hangUp.click()
    await untilCall(agent, 'over')
  })
})

describe('when nobody answers', () => {
  it('says so after the only agent has declined, and offers to write instead', async () => {
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await agent.waitForFunction(() => window.calls.desk.get()?.offer)
    await agent.evaluate(() => window.calls.decline())
    await call.title.getByText('No one is available to take your call right now.').waitFor()
    await saveScreenshot(page, 'widget-call-declined')
    const main = call.panel.locator('.send')
    expect(await main.textContent()).toBe('Leave a message')
    await main.click()
    await call.panel.waitFor({ state: 'hidden' })
    expect(await call.chat.composer.evaluate((field) => field.matches(':focus'))).toBe(true)
  })

  it('says at once that nobody is available, and retries on request', async () => {
    const { call } = await openCustomer()
    await call.chat.open()
    await call.button.click()
    await call.title.getByText('No one is available to take your call right now.').waitFor()
    const agent = await openAgent()
    await call.panel.getByRole('button', { name: 'Call again' }).click()
    await call.callNow.click()
    await agent.waitForFunction(() => window.calls.desk.get()?.offer)
    await call.hangUp.click()
  })

  it('shows the queue position whenever it changes', async () => {
    const agent = await openAgent()
    const [first, second, third] = [await openCustomer(), await openCustomer(), await openCustomer()]
    await first.call.ring()
    await accept(agent)
    await second.call.ring()
    const place = (n: number) => `All agents are busy. You are number ${n} in the queue.`
    await second.call.title.getByText(place(1)).waitFor()
    await third.call.ring()
    await third.call.title.getByText(place(2)).waitFor()
    await saveScreenshot(third.page, 'widget-call-queue')
    await second.call.hangUp.click()
    await third.call.title.getByText(place(1)).waitFor()
    await third.call.hangUp.click()
    await first.call.hangUp.click()
  })
})

describe('if calls may be recorded', () => {
  it('says so before the call, and shows whether it is recording', async () => {
    await organization.change({ calls: { recording: 'notify' } })
    const agent = await openAgent()
    const { call } = await openCustomer()
    await call.prepare()
    await call.panel.getByText('This call is recorded.').waitFor()
    await call.callNow.click()
    await accept(agent)
    await call.panel.getByText('Recording', { exact: true }).waitFor()
    await agent.evaluate(() => window.calls.pauseRecording())
    await call.panel.getByText('Recording paused').waitFor()
    await call.hangUp.click()
    await untilCall(agent, 'over')
  })

  it('also says so on a page that was loaded before recording was enabled', async () => {
    await organization.change({ calls: { recording: 'off' } })
    const agent = await openAgent()
    const { call } = await openCustomer()
    await call.prepare()
    await call.callNow.waitFor()
    await organization.change({ calls: { recording: 'notify' } })
    await call.callNow.click()
    await call.panel.getByText('This call is recorded.').waitFor()
    expect(await agent.evaluate(() => window.calls.desk.get()?.offer)).toBeNull()
    await call.callNow.click()
    await accept(agent)
    await call.panel.getByText('Recording', { exact: true }).waitFor()
    await call.hangUp.click()
    await untilCall(agent, 'over')
  })

  it('asks for consent, calls only after a choice, and respects a refusal', async () => {
    await organization.change({ calls: { recording: 'ask' } })
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.prepare()
    await call.panel.getByRole('group', { name: 'May we record this call?' }).waitFor()
    expect(await call.callNow.isDisabled()).toBe(true)
    await call.panel.getByRole('radio', { name: 'No, call without recording' }).check()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-consent')
    await call.callNow.click()
    await agent.waitForFunction(() => window.calls.desk.get()?.offer?.call.recording.consent === 'declined')
    await call.hangUp.click()
  })
})

describe('the button', () => {
  it('is hidden if calls are disabled', async () => {
    await organization.change({ calls: { mode: 'off' } })
    const { call } = await openCustomer()
    await call.chat.open()
    await call.chat.window.getByText('Away right now').waitFor()
    expect(await call.button.count()).toBe(0)
  })

  it('disappears when the customer is blocked', async () => {
    await openAgent()
    const { call } = await openCustomer()
    await call.chat.open()
    await call.button.waitFor()
    await call.chat.say('Something bad')
    await call.chat.message('Something bad').getByRole('img', { name: 'Sent' }).waitFor()
    const { data } = await organization.call(organization.owner, 'GET', '/customers')
    await organization.call(organization.owner, 'PATCH', `/customers/${data[0].id}`, { is_blocked: true })
    await call.button.waitFor({ state: 'detached' })
  })
})
