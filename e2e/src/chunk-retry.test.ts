import type { Page, Route, WebSocketRoute } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { give } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { textFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { memberSite } from './harness/member-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Lossy')
})

async function visit() {
  const profile = await browser.profile()
  profile.expectErrors(/net::ERR_FAILED/)
  const { id: providerId } = organization.provider
  const page = await profile.open(site.put('/', shopPage({ base: service.url, providerId })))
  const chat = chatOn(page)
  return { page, chat, report: chat.widget.getByText('No connection. Try again.'), fetched: chunksOf(page) }
}

/** Fails the next request for a file of the widget, or the next `times`. */
const failOnce = (page: Page, name: string, times = 1) =>
  page.route(new RegExp(`/widget/([0-9]+/)?${name}-[\\w-]{8}\\.js`), (route) => route.abort(), { times })

/** Files of the widget that arrived, without their hashes. */
function chunksOf(page: Page): string[] {
  const chunks: string[] = []
  page.on('requestfinished', (request) => {
    const [, name] = /\/widget\/(?:[0-9]+\/)?([a-z-]+)-[\w-]{8}\.js/.exec(request.url()) ?? []
    if (name) chunks.push(name)
  })
  return chunks
}

/** Resolves once the page has run the effects of what it has rendered. */
const framesLater = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )

/** Fails the only pending request, and resolves once the page has handled that. */
async function failNext(page: Page, requests: Route[]): Promise<void> {
  await expect.poll(() => requests.length).toBe(1)
  const failed = page.waitForEvent('requestfailed')
  await requests.pop()?.abort()
  await failed
  await framesLater(page)
}

/** A member's chat in which the texts of the language dialog have failed to load once. */
async function memberWithoutTexts(member: { uid: string; name: string }, body = '') {
  const profile = await browser.profile()
  profile.expectErrors(/net::ERR_FAILED/)
  let live: WebSocketRoute | undefined
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    socket.connectToServer()
    live = socket
  })
  const shop = await memberSite(profile, site, organization, { base: service.url, body })
  shop.member = member
  const page = await shop.open()
  const chat = chatOn(page)
  await failOnce(page, 'member-en')
  const failed = page.waitForEvent('requestfailed')
  await chat.launcher.click()
  await failed
  const composer = chat.window.getByRole('textbox', { name: 'Write a message' })
  /** The socket in use. */
  return { page, chat, composer, live: () => live }
}

