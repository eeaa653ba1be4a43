import type { SocialProvider } from '@parley/protocol/customer'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useSocialService } from './harness/social-service.ts'

const used = useSocialService()
const browser = useBrowser()
const site = useHostSite()
const everySocial = ['google', 'facebook', 'apple', 'github', 'x'] as const
let organization: Organization
let profile: Profile

beforeEach(async () => {
  organization = await foundOrganization(used.service, 'Social')
  profile = await newProfile()
})

/** A browser that resolves the avatars of the social services. */
async function newProfile(...options: Parameters<typeof browser.profile>): Promise<Profile> {
  const made = await browser.profile(...options)
  const portrait =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#b58" d="M0 0h8v8H0z"/><circle cx="4" cy="3" r="1.6" fill="#fed"/><path fill="#fed" d="M1 8a3 3 0 0 1 6 0z"/></svg>'
  await made.context.route(
    (url) => /^(lh3|avatars|pbs|graph)\..*\.test$/.test(url.hostname),
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: portrait }),
  )
  return made
}

const offer = (...socials: SocialProvider[]) =>
  organization.call(organization.owner, 'PATCH', `/providers/${organization.provider.id}/member-login`, {
    logins: socials.map((social) => ({ social, enabled: true })),
  })

interface PageOptions {
  path?: string
  lang?: string
  headers?: Record<string, string>
  head?: string
}

const address = ({ path = '/teapots', lang = 'en', headers = {}, head = '' }: PageOptions = {}) => {
  const { html } = shopPage({
    base: used.service.url,
    providerId: organization.provider.id,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    head,
  })
  return site.put(path, { html, headers })
}

async function opened(options?: PageOptions): Promise<{ page: Page; chat: Chat }> {
  const page = await profile.open(address(options))
  const chat = chatOn(page)
  await chat.open()
  return { page, chat }
}

const menuOf = (chat: Chat, name: string) => chat.window.getByRole('button', { name, exact: true })
const loginPage = (chat: Chat) => chat.widget.getByRole('dialog', { name: 'Sign in' })

async function openLogin(chat: Chat): Promise<void> {
  await menuOf(chat, 'Menu').click()
  await chat.window.getByRole('button', { name: 'Sign in' }).click()
  await loginPage(chat).waitFor()
}

/** Clicks a service's button. Returns the popup. */
async function choose(page: Page, chat: Chat, name: string): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await loginPage(chat)
    .getByRole('button', { name: `Continue with ${name}` })
    .click()
  return popup
}

const skipSheet = (chat: Chat) =>
  chat.widget.getByRole('dialog', { name: 'Which language should we reply in?' }).getByRole('button').click()

