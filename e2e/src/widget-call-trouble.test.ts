import type { BrowserContextOptions } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { untilCall, useCallPages } from './call-engine/call-pages.ts'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, useCompleteBrowser } from './harness/browser.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { microphoneOf } from './harness/microphone.ts'
import { heardIn, watchConnections } from './harness/tone.ts'
import { widgetCallOn } from './harness/widget-call.ts'

const service = inject('service')
const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
/** A browser that asks for permission to use the microphone. */
const cautious = useCompleteBrowser(async () => ['--use-fake-device-for-media-stream'])
const pages = useCallPages()
const site = useHostSite()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Troubles')
})

const shop = (headers: Record<string, string> = {}, lang = 'en') =>
  site.put(`/trouble-${lang}`, {
    ...shopPage({
      base: service.url,
      providerId: organization.provider.id,
      lang,
      dir: lang === 'ar' ? 'rtl' : 'ltr',
    }),
    headers,
  })

async function openAgent() {
  const page = await pages.agent(await agents.profile(), service, organization)
  await page.waitForFunction(() => window.calls?.desk.get()?.state === 'idle')
  return page
}

async function openCustomer(options: BrowserContextOptions = {}, address = shop()) {
  const profile = await customers.profile(options)
  await watchConnections(profile.context)
  const page = await profile.open(address)
  return { profile, page, call: widgetCallOn(page) }
}

const accept = async (agent: Awaited<ReturnType<typeof openAgent>>) => {
  await agent.waitForFunction(() => window.calls.desk.get()?.offer)
  await agent.evaluate(() => window.calls.accept())
}

describe('while all agents are away', () => {
  it('a visitor sees this before the microphone prompt and the recording consent', async () => {
    await organization.change({ calls: { recording: 'ask' } })
    const profile = await cautious.profile()
    await profile.context.grantPermissions([], { origin: site.origin })
    await profile.context.addInitScript(() => {
      const { mediaDevices } = navigator as Partial<Navigator>
      // Missing on about:blank, which is not a secure context.
      if (!mediaDevices) return
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      Object.assign(window, { microphoneRequests: 0 })
      mediaDevices.getUserMedia = (constraints) => {
        ;(window as never as { microphoneRequests: number }).microphoneRequests++
        return open(constraints)
      }
    })
    const page = await profile.open(shop())
    const call = widgetCallOn(page)
    await call.chat.open()
    await call.button.click()
    await call.title.getByText('No one is available to take your call right now.').waitFor()
    expect(await page.evaluate('microphoneRequests')).toBe(0)
    await saveScreenshot(page, 'widget-call-nobody')
    await call.panel.getByRole('button', { name: 'Leave a message' }).click()
    await call.panel.waitFor({ state: 'hidden' })
  })
})

describe('an unavailable microphone', () => {
  it('is explained when the visitor denied it, and used once it is allowed', async () => {
    const agent = await openAgent()
    const profile = await cautious.profile()
    const { context } = profile
    const address = shop()
    await context.grantPermissions([], { origin: site.origin })
    const page = await profile.open(address)
    const call = widgetCallOn(page)
    await call.chat.open()
    await call.button.click()
    await call.title.getByText('We can’t access your microphone.').waitFor()
    await call.panel.getByText(/^Click the icon next to the address/).waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-denied')
    expect(await agent.evaluate(() => window.calls.desk.get()?.offer)).toBeNull()

    await context.grantPermissions(['microphone', 'local-network-access'], { origin: site.origin })
    await call.panel.getByRole('button', { name: 'Try again' }).click()
    await call.callNow.waitFor()
  })

  it('is not requested if the page’s policy forbids it', async () => {
    await openAgent()
    const address = shop({ 'permissions-policy': 'microphone=(), camera=()' })
    const { profile, page, call } = await openCustomer({}, address)
    profile.expectErrors(/Permissions policy violation/)
    await call.chat.open()
    await call.button.click()
    await call.panel
      .getByText('This page does not allow microphone access. Send us a message instead.')
      .waitFor()
    expect(await call.panel.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await saveScreenshot(page, 'widget-call-forbidden')
    await call.panel.getByRole('button', { name: 'Leave a message' }).click()
    await call.panel.waitFor({ state: 'hidden' })
  })

  it('is released when the window is closed before the call', async () => {
    await openAgent()
    const { page, call } = await openCustomer()
    await call.prepare()
    await call.chat.launcher.click()
    await call.bar.waitFor({ state: 'detached' })
    await call.chat.open()
    await call.panel.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => window.rtcConnections.length)).toBe(0)
  })
})

describe('a page that is reloaded during its call', () => {
  it('resumes it, with the window open or closed', async () => {
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await accept(agent)
    await untilCall(agent, 'active')
    await page.reload()
    await call.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
    await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)

    await call.panel.getByRole('button', { name: 'Mute', exact: true }).click()
    await call.chat.launcher.click()
    await call.bar.waitFor()
    await page.reload()
    await call.bar.getByRole('timer').waitFor()
    await call.bar.getByRole('button', { name: 'Unmute', exact: true }).waitFor()
    await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    expect(await heardIn(page)).toBeCloseTo(600, -1.5)
    await call.bar.getByRole('button', { name: 'Hang up' }).click()
    await untilCall(agent, 'over')
  })
})

