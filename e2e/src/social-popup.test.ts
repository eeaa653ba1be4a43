import type { LoginStarted } from '@parley/protocol/session'
import { newTestKey, signProof, type TestKey } from '@parley/server/testing/test-key'
import { openSocket, type TestSocket } from '@parley/server/testing/test-socket'
import type { ConnectResult } from '@parley/protocol/session'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useSocialService } from './harness/social-service.ts'

/** The popup's pages, opened by pages of any origin. Tests with the widget are in social-login.test.ts. */

const used = useSocialService()
const browser = useBrowser()
let organization: Organization
const sockets: TestSocket[] = []

beforeEach(async () => {
  organization = await foundOrganization(used.service, 'Popup')
  const { owner, provider } = organization
  const logins = [{ social: 'google', enabled: true }]
  await organization.call(owner, 'PATCH', `/providers/${provider.id}/member-login`, { logins })
})
afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.leave()))
})

/** A widget on a page of this origin, and the URL that its button opens. */
async function click(origin: string): Promise<{ socket: TestSocket; key: TestKey; url: string }> {
  const key = await newTestKey()
  const socket = await openSocket(`${used.service.url.replace('http', 'ws')}/v1/public/socket`, { origin })
  sockets.push(socket)
  const { nonce } = await socket.challenge()
  const htu = `${used.service.url}/v1/public/socket`
  const proof = await signProof(key, { nonce, htu })
  await socket.request('connect', { provider_id: organization.provider.id, proof })
  const { url } = await socket.request<LoginStarted>('login.start', { social: 'google' })
  return { socket, key, url: `${url}&page=${encodeURIComponent(`${origin}/help`)}` }
}

/** A page that keeps the messages it receives and closes the popup, as the widget does. Its host is never resolved. */
async function pageAt(origin: string): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await profile.context.route(`${origin}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><link rel="icon" href="data:,"><title>Page</title><script>window.told=[];addEventListener("message",(event)=>{told.push({origin:event.origin,data:event.data});event.source.close()})</script>',
    }),
  )
  return profile.open(`${origin}/help`)
}

const toldTo = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { told: { origin: string; data: { code?: string; error?: string } }[] }).told,
  )

async function open(page: Page, url: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate((address) => void window.open(address, 'login', 'popup,width=480,height=700'), url)
  const popup = await opened
  await popup.locator('#allow').click()
  return popup
}

describe('a page whose origin is not allowed', () => {
  it('receives nothing until the user consents, with a button that accidental clicks miss', async () => {
    const page = await pageAt('https://imitation.example')
    const { socket, url } = await click('https://imitation.example')
    const popup = await open(page, url)
    await popup.getByRole('heading', { name: 'Chat on imitation.example as Ada Lovelace?' }).waitFor()
    await saveScreenshot(popup, 'login-popup-ask')
    expect(await findBarriers(popup)).toEqual([])
    expect(await toldTo(page)).toEqual([])
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Continue' }).click()
    await closed
    const [told] = await toldTo(page)
    expect(told).toMatchObject({ origin: used.service.url, data: { code: expect.any(String) } })
    const { member } = await socket.request<ConnectResult>('login.redeem', { code: told?.data.code })
    expect(member).toMatchObject({ auth_provider: 'google', name: 'Ada Lovelace' })
  })

  it('is told that the user declined', async () => {
    const page = await pageAt('https://imitation.example')
    const { url } = await click('https://imitation.example')
    const popup = await open(page, url)
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await closed
    expect((await toldTo(page)).map(({ data }) => data)).toEqual([
      { type: 'parley.login', error: 'login_cancelled' },
    ])
  })
})

describe('[M18] a page whose origin is not allowed, and a popup without an opener', () => {
  async function arrive() {
    const started = await click('https://imitation.example')
    const page = await pageAt('https://imitation.example')
    await page.goto(started.url)
    await page.locator('#allow').click()
    await page.getByRole('heading', { name: 'Chat on imitation.example as Ada Lovelace?' }).waitFor()
    return { ...started, page }
  }

  it('gets the code only after the user consents', async () => {
    const { page, socket } = await arrive()
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await page.locator('#to').getAttribute('href')).toBe(null)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('https://imitation.example/help#parley-login=*')
    const code = new URL(page.url()).hash.slice('#parley-login='.length)
    expect(await socket.request<ConnectResult>('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'google' },
    })
  })

  it('gets nothing if the user declines', async () => {
    const { page } = await arrive()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
    expect(new URL(page.url()).origin).toBe(used.service.url)
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})

describe('a listed page', () => {
  beforeEach(() => organization.change({ allowed_origins: ['https://shop.example'] }))

  it('receives the result at once, and the popup closes', async () => {
    const page = await pageAt('https://shop.example')
    const { url } = await click('https://shop.example')
    const popup = await open(page, url)
    if (!popup.isClosed()) await popup.waitForEvent('close')
    expect(await toldTo(page)).toEqual([
      { origin: used.service.url, data: { type: 'parley.login', code: expect.any(String) } },
    ])
  })

  it('is the only recipient: an opener of another origin receives nothing', async () => {
    const { url } = await click('https://shop.example')
    const profile = await pageAt('https://evil.example')
    const popup = await open(profile, url)
    await popup.getByRole('link', { name: 'Continue on shop.example' }).waitFor()
    expect(await toldTo(profile)).toEqual([])
  })

  it('is where a popup without an opener returns to', async () => {
    const { socket, url } = await click('https://shop.example')
    const page = await pageAt('https://shop.example')
    await page.goto(url)
    await page.locator('#allow').click()
    const back = page.getByRole('link', { name: 'Continue on shop.example' })
    await back.waitFor()
    await saveScreenshot(page, 'login-popup-back')
    expect(await findBarriers(page)).toEqual([])
    await back.click()
    await page.waitForURL('https://shop.example/help#parley-login=*')
    const code = new URL(page.url()).hash.slice('#parley-login='.length)
    expect(await socket.request<ConnectResult>('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'google' },
    })
  })
})

it('a used URL shows an explanation in the reader’s language', async () => {
  const profile = await browser.profile({ locale: 'tr' })
  profile.expectErrors(/400/)
  const page = await profile.open(`${used.service.url}/v1/public/oauth/google/start?tx=used`)
  await page.getByRole('heading', { name: 'Oturum açılmadı' }).waitFor()
  await page.getByText('Bu oturum açma işlemi bilinmiyor ya da çoktan bitti.').waitFor()
  await saveScreenshot(page, 'login-popup-refused')
  expect(await findBarriers(page)).toEqual([])
})