describe('the login page', () => {
  it('shows the enabled services only', async () => {
    await offer('github', 'apple')
    const { chat } = await opened()
    await openLogin(chat)
    expect(await loginPage(chat).getByRole('listitem').allTextContents()).toEqual([
      'Continue with Apple',
      'Continue with GitHub',
    ])
  })

  it('does not exist without an enabled service, and is not downloaded then', async () => {
    const page = await profile.context.newPage()
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(address())
    const chat = chatOn(page)
    await chat.open()
    await menuOf(chat, 'Menu').click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).waitFor()
    expect(await chat.window.getByRole('button', { name: 'Sign in' }).count()).toBe(0)
    expect(files.filter((file) => file.includes('/member'))).toEqual([])
  })

  it('starts nothing without a click, and closes with its button and Escape', async () => {
    await offer(...everySocial)
    const { page, chat } = await opened()
    const popups: Page[] = []
    page.on('popup', (popup) => popups.push(popup))
    await openLogin(chat)
    await page.keyboard.press('Escape')
    await loginPage(chat).waitFor({ state: 'detached' })
    await openLogin(chat)
    await loginPage(chat).getByRole('button', { name: 'Continue as guest' }).click()
    await loginPage(chat).waitFor({ state: 'detached' })
    await chat.say('Hello')
    expect(popups).toEqual([])
  })

  it.each([
    { lang: 'en', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { lang: 'ar', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
    { lang: 'de', colorScheme: 'light', viewport: { width: 390, height: 844 } },
    { lang: 'fr', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    { lang: 'ar', colorScheme: 'light', viewport: { width: 320, height: 568 } },
  ] as const)('has no barriers in $lang, $colorScheme, at $viewport.width px', async (one) => {
    const { lang, colorScheme, viewport } = one
    await offer(...everySocial)
    profile = await newProfile({ colorScheme, viewport, reducedMotion: 'reduce' })
    const { page, chat } = await opened({
      lang,
      head: `<meta name="color-scheme" content="${colorScheme}">`,
    })
    await chat.window.locator('.menu button').click()
    await chat.window.locator('.menu-panel > button').first().waitFor()
    await saveScreenshot(page, `login-menu-${lang}-${colorScheme}-${viewport.width}`)
    expect(await findBarriers(page)).toEqual([])
    await chat.window.locator('.menu-panel > button').first().click()
    await chat.widget.locator('.login').waitFor()
    await saveScreenshot(page, `login-${lang}-${colorScheme}-${viewport.width}`)
    expect(await findBarriers(page)).toEqual([])
  })
})

describe('signing in', () => {
  it.each([
    ['google', 'Google', 'Ada Lovelace'],
    ['facebook', 'Facebook', 'Mary Jackson'],
    ['apple', 'Apple', 'Grace Hopper'],
    ['github', 'GitHub', 'Dorothy Vaughan'],
    ['x', 'X', 'Hedy Lamarr'],
  ] as const)(
    'with %s: a window, consent, the window closes, and the chat is the member’s',
    async (social, name, person) => {
      await offer(social)
      const { page, chat } = await opened()
      await chat.say('As a visitor')
      await openLogin(chat)
      const popup = await choose(page, chat, name)
      await loginPage(chat).getByText(`Continue in the ${name} window.`).waitFor()
      const closed = popup.waitForEvent('close')
      await popup.locator('#allow').click()
      await closed
      await menuOf(chat, `Menu, ${person}`).waitFor()
      await loginPage(chat).waitFor({ state: 'detached' })
      expect(await chat.messages.count()).toBe(0)
      await skipSheet(chat)
      await chat.say('As a member')
      await chat.message('As a member').getByRole('img', { name: 'Sent' }).waitFor()
      await saveScreenshot(page, `social-${social}`)

      await page.reload()
      await chat.message('As a member').waitFor()
      expect(await chat.texts.allTextContents()).toEqual(['As a member'])
      await menuOf(chat, `Menu, ${person}`).click()
      await chat.window.getByRole('button', { name: 'Sign out' }).click()
      await chat.message('As a visitor').waitFor()
      expect(await chat.texts.allTextContents()).toEqual(['As a visitor'])
    },
  )

  it('shows agents the name and the service, and signs in the other tab of the site', async () => {
    await offer('github')
    const { page, chat } = await opened()
    const other = chatOn(await profile.open(address({ path: '/cups' })))
    await other.open()
    await openLogin(chat)
    const popup = await choose(page, chat, 'GitHub')
    await popup.locator('#allow').click()
    await menuOf(other, 'Menu, Dorothy Vaughan').waitFor()
    await skipSheet(chat)
    await chat.say('From the member')

    const agent = await newProfile()
    await signIn(agent, used.service, organization.owner)
    const panel = await agent.open(organization.panel('/inbox/unassigned'))
    const inbox = inboxOn(panel)
    await inbox.openRow('From the member')
    await panel.getByText('dorothy@github.test').first().waitFor()
    await saveScreenshot(panel, 'panel-social-member')
  })

  it('ends when a page signs out whose chat was never opened, also if it has cleared localStorage', async () => {
    await offer('github')
    const { page, chat } = await opened()
    await openLogin(chat)
    await (await choose(page, chat, 'GitHub')).locator('#allow').click()
    await menuOf(chat, 'Menu, Dorothy Vaughan').waitFor()
    const second = await profile.open(address({ path: '/cups' }))
    await chatOn(second).launcher.waitFor()
    await second.evaluate(() => {
      localStorage.clear()
      Parley.logout()
    })
    await menuOf(chat, 'Menu').waitFor()
  })
})

describe('a sign-in that is not completed', () => {
  it('returns to the page without an error when consent is denied or the window is closed', async () => {
    await offer('github')
    // The browser logs the popup's error response.
    profile.expectErrors(/403 \(Forbidden\) \(.*\/oauth\/github\/callback/)
    const { page, chat } = await opened()
    await openLogin(chat)
    const popup = await choose(page, chat, 'GitHub')
    await popup.locator('#deny').click()
    await loginPage(chat).getByText('You are not signed in yet.').waitFor()
    const second = await choose(page, chat, 'GitHub')
    await second.locator('#allow').waitFor()
    await second.close()
    await loginPage(chat).getByText('You are not signed in yet.').waitFor()
    await saveScreenshot(page, 'login-closed')
    const third = await choose(page, chat, 'GitHub')
    await third.locator('#allow').click()
    await menuOf(chat, 'Menu, Dorothy Vaughan').waitFor()
  })

  it('continues in this tab when the browser blocks the popup, and says so', async () => {
    await offer('github')
    const { page, chat } = await opened()
    await page.evaluate(() => {
      window.open = () => null
    })
    await openLogin(chat)
    await loginPage(chat).getByRole('button', { name: 'Continue with GitHub' }).click()
    await loginPage(chat).getByText('Your browser blocked the sign-in window.').waitFor()
    await saveScreenshot(page, 'login-blocked')
    expect(await findBarriers(page)).toEqual([])
    await loginPage(chat).getByRole('button', { name: 'Continue in this tab' }).click()
    await page.locator('#allow').click()
    await page.getByRole('link', { name: /Continue on localhost/ }).click()
    await menuOf(chat, 'Menu, Dorothy Vaughan').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(new URL(page.url()).pathname).toBe('/teapots')
  })

  it('on a page with an isolating opener policy the popup continues, and the page notices the result', async () => {
    await offer('github')
    const { page, chat } = await opened({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
    await openLogin(chat)
    const waiting = profile.context.waitForEvent('page')
    await loginPage(chat).getByRole('button', { name: 'Continue with GitHub' }).click()
    const popup = await waiting
    await popup.locator('#allow').click()
    await popup.getByRole('link', { name: /Continue on localhost/ }).waitFor()
    await saveScreenshot(popup, 'popup-cut-off')
    await popup.getByRole('link', { name: /Continue on localhost/ }).click()
    await menuOf(chat, 'Menu, Dorothy Vaughan').waitFor()
    await menuOf(chatOn(popup), 'Menu, Dorothy Vaughan').waitFor()
    await page.bringToFront()
    await skipSheet(chat)
    await chat.say('Here I am')
    await chat.message('Here I am').getByRole('img', { name: 'Sent' }).waitFor()
  })
})
