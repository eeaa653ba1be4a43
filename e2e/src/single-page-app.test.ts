import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { agentLine } from './harness/line.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const base = service.url
const browser = useBrowser()
const site = useHostSite()
let organization: Organization
let providerId: string

beforeAll(async () => {
  organization = await foundOrganization(service, 'Single page')
  providerId = organization.provider.id
})

/** A page that embeds the script without a providerId. */
async function application(): Promise<Page> {
  const profile = await browser.profile()
  const page = await profile.open(site.put('/app', shopPage({ base, providerId: undefined })))
  await page.waitForFunction(() => window.Parley !== undefined)
  return page
}

describe('the script included twice', () => {
  it('is harmless: one launcher, one chat, one socket', async () => {
    const profile = await browser.profile()
    const page = await profile.context.newPage()
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await page.goto(site.put('/twice', shopPage({ base, providerId, times: 2 })))
    await page.addScriptTag({ url: `${base}/sdk.js?again` })
    const chat = chatOn(page)
    await chat.open()
    await chat.say('Only once')
    await chat.message('Only once').getByRole('img', { name: 'Sent' }).waitFor()
    expect(await page.locator('parley-widget').count()).toBe(1)
    expect(sockets).toEqual([`${base.replace('http', 'ws')}/v1/public/socket`])
  })
})

