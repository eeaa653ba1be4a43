import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { sessionOf, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let cookie: string

beforeAll(async () => {
  ;({ cookie } = await sessionOf(service, service.demo))
})

interface Visitor {
  profile: Profile
  page: Page
  chat: Chat
}

/** A new person on the demo's shop page. */
async function visitor(): Promise<Visitor> {
  const profile = await browser.profile()
  const page = await profile.open(`${service.url}/shop/`)
  return { profile, page, chat: chatOn(page) }
}

/** The demo's owner, with the unassigned view of the inbox. */
async function agent(): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, { cookie })
  const page = await profile.open(`${service.url}/panel/`)
  const inbox = inboxOn(page)
  await inbox.view('Unassigned')
  return { page, inbox }
}

describe('a visitor on the shop page and an agent in the panel', () => {
  it('talk: the message appears in the open inbox, and the reply in the chat', async () => {
    const { inbox, page: panel } = await agent()
    const { chat, page: shop } = await visitor()

    await chat.open()
    await saveScreenshot(shop, 'chat-first-open')
    await chat.say('Do you ship teapots to Norway?')
    await inbox.openRow('Do you ship teapots to Norway?')
    expect(await inbox.texts.allTextContents()).toEqual(['Do you ship teapots to Norway?'])
    await saveScreenshot(panel, 'panel-first-message')

    await inbox.action('Take over').click()
    await inbox.say('We do, within a week.')
    await chat.message('We do, within a week.').waitFor()
    await chat.log.getByText('Dana Demo joined the conversation').waitFor()
    expect((await chat.texts.allTextContents()).slice(-2)).toEqual([
      'Do you ship teapots to Norway?',
      'We do, within a week.',
    ])
    await saveScreenshot(shop, 'chat-answered')
    await saveScreenshot(panel, 'panel-answered')
  })

  it('[H9] keep identity and messages across a reload', async () => {
    const { inbox } = await agent()
    const { chat, page } = await visitor()
    await chat.open()
    await chat.say('Is the blue vase still there?')
    await inbox.openRow('Is the blue vase still there?')
    const address = inbox.conversation.page().url()

    await page.reload()
    // It was open in this tab and is restored.
    await chat.message('Is the blue vase still there?').waitFor()
    await chat.say('I would take two.')

    await inbox.message('I would take two.').waitFor()
    expect(await inbox.texts.allTextContents()).toEqual([
      'Is the blue vase still there?',
      'I would take two.',
    ])
    expect(inbox.conversation.page().url()).toBe(address)
  })

  it('[H9] start with a new identity after the browser data was cleared', async () => {
    const { inbox } = await agent()
    const { chat, page, profile } = await visitor()
    await chat.open()
    await chat.say('Remember me?')
    await inbox.row('Remember me?').waitFor()

    await clearBrowserData(page)
    await page.reload()
    await chat.open()
    await chat.say('Somebody else')

    await inbox.row('Somebody else').waitFor()
    await inbox.row('Remember me?').waitFor()
    expect(await chat.message('Remember me?').count()).toBe(0)
    expect(await inbox.row(/Remember me\?|Somebody else/).count()).toBe(2)
    expect(profile.errors()).toEqual([])
  })
})

describe('a visitor with the chat closed or the tab hidden', () => {
  it('sees the number of unread messages on the launcher and in the title until the chat is opened', async () => {
    const { inbox } = await agent()
    const { chat, page } = await visitor()
    const title = await page.title()
    await chat.open()
    await chat.say('Are you open on Sunday?')
    await inbox.openRow('Are you open on Sunday?')
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    await chat.window.waitFor({ state: 'hidden' })

    await inbox.say('We are.')
    await chat.widget.getByRole('button', { name: 'Open chat, 1 unread message' }).waitFor()
    await inbox.say('From ten to four.')
    await chat.widget.getByRole('button', { name: 'Open chat, 2 unread messages' }).waitFor()
    await expect.poll(() => page.title()).toBe(`(2) ${title}`)
    // A preview of the reply beside the launcher opens the chat.
    const preview = chat.widget.getByRole('status').filter({ hasText: 'From ten to four.' })
    await preview.waitFor()
    await saveScreenshot(page, 'launcher-unread')
    await preview.getByRole('button', { name: 'Dismiss' }).click()
    await preview.waitFor({ state: 'detached' })
    await inbox.say('And on holidays.')
    await chat.widget.getByRole('button', { name: /And on holidays\.$/ }).click()

    await chat.message('From ten to four.').waitFor()
    await chat.widget.locator('button[aria-haspopup=dialog][aria-label="Close chat"]').waitFor()
    await expect.poll(() => page.title()).toBe(title)
  })

  it('also sees it on the next page, without opening the chat', async () => {
    const { inbox } = await agent()
    const { chat, page } = await visitor()
    await chat.open()
    await chat.say('When will the kiln be free?')
    await inbox.openRow('When will the kiln be free?')
    await chat.window.getByRole('button', { name: 'Close chat' }).click()

    await page.goto('about:blank')
    await inbox.say('Next week.')
    await page.goto(`${service.url}/shop/about.html`)
    await chat.widget.getByRole('button', { name: 'Open chat, 1 unread message' }).waitFor()
  })

  it('sees an unread message in a hidden tab: count and text alternate in the title', async () => {
    const { inbox } = await agent()
    const { chat, page, profile } = await visitor()
    const title = await page.title()
    await chat.open()
    await chat.say('I go and put the kettle on')
    await inbox.openRow('I go and put the kettle on')

    const other = await profile.open('about:blank')
    await other.bringToFront()
    await hide(page)
    await inbox.say('Milk or lemon?')
    await expect.poll(() => page.title()).toBe(`(1) ${title}`)
    await expect.poll(() => page.title()).toBe('1 new message')
  })
})

/** Like "clear browsing data" for the current site. */
async function clearBrowserData(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  // Older versions (Chromium 150) do not include session storage in "all".
  await page.evaluate(() => sessionStorage.clear())
}

/** Headless browsers never hide a page. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.hasFocus = () => false
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