describe('a download that fails', () => {
  it('of the chat is reported until the next click, which retries it', async () => {
    const { page, chat, report, fetched } = await visit()
    await failOnce(page, 'chat', Infinity)
    await chat.launcher.click()
    await report.waitFor()
    const retry = chat.launcher.evaluate((button: HTMLElement) => {
      button.click()
      return button.nextElementSibling?.textContent
    })
    expect(await retry).toBe('')
    await report.waitFor()
    expect(fetched).not.toContain('chat')
    await page.unrouteAll()
    await chat.open()
    await chat.say('Here after all')
    // What is loaded later uses this copy of the chat instead of a second one.
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).waitFor()
    expect(fetched.filter((name) => name === 'chat')).toHaveLength(1)
  })

  it('of a lazily loaded part is retried when the part is needed again', async () => {
    const { page, chat, fetched } = await visit()
    await chat.open()
    await failOnce(page, 'tools')
    const failed = page.waitForEvent('requestfailed')
    await chat.window.getByRole('button', { name: 'Emoji' }).hover()
    await failed
    expect(fetched).not.toContain('tools')

    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    await chat.window.getByRole('alertdialog', { name: 'Clear this chat?' }).waitFor()
    expect(fetched.filter((name) => name === 'chat')).toHaveLength(1)
  })

  it('of a part leaves those usable that were loaded before', async () => {
    const { page, chat } = await visit()
    await chat.open()
    const call = chat.window.getByRole('button', { name: 'Start a call' })
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/call-'))
    await call.hover()
    await loaded
    await failOnce(page, 'tools')
    const failed = page.waitForEvent('requestfailed')
    await chat.window.getByRole('button', { name: 'Emoji' }).hover()
    await failed
    await call.click()
    await chat.window.getByRole('region', { name: 'Call' }).waitFor()
  })

  it('of a call’s texts leaves the visitor without a call, whose controls would be missing, until the next click', async () => {
    const { page, chat } = await visit()
    const checks: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (payload.includes('"call.check"')) checks.push(String(payload))
      }),
    )
    await chat.open()
    await failOnce(page, 'call-en', Infinity)
    const failed = page.waitForEvent('requestfailed')
    const call = chat.window.getByRole('button', { name: 'Start a call' })
    await call.click()
    await failed
    await framesLater(page)
    expect(checks).toEqual([])
    await page.unrouteAll()
    await call.click()
    await chat.window.getByRole('region', { name: 'Call' }).waitFor()
    expect(checks).toHaveLength(1)
  })

  it('of uploads is explained when a file is attached', async () => {
    const { page, chat } = await visit()
    await chat.open()
    await failOnce(page, 'tools', 2)
    let failures = 0
    page.on('requestfailed', () => (failures += 1))
    await give(chat.composer, 'paste', textFile('care.txt', 'Rinse.'))
    await chat.window.getByText('The file will be uploaded when you reconnect.').waitFor()
    await expect.poll(() => failures).toBeGreaterThan(0)
    await chat.window.getByRole('button', { name: 'Emoji' }).hover()
    // The part may also have been requested again because the chat connected.
    await expect.poll(() => failures).toBe(2)
    await framesLater(page)
    await chat.window.getByRole('button', { name: 'Menu' }).hover()
    await chat.window.getByText('care.txt').waitFor()
  })

  it('of a language leaves the menu with the one in use, and a slow one does not replace a later choice', async () => {
    const { page, chat } = await visit()
    await chat.open()
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    const select = chat.window.getByRole('combobox')
    await failOnce(page, 'fr')
    await select.selectOption('fr')
    await expect.poll(() => select.inputValue()).toBe('en')
    const name = `parley.${organization.provider.id}`
    expect(await page.evaluate((key) => localStorage.getItem(key) ?? '', name)).not.toContain('language')

    const held = Promise.withResolvers<void>()
    await page.route(/\/widget\/([0-9]+\/)?de-[\w-]{8}\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    const german = page.waitForEvent('requestfinished', (request) => request.url().includes('/de-'))
    await select.selectOption('de')
    await select.selectOption('es')
    const writing = chat.window.getByPlaceholder('Escriba un mensaje')
    await writing.waitFor()
    held.resolve()
    await german
    await framesLater(page)
    expect(await writing.count()).toBe(1)
    expect(await select.inputValue()).toBe('es')
  })

  it('of the sign-in is retried before the chat opens, instead of opening as a visitor’s', async () => {
    const profile = await browser.profile()
    profile.expectErrors(/net::ERR_FAILED/)
    const shop = await memberSite(profile, site, organization, { base: service.url })
    shop.member = { uid: '44', name: 'Mary Somerville' }
    const page = await shop.open()
    await failOnce(page, 'member')
    await chatOn(page).open()
    await chatOn(page).window.getByRole('button', { name: 'Menu, Mary Somerville' }).waitFor()
  })

  it('of a dialog’s texts leaves the chat usable, and is retried when the connection is back', async () => {
    const { chat, composer, live } = await memberWithoutTexts({ uid: '42', name: 'Ada Lovelace' })
    await composer.fill('Which one is dishwasher-safe?')
    await composer.press('Enter')
    await chat.message('Which one').getByRole('img', { name: 'Sent' }).waitFor()

    await live()?.close({ code: 1012 })
    const dialog = chat.widget.getByRole('dialog', { name: 'Which language should we reply in?' })
    await dialog.waitFor()
    const isInert = () => composer.evaluate((field) => field.closest('[inert]') !== null)
    expect(await isInert()).toBe(true)
    await dialog.getByRole('button').click()
    await dialog.waitFor({ state: 'detached' })
    expect(await isInert()).toBe(false)
    expect(await composer.evaluate((field) => field.matches(':focus'))).toBe(true)
  })

  it('of a dialog’s texts is retried by the next click', async () => {
    const { page, chat } = await visit()
    await chat.open()
    const menu = chat.window.locator('button[aria-expanded]')
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).waitFor()
    const texts = /\/widget\/([0-9]+\/)?tools-de-[\w-]{8}\.js/
    const requests: Route[] = []
    await page.route(texts, (route) => void requests.push(route))
    await chat.window.getByRole('combobox').selectOption('de')
    await failNext(page, requests)
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    // The focused menu button and the dialog load the same texts; the test continues once both have failed.
    await framesLater(page)
    await failNext(page, requests)
    await page.unroute(texts)
    await menu.first().click()
    await chat.window.getByRole('button', { name: 'Chat leeren' }).click()
    await chat.window.getByRole('alertdialog').waitFor()
  })
})

describe('a dialog that appears late', () => {
  it('waits for another one, and does not take the focus from a text that is being written', async () => {
    const body = '<label>Search <input></label>'
    const { page, chat, composer, live } = await memberWithoutTexts({ uid: '43', name: 'Grace Hopper' }, body)
    await composer.fill('Which one is')
    await chat.window.getByRole('button', { name: 'Menu, Grace Hopper' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    const clear = chat.window.getByRole('alertdialog', { name: 'Clear this chat?' })
    await clear.waitFor()
    const first = live()
    await first?.close({ code: 1012 })
    await expect.poll(() => live() !== first).toBe(true)

    await clear.getByRole('button', { name: 'Cancel' }).click()
    const dialog = chat.widget.getByRole('dialog', { name: 'Which language should we reply in?' })
    await dialog.waitFor()
    expect(await composer.evaluate((field) => field.closest('[inert]') !== null)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await dialog.count()).toBe(1)

    // Neither does it when it disappears by itself, or appears while the visitor writes into the page.
    const search = page.getByLabel('Search')
    const isFocused = () => search.evaluate((field) => field === document.activeElement)
    await search.focus()
    await page.evaluate(() => Parley.logout())
    await dialog.waitFor({ state: 'detached' })
    expect(await isFocused()).toBe(true)
    await page.evaluate(() => Parley.update({ user: '43' }))
    await dialog.waitFor()
    expect(await isFocused()).toBe(true)
  })
})