describe('window.Parley in a single-page application', () => {
  it('executes calls that were queued before the script was loaded, in order', async () => {
    const profile = await browser.profile()
    const head = `<script>
      window.heard = [];
      (window.Parley = window.Parley || []).push(['on', 'ready', () => heard.push('ready')])
      window.Parley.push(['on', 'open', () => heard.push('open')], ['init', { providerId: '${providerId}' }], ['open'])
    </script>`
    const page = await profile.open(site.put('/early', shopPage({ base, providerId: undefined, head })))
    await chatOn(page).composer.waitFor()
    expect(await page.evaluate('heard')).toEqual(['ready', 'open'])
  })

  it('keeps a chat closed that the tab had open if it is closed before it is ready', async () => {
    const profile = await browser.profile()
    const page = await profile.open(site.put('/open', shopPage({ base, providerId })))
    await chatOn(page).open()
    const head = `<script>
      window.heard = [];
      (window.Parley = window.Parley || []).push(['on', 'ready', () => heard.push('ready')])
      window.Parley.push(['on', 'open', () => heard.push('open')], ['init', { providerId: '${providerId}' }], ['close'])
    </script>`
    await page.goto(site.put('/closed', shopPage({ base, providerId: undefined, head })))
    await page.waitForFunction(`heard.length > 0`)
    expect(await page.evaluate(() => sessionStorage.getItem('parley.open'))).toBeNull()
    await page.evaluate(() => Parley.open())
    await chatOn(page).composer.waitFor()
    expect(await page.evaluate('heard')).toEqual(['ready', 'open'])
  })

  it('executes queued calls after wrong ones', async () => {
    const profile = await browser.profile()
    profile.expectErrors(/is not a function/, /is not iterable/)
    const head = `<script>
      (window.Parley = window.Parley || []).push(['explode'], null, ['init', { providerId: '${providerId}' }], ['open'])
    </script>`
    const page = await profile.open(site.put('/wrong', shopPage({ base, providerId: undefined, head })))
    await chatOn(page).composer.waitFor()
    expect(profile.errors()).toHaveLength(2)
  })

  it('opens and closes the chat, and emits events for that, unread messages and sent messages', async () => {
    const page = await application()
    await page.evaluate((providerId) => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      for (const event of ['ready', 'open', 'close', 'unread', 'message'] as const) {
        Parley.on(event, (detail) => heard.push([event, detail]))
      }
      Parley.init({ providerId })
      Parley.open()
    }, providerId)
    const chat = chatOn(page)
    await chat.say('Hello?')
    await chat.message('Hello?').getByRole('img', { name: 'Sent' }).waitFor()
    await page.evaluate(() => Parley.close())
    await chat.window.waitFor({ state: 'hidden' })

    const [row] = (await organization.call(organization.owner, 'GET', '/conversations?view=open')).data
    const line = await agentLine(service, organization.id, organization.owner, row.customer.id)
    const sent = await line.say('Good morning')
    await chat.widget.getByRole('button', { name: 'Open chat, 1 unread message' }).waitFor()
    await line.close()

    const message = {
      id: sent.id,
      content: 'Good morning',
      sender: 'agent',
      senderName: 'Olivia Owner',
      createdAt: sent.created_at,
    }
    await expect
      .poll(() => page.evaluate('heard'))
      .toEqual([
        ['ready', undefined],
        ['open', undefined],
        ['close', undefined],
        ['message', message],
        ['unread', { count: 1 }],
      ])
  })

  it('survives an application that replaces the body and navigates', async () => {
    const page = await application()
    await page.evaluate((providerId) => Parley.init({ providerId }), providerId)
    const chat = chatOn(page)
    await chat.open()
    await chat.say('I am still reading')
    await page.evaluate(() => {
      history.pushState({}, '', '/elsewhere')
      const body = document.createElement('body')
      body.innerHTML = '<main><h1>Elsewhere</h1></main>'
      document.body.replaceWith(body)
    })
    await chat.say('And still here')
    expect((await chat.texts.allTextContents()).slice(-2)).toEqual(['I am still reading', 'And still here'])
  })

  it('leaves nothing behind after destroy, and restarts with init', async () => {
    const page = await application()
    const sockets: { isClosed(): boolean }[] = []
    page.on('websocket', (socket) => sockets.push(socket))
    await page.evaluate((providerId) => Parley.init({ providerId }), providerId)
    const chat = chatOn(page)
    await chat.open()
    await chat.say('Before')
    const title = await page.title()

    const [socket] = sockets
    await page.evaluate(() => Parley.destroy())
    await expect.poll(() => socket?.isClosed()).toBe(true)
    expect(await page.locator('parley-widget').count()).toBe(0)
    expect(await page.title()).toBe(title)

    await page.evaluate((providerId) => Parley.init({ providerId }), providerId)
    await chat.open()
    await chat.message('Before').waitFor()
    expect(sockets).toHaveLength(2)
  })

  it('shows another widget when init names another provider, and changes nothing for the same one', async () => {
    const other = await organization.call(organization.owner, 'POST', '/providers', { name: 'Second shop' })
    const page = await application()
    const init = (providerId: string) =>
      page.evaluate((providerId) => Parley.init({ providerId }), providerId)
    await init(providerId)
    const first = page.getByRole('dialog', { name: 'Single page shop' })
    const chat = chatOn(page)
    await chat.open()
    await first.waitFor()
    await chat.say('To the first shop')
    await init(providerId)
    await first.waitFor()

    await init(other.id)
    await page.getByRole('dialog', { name: 'Second shop' }).or(chat.launcher).first().waitFor()
    await first.waitFor({ state: 'detached' })
    await page.evaluate(() => Parley.open())
    await page.getByRole('dialog', { name: 'Second shop' }).waitFor()
    expect(await chat.message('To the first shop').count()).toBe(0)
    expect(await page.locator('parley-widget').count()).toBe(1)
  })

  it('stays closed with another provider after the visitor has closed what the page opened', async () => {
    const other = await organization.call(organization.owner, 'POST', '/providers', { name: 'Third shop' })
    const page = await application()
    await page.evaluate((providerId) => {
      const heard: string[] = []
      Object.assign(window, { heard })
      for (const event of ['ready', 'open'] as const) Parley.on(event, () => heard.push(event))
      Parley.init({ providerId })
      Parley.open()
    }, providerId)
    const chat = chatOn(page)
    await chat.composer.waitFor()
    await chat.window.getByRole('button', { name: 'Close' }).click()
    await chat.window.waitFor({ state: 'hidden' })
    await page.evaluate((providerId) => Parley.init({ providerId }), other.id)
    await expect.poll(() => page.evaluate('heard')).toEqual(['ready', 'open', 'ready'])
    // The loader opens a chat that the page wants right after `ready`: a click would close it.
    await chat.open()
    await page.getByRole('dialog', { name: 'Third shop' }).waitFor()
  })
})
