import type { Page, WebSocketRoute } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { agentLine } from './harness/line.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Returning')
})

const open = (profile: Profile) =>
  profile.open(site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })))

/** A page whose chat was never opened. */
async function visit() {
  const profile = await browser.profile()
  const page = await open(profile)
  const chat = chatOn(page)
  await chat.launcher.waitFor()
  await page.waitForLoadState('networkidle')
  return { profile, page, chat }
}

/** Sends a message from another tab. */
async function begin(profile: Profile, text: string): Promise<void> {
  const chat = chatOn(await open(profile))
  await chat.open()
  await chat.say(text)
  await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
}

async function reply(text: string): Promise<void> {
  const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=open')
  const line = await agentLine(service, organization.id, organization.owner, data[0].customer.id)
  await line.say(text)
  await line.close()
}

/** As if the page had been in the back/forward cache, which Playwright disables. */
const showAgain = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

describe('a page that was loaded before the conversation', () => {
  it('shows replies once the browser shows it again from its back/forward cache', async () => {
    const { profile, page, chat } = await visit()
    await begin(profile, 'When do you close?')
    const connected = page.waitForEvent('websocket')
    await showAgain(page)
    await connected
    await reply('At five.')
    await chat.widget.getByRole('button', { name: 'Open chat, 1 unread message' }).waitFor()
  })

  it('opens the chat that the visitor has opened on the next page', async () => {
    const { page, chat } = await visit()
    await page.evaluate((id) => sessionStorage.setItem('parley.open', id), organization.provider.id)
    await showAgain(page)
    await chat.composer.waitFor()
  })

  it('stays without a connection if no conversation has begun', async () => {
    const { page } = await visit()
    let sockets = 0
    page.on('websocket', () => (sockets += 1))
    await showAgain(page)
    await page.waitForLoadState('networkidle')
    expect(sockets).toBe(0)
  })
})

describe('a visitor who returns from a sign-in', () => {
  it('is signed in with the code in the address, also if the download of the sign-in fails once', async () => {
    const profile = await browser.profile()
    profile.expectErrors(/net::ERR_FAILED/)
    let live: WebSocketRoute | undefined
    const redeemed: unknown[] = []
    await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
      const server = socket.connectToServer()
      live = socket
      socket.onMessage((frame) => {
        const { method, params } = JSON.parse(String(frame))
        if (method === 'login.redeem') redeemed.push(params)
        server.send(frame)
      })
    })
    const page = await profile.context.newPage()
    await page.route(/\/widget\/member-[\w-]{8}\.js/, (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed')
    const { id: providerId } = organization.provider
    await page.goto(`${site.put('/', shopPage({ base: service.url, providerId }))}#parley-login=code`)
    await failed
    await chatOn(page).composer.waitFor()
    expect(redeemed).toEqual([])
    // With the next connection the part is loaded again.
    await live?.close({ code: 1012 })
    await expect.poll(() => redeemed).toEqual([{ code: 'code' }])
    expect(new URL(page.url()).hash).toBe('')
  })
})
