import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Patient')
})

const chatChunk = /\/widget\/([0-9]+\/)?chat-[\w-]{8}\.js/

async function visit() {
  const profile = await browser.profile()
  profile.expectErrors(/net::ERR_FAILED/)
  const { id: providerId } = organization.provider
  const page = await profile.open(site.put('/', shopPage({ base: service.url, providerId })))
  const chat = chatOn(page)
  const status = chat.widget.getByRole('status')
  return {
    profile,
    page,
    chat,
    status,
    announcement: status.getByText('Loading…'),
    report: status.getByText('No connection. Try again.'),
  }
}

/** Holds the download of the chat back until the returned function is called. */
async function holdChat(page: Page) {
  const held = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(chatChunk, async (route) => route[await held.promise]())
  return held.resolve
}

/** Goes to the next page with an open conversation and the chat closed. */
async function reloadClosed(page: Page) {
  const chat = chatOn(page)
  await chat.open()
  await chat.say('Is anybody there?')
  await chat.message('Is anybody there?').getByRole('img', { name: 'Sent' }).waitFor()
  await chat.window.getByRole('button', { name: 'Close chat' }).click()
  return async () => {
    await page.reload()
    await chat.launcher.waitFor()
  }
}

const failChat = (page: Page) => page.route(chatChunk, (route) => route.abort())

/** Goes to the next page with the chat open. */
async function reloadOpen(page: Page) {
  await chatOn(page).open()
  return async () => {
    await page.reload()
    await chatOn(page).launcher.waitFor()
  }
}

/** Resolves once the delayed hint would be shown: browsers run timers in the order of their deadlines. */
const untilHintIsDue = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))

describe('a slow download of the chat', () => {
  it('is announced until the chat opens, also if the launcher is clicked again', async () => {
    const { page, chat, announcement } = await visit()
    const proceed = await holdChat(page)
    await chat.launcher.click()
    await announcement.waitFor()
    expect(await chat.launcher.getAttribute('aria-expanded')).toBe('false')
    await chat.launcher.click()
    await announcement.waitFor()
    proceed('continue')
    await chat.composer.waitFor()
    await announcement.waitFor({ state: 'detached' })
  })

  it('is not reported as failed after the page has closed the chat', async () => {
    const { page, chat, status, announcement } = await visit()
    const proceed = await holdChat(page)
    await chat.launcher.click()
    await announcement.waitFor()
    await page.evaluate(() => Parley.close())
    const failed = page.waitForEvent('requestfailed')
    proceed('abort')
    await failed
    await untilHintIsDue(page)
    expect(await status.textContent()).toBe('')
  })

  it('that the tab had open is not announced until the visitor clicks', async () => {
    const { page, chat, status, announcement } = await visit()
    const reload = await reloadOpen(page)
    const proceed = await holdChat(page)
    await reload()
    await untilHintIsDue(page)
    expect(await status.textContent()).toBe('')
    await chat.launcher.click()
    await announcement.waitFor()
    proceed('continue')
    await chat.composer.waitFor()
  })
})

describe('a download of the chat that fails', () => {
  const backOnline = async (page: Page) => {
    await page.context().setOffline(true)
    await page.context().setOffline(false)
  }
  const pointerReturns = async (page: Page) => {
    await page.mouse.move(0, 0)
    await chatOn(page).launcher.hover()
  }

  it.each([
    ['the browser is online again', backOnline],
    ['the pointer returns', pointerReturns],
  ])('is reported until it succeeds once %s', async (_, recover) => {
    const { page, chat, report } = await visit()
    await failChat(page)
    await chat.launcher.click()
    await report.waitFor()
    await page.unrouteAll()
    await recover(page)
    await report.waitFor({ state: 'detached' })
    expect(await chat.window.isVisible()).toBe(false)
    await chat.open()
  })

  it('is repaired once the browser is online again if the tab had the chat open', async () => {
    const { page, chat, report } = await visit()
    const reload = await reloadOpen(page)
    await failChat(page)
    await reload()
    await report.waitFor()
    await page.unrouteAll()
    await backOnline(page)
    await chat.composer.waitFor()
    await report.waitFor({ state: 'detached' })
  })

  const halfMinuteLater = (page: Page) => page.clock.fastForward(30_000)

  it.each([
    ['the browser is online again', backOnline],
    ['half a minute has passed', halfMinuteLater],
  ])('is repaired once %s if a conversation is open', async (_, recover) => {
    const { profile, page } = await visit()
    profile.expectErrors(/ERR_INTERNET_DISCONNECTED/)
    const reload = await reloadClosed(page)
    await failChat(page)
    await page.clock.install()
    const failed = page.waitForEvent('requestfailed')
    await reload()
    await failed
    await page.unrouteAll()
    let sockets = 0
    page.on('websocket', () => (sockets += 1))
    // Repeated, because the page may not have handled the failure yet.
    const afterRecovery = () => recover(page).then(() => sockets)
    await expect.poll(afterRecovery).toBe(1)
  })

  it('is repaired after half a minute if the tab had the chat open', async () => {
    const { page, chat, report } = await visit()
    const reload = await reloadOpen(page)
    await failChat(page)
    await page.clock.install()
    await reload()
    await report.waitFor()
    await page.unrouteAll()
    await halfMinuteLater(page)
    await chat.composer.waitFor()
    await report.waitFor({ state: 'detached' })
  })

  it('leaves opening to the click of the pointer that returns', async () => {
    const { page, chat, report } = await visit()
    const reload = await reloadOpen(page)
    await failChat(page)
    await reload()
    await report.waitFor()
    await page.unrouteAll()
    await pointerReturns(page)
    await report.waitFor({ state: 'detached' })
    await chat.open()
    expect(await chat.launcher.getAttribute('aria-expanded')).toBe('true')
  })

  it('is not repaired after the page has closed the chat', async () => {
    const { page, chat, report } = await visit()
    const reload = await reloadOpen(page)
    await failChat(page)
    await reload()
    await report.waitFor()
    await page.evaluate(() => Parley.close())
    await page.unrouteAll()
    await backOnline(page)
    await report.waitFor({ state: 'detached' })
    expect(await chat.window.isVisible()).toBe(false)
  })
})