describe('an agent who disconnects during a call', () => {
  it('has a grace period, after which the call ends', async () => {
    await organization.change({ calls: { grace_seconds: 10 } })
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await accept(agent)
    await call.title.getByText(/^In a call/).waitFor()
    await agent.close()
    await call.panel.getByText('Connection lost. Reconnecting…').waitFor()
    await saveScreenshot(page, 'widget-call-lost')
    await call.title.getByText('The connection was lost.').waitFor()
    await call.panel.getByRole('button', { name: 'Call again' }).waitFor()
    await call.chat.log.getByText(/^Call, /).waitFor()
    await page.reload()
    await call.chat.log.getByText(/^Call, /).waitFor()
  })
})

describe('a second tab', () => {
  it('shows that the call is active in another tab without moving the focus, and can take it over', async () => {
    const agent = await openAgent()
    const { profile, page, call } = await openCustomer()
    // It was there before the call.
    const other = await profile.open(shop())
    const there = widgetCallOn(other)
    await there.chat.open()
    const menu = there.chat.window.getByRole('button', { name: 'Menu' })
    await menu.focus()
    await page.bringToFront()
    await call.ring()
    await accept(agent)
    await untilCall(agent, 'active')
    await other.bringToFront()
    await there.title.getByText('Your call is open in another window.').waitFor()
    expect(await menu.evaluate((button) => button.matches(':focus'))).toBe(true)
    expect(await findBarriers(other, 'parley-widget')).toEqual([])
    await saveScreenshot(other, 'widget-call-elsewhere')
    await there.panel.getByRole('button', { name: 'Move call here' }).click()
    await there.title.getByText(/^In a call/).waitFor()
    await call.title.getByText('Your call is open in another window.').waitFor()
    await other.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    expect(await heardIn(other)).toBeCloseTo(600, -1.5)
    await there.hangUp.click()
    await untilCall(agent, 'over')
    await call.panel.waitFor({ state: 'hidden' })
  })

  it('that is a copy of the first one leaves the call there, which is still resumed after a reload', async () => {
    const agent = await openAgent()
    const { page, call } = await openCustomer()
    await call.ring()
    await accept(agent)
    await untilCall(agent, 'active')
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open(location.href))
    const copy = await opened
    const there = widgetCallOn(copy)
    await there.title.getByText('Your call is open in another window.').waitFor()
    expect(await copy.evaluate(() => window.rtcConnections.length)).toBe(0)
    await page.bringToFront()
    await page.reload()
    await call.title.getByText(/^In a call/).waitFor()
    await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
    await call.hangUp.click()
    await untilCall(agent, 'over')
  })
})

describe('on a phone, in Arabic, in the dark', () => {
  it('shows every step of a call on the whole screen, from right to left', async () => {
    await organization.change({ calls: { mode: 'video', recording: 'ask' } })
    const agent = await openAgent()
    const { page, call } = await openCustomer(
      {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        colorScheme: 'dark',
        reducedMotion: 'reduce',
      },
      shop({}, 'ar'),
    )
    const { window: chatWindow } = call.chat
    const panel = chatWindow.getByRole('region', { name: 'مكالمة' })
    await call.chat.launcher.tap()
    await chatWindow.getByRole('button', { name: 'بدء مكالمة' }).tap()
    await panel.getByRole('radio', { name: 'نعم' }).check()
    await panel.getByRole('button', { name: 'تشغيل الكاميرا' }).tap()
    await panel.locator('video').waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-phone-check')
    await panel.getByRole('button', { name: 'اتصل الآن' }).tap()
    await accept(agent)
    await untilCall(agent, 'active')
    await agent.evaluate(() => window.calls.media.setCamera(true))
    await panel.getByLabel(organization.owner.name).waitFor()
    await panel.getByRole('button', { name: 'الأجهزة والمساعدة' }).tap()
    await panel.getByRole('combobox').first().waitFor()
    // There is no space below the video: it was scrolled into view.
    const isSeen = () =>
      panel.locator('.call-check').evaluate((opened) => {
        const [own, edge] = [opened.getBoundingClientRect(), opened.parentElement!.getBoundingClientRect()]
        return own.top >= edge.top && own.bottom <= edge.bottom
      })
    await expect.poll(isSeen).toBe(true)
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-phone-video')
    await panel.getByRole('button', { name: 'تصغير المكالمة' }).tap()
    await saveScreenshot(page, 'widget-call-phone-small')
    await chatWindow.getByRole('button', { name: 'إغلاق المحادثة' }).tap()
    await call.bar.waitFor()
    expect(await findBarriers(page, 'parley-widget')).toEqual([])
    await saveScreenshot(page, 'widget-call-phone-bar')
    await call.bar.getByRole('button', { name: 'إنهاء المكالمة' }).tap()
    await untilCall(agent, 'over')
  })
})
