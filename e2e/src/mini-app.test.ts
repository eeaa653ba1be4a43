import { createInitDataSigner } from '@parley/server/testing/init-data'
import { startTelegramServer, type TelegramServer } from '@parley/server/testing/telegram-server'
import type { Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()
const signer = createInitDataSigner()
let telegram: TelegramServer
let service: Service
let organization: Organization
let channelId: string
beforeAll(async () => {
  telegram = await startTelegramServer()
  service = await startService({
    environment: {
      PARLEY_SIGNUP: 'open',
      PARLEY_TELEGRAM_API_URL: telegram.url,
      LOCAL_TELEGRAM_KEYS: JSON.stringify(signer.publicKeys),
    },
    command: [process.execPath, '--import', './e2e/src/harness/local-telegram.ts', 'server/src/main.ts'],
  })
  organization = await foundOrganization(service, 'Mini')
  const channel = { channel: 'telegram', token: telegram.token }
  channelId = (await organization.call(organization.owner, 'POST', '/channels', channel)).id
})
afterAll(async () => {
  await service.remove()
  await telegram.stop()
})

const user = { id: 4711, first_name: 'Ada', last_name: 'Lovelace', language_code: 'de' }
const dark = { bg_color: '#17212b', text_color: '#f5f5f5', hint_color: '#708499' }

/** What Telegram puts into the fragment of the address. */
const launchParams = (): string =>
  new URLSearchParams({
    tgWebAppData: signer.initData({ token: telegram.token, user }),
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: JSON.stringify(dark),
  }).toString()

type Posted = [event: string, data: object]
interface Telegram {
  posted: Posted[]
  Telegram: { WebView: { receiveEvent: (event: string, data: object) => void } }
}

/** The web view of Telegram's apps, as far as a page sees it. */
async function inTelegram(profile: Profile): Promise<void> {
  await profile.context.addInitScript(() => {
    const posted: Posted[] = []
    Object.assign(window, {
      posted,
      TelegramWebviewProxy: {
        postEvent: (event: string, data: string) => void posted.push([event, JSON.parse(data) as object]),
      },
    })
  })
}
/** The last data that the page sent with an event. */
const lastOf = (page: Page, event: string) =>
  page.evaluate(
    (name) => (window as unknown as Telegram).posted.findLast(([posted]) => posted === name)?.[1],
    event,
  )
const receive = (page: Page, event: string, data: object) =>
  page.evaluate(([name, sent]) => (window as unknown as Telegram).Telegram.WebView.receiveEvent(name, sent), [
    event,
    data,
  ] as const)

it('the mini app signs in with initData, follows Telegram, and refuses a replay in a second browser', async () => {
  const desk = await browser.profile()
  await signIn(desk, service, organization.owner)
  const panel = await desk.open(organization.panel('/settings/channels'))
  const setting = panel.getByRole('region', { name: /^Mini App of/ })
  await setting.getByText('Shows the chat of a widget within Telegram.').waitFor()
  await setting.getByRole('switch').click({ force: true })
  const address = `${service.url}/mini/${channelId}`
  await setting.getByText(address, { exact: true }).waitFor()
  await saveScreenshot(panel, 'panel-mini-app')

  const phone = await browser.profile({ viewport: { width: 390, height: 700 } })
  await inTelegram(phone)
  let socket: WebSocketRoute | undefined
  await phone.context.routeWebSocket(/\/v1\/public\/socket$/, (opened) => {
    opened.connectToServer()
    socket = opened
  })
  const launch = launchParams()
  const page = await phone.open(`${address}#${launch}`)
  const chat = page.getByRole('dialog', { name: 'Mini shop' })
  const composer = chat.getByRole('textbox')
  await composer.waitFor()
  await expect.poll(() => lastOf(page, 'web_app_expand')).toEqual({})
  await page.getByRole('button', { name: 'Menü, Ada Lovelace' }).waitFor()
  await expect
    .poll(() => chat.evaluate((shown) => getComputedStyle(shown).backgroundColor))
    .toBe('rgb(23, 33, 43)')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')

  await composer.fill('Hallo aus Telegram')
  await expect.poll(() => lastOf(page, 'web_app_setup_closing_behavior')).toEqual({ need_confirmation: true })
  await composer.press('Enter')
  await chat.getByRole('article').filter({ hasText: 'Hallo aus Telegram' }).waitFor()
  await expect
    .poll(() => lastOf(page, 'web_app_setup_closing_behavior'))
    .toEqual({ need_confirmation: false })
  await saveScreenshot(page, 'mini-app-dark')

  const offering = { jsonrpc: '2.0', method: 'call.offering', params: { mode: 'audio', recording: 'off' } }
  socket?.send(JSON.stringify(offering))
  await chat.getByRole('button', { name: 'Anrufen' }).click()
  const call = chat.getByRole('region', { name: 'Anruf' })
  await expect.poll(() => lastOf(page, 'web_app_setup_closing_behavior')).toEqual({ need_confirmation: true })
  await call.getByRole('button', { name: 'Schließen' }).click()
  await call.waitFor({ state: 'hidden' })
  await expect
    .poll(() => lastOf(page, 'web_app_setup_closing_behavior'))
    .toEqual({ need_confirmation: false })

  const menu = page.getByRole('button', { name: 'Menü, Ada Lovelace' })
  await menu.click()
  await expect.poll(() => lastOf(page, 'web_app_setup_back_button')).toEqual({ is_visible: true })
  await receive(page, 'back_button_pressed', {})
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false')
  await expect.poll(() => lastOf(page, 'web_app_setup_back_button')).toEqual({ is_visible: false })
  await receive(page, 'theme_changed', { theme_params: { bg_color: '#ffffff', text_color: '#000000' } })
  await expect
    .poll(() => chat.evaluate((shown) => getComputedStyle(shown).backgroundColor))
    .toBe('rgb(255, 255, 255)')
  await receive(page, 'viewport_changed', { height: 500, width: 390, is_state_stable: true })
  await expect.poll(async () => (await chat.boundingBox())?.height).toBe(500)

  // A copied address is worthless elsewhere; reloading it here is not a replay.
  const thief = await browser.profile({ viewport: { width: 390, height: 700 } })
  thief.expectErrors(/401 \(Unauthorized\)/)
  await inTelegram(thief)
  const stolen = await thief.open(`${address}#${launch}`)
  await stolen.getByText('Diese Anmeldung ist nicht mehr gültig.').waitFor()
  expect(await stolen.getByRole('dialog').count()).toBe(0)
  await saveScreenshot(stolen, 'mini-app-replay')
  const outside = await thief.open(address)
  await outside.getByText('This chat opens in Telegram.').waitFor()
  await page.reload()
  await chat.getByRole('article').filter({ hasText: 'Hallo aus Telegram' }).waitFor()

  // The same account writes to the bot: another customer, with a link.
  telegram.enqueue([telegram.writes(user, { text: 'Hallo Bot' })])
  await panel.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(panel)
  await inbox.openRow('Hallo Bot')
  const about = panel.getByRole('region', { name: 'About' })
  await about.getByText('Same Telegram account').waitFor()
  await saveScreenshot(panel, 'panel-same-account')
  await about.getByRole('link', { name: 'Ada Lovelace' }).click()
  await panel.getByText('Signed in through the Telegram Mini App').waitFor()
})

it('the mini app says that the service cannot be reached when loading fails or takes long, or when it cannot stay signed in', async () => {
  const { data: widgets } = await organization.call(organization.owner, 'GET', '/providers')
  const { id: widgetId } = widgets.find(({ channel }: { channel: string }) => channel === 'widget')
  await organization.call(organization.owner, 'PUT', `/channels/${channelId}/mini-app`, {
    widget_id: widgetId,
  })
  const phone = await browser.profile({ viewport: { width: 390, height: 700 } })
  await inTelegram(phone)
  phone.expectErrors(/Failed to load resource/, /Failed to fetch dynamically imported module/)
  const chunk = /\/widget\/(\d+\/)?chat-/
  const tokens = '**/v1/public/mini-apps/*/token'
  await phone.context.route(chunk, (route) => route.abort())
  const page = await phone.open(`${service.url}/mini/${channelId}#${launchParams()}`)
  const notice = page.getByText('Der Dienst ist nicht erreichbar.')
  const chat = page.getByRole('dialog', { name: 'Mini shop' })
  await notice.waitFor()
  await expect.poll(() => lastOf(page, 'web_app_ready')).toEqual({})
  await saveScreenshot(page, 'mini-app-offline')

  const held = Promise.withResolvers<void>()
  await phone.context.unroute(chunk)
  await phone.context.route(chunk, async (route) => {
    await held.promise
    await route.continue()
  })
  // Until then no time passes for the page, however long this takes.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const signedIn = page.waitForResponse(tokens)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await signedIn
  expect(await lastOf(page, 'web_app_ready')).toBeUndefined()
  // The first token is too old by then.
  await page.clock.fastForward(61_000)
  await notice.waitFor()
  await page.clock.resume()

  await phone.context.route(tokens, (route) => route.fulfill({ status: 503, json: {} }))
  const requested = page.waitForRequest(tokens)
  held.resolve()
  await chat.waitFor()
  await requested
  await page.clock.runFor(9_000)
  await notice.waitFor()
  expect(await chat.count()).toBe(0)

  await phone.context.unroute(tokens)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByRole('button', { name: 'Menü, Ada Lovelace' }).waitFor()

  await phone.context.route(/\/widget\/(\d+\/)?member-/, (route) => route.abort())
  await page.reload()
  await notice.waitFor()
  expect(await chat.count()).toBe(0)
})
