import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { choose } from './harness/attaching.ts'
import { textFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const notes = textFile('teapots.txt')
const service = inject('service')
const base = service.url
const browser = useBrowser()
const site = useHostSite()
let organization: Organization
let providerId: string

beforeAll(async () => {
  organization = await foundOrganization(service, 'Host pages')
  providerId = organization.provider.id
})

/** Console messages of the widget for the page's developer. */
const complaints = (errors: readonly string[]) => errors.filter((error) => error.startsWith('[Parley]'))

/** Sockets that the page opens from now on. */
function socketsOf(page: Page): { url: string; open: boolean }[] {
  const sockets: { url: string; open: boolean }[] = []
  page.on('websocket', (socket) => {
    const entry = { url: socket.url(), open: true }
    sockets.push(entry)
    socket.on('close', () => (entry.open = false))
  })
  return sockets
}

describe('on a page that is not secure', () => {
  it('[O1] reports it once in the console, does not connect, and leaves the page unchanged', async () => {
    site.put('/plain-http', shopPage({ base, providerId }))
    const profile = await browser.profile()
    profile.expectErrors(/^\[Parley\]/)
    const page = await profile.context.newPage()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const sockets = socketsOf(page)
    await page.goto(`${site.insecureOrigin}/plain-http`)
    await page.waitForFunction(() => window.Parley !== undefined)
    await page.evaluate(() => Parley.open())
    await page.getByRole('button', { name: 'Add to basket' }).click()

    expect(profile.errors()).toEqual([
      `[Parley] The widget needs https, except on localhost. (${base}/sdk.js)`,
    ])
    expect(await page.locator('parley-widget').count()).toBe(0)
    expect(sockets).toEqual([])
    expect(requests).toEqual([`${site.insecureOrigin}/plain-http`, `${base}/sdk.js`])
  })
})

describe('with an unknown providerId', () => {
  it.each([
    ['unknown', '0198f0a0-0000-7000-8000-000000000000'],
    ['malformed', 'my shop/../<b>'],
  ])('says once that it is %s, and leaves the page as it is', async (_what, wrong) => {
    const profile = await browser.profile()
    // The browser logs the refused request.
    profile.expectErrors(/^\[Parley\]/, /404 \(Not Found\)/)
    const page = await profile.open(site.put('/wrong-provider', shopPage({ base, providerId: wrong })))
    await expect.poll(() => complaints(profile.errors())).toHaveLength(1)
    await page.evaluate(() => Parley.open())
    await page.getByRole('button', { name: 'Add to basket' }).click()

    expect(complaints(profile.errors())).toEqual([
      `[Parley] No widget has the providerId "${wrong}". The panel shows it under Settings > Widgets > Installation. (${base}/sdk.js)`,
    ])
    expect(await page.locator('parley-widget').count()).toBe(0)
  })

  it('reports what is missing when init is called without one', async () => {
    const profile = await browser.profile()
    profile.expectErrors(/^\[Parley\]/)
    const page = await profile.open(site.put('/no-provider', shopPage({ base, providerId: undefined })))
    await page.waitForFunction(() => window.Parley !== undefined)
    await page.evaluate(() => Parley.init({} as never))
    expect(profile.errors()).toEqual([
      `[Parley] init needs the providerId. The panel shows it under Settings > Widgets > Installation. (${base}/sdk.js)`,
    ])
  })
})

describe('from an origin that the provider does not allow', () => {
  it('[O2] the chat says that it is not available here, and works again once the origin is allowed', async () => {
    const own = await foundOrganization(service, 'Closed doors')
    await own.change({ allowed_origins: ['https://shop.example'] })
    const profile = await browser.profile()
    profile.expectErrors(/^\[Parley\]/)
    const page = await profile.open(site.put('/refused', shopPage({ base, providerId: own.provider.id })))
    const chat = chatOn(page)
    await chat.open()
    const notice = chat.window.getByText('Chat is not available on this page.')
    await notice.waitFor()
    await saveScreenshot(page, 'chat-origin-refused')
    // The visitor reads that it is not available, the developer reads the reason.
    expect(complaints(profile.errors())).toEqual([
      expect.stringContaining(`The service refuses ${site.origin}: origin_not_allowed.`),
    ])

    await own.change({ allowed_origins: ['https://shop.example', site.origin] })
    await chat.window.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'hidden' })
    await chat.say('Now I am in')
    await chat.message('Now I am in').getByRole('img', { name: 'Sent' }).waitFor()
  })
})

describe('on a page whose old libraries replace built-ins', () => {
  it('sends messages and attachments, and scrolls only its own log', async () => {
    // As Prototype 1.5 to 1.7, MooTools and date.js do.
    const head = `<script>
      Array.from = (list) => Object.keys(Object(list)).map((key) => list[key])
      Uint8Array.from = (list) => new Uint8Array(Array.from(list))
      Array.prototype.toJSON = function () { return '[' + this.map((one) => JSON.stringify(one)).join(', ') + ']' }
      Object.defineProperty(Object.prototype, 'toJSON', { configurable: true, value() { return this } })
      Array.prototype.reduce = function () { return this.length > 1 ? this : this[0] }
      Array.prototype.entries = function () { return this.slice() }
      HTMLElement.prototype.scrollTo = function () { window.pageWasScrolled = true; return this }
      Date.parse = () => null
    </script>`
    const profile = await browser.profile()
    const page = await profile.open(site.put('/old-libraries', shopPage({ base, providerId, head })))
    const chat = chatOn(page)
    await chat.open()
    await choose(page, chat.window.getByRole('button', { name: 'Attach a file' }), notes)
    const send = chat.window.getByRole('button', { name: 'Send' })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await chat.say('Is this shop still open?')
    const message = chat.message('Is this shop still open?')
    await message.getByRole('img', { name: 'Sent' }).waitFor()
    await message.getByText(notes.name).waitFor()

    await chat.say(Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'))
    await chat.message('line 39').getByRole('img', { name: 'Sent' }).waitFor()
    await chat.log.evaluate((log) => (log.scrollTop = -log.scrollHeight))
    await chat.window.getByRole('button', { name: 'Jump to latest message' }).click()
    await expect.poll(() => chat.log.evaluate((log) => log.scrollTop)).toBe(0)
    expect(await page.evaluate(() => 'pageWasScrolled' in window)).toBe(false)
  })
})

describe('on a page whose storage is full', () => {
  it('follows a choice in the menu until the page is left', async () => {
    const profile = await browser.profile()
    await profile.context.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    const page = await profile.open(site.put('/full', shopPage({ base, providerId })))
    const chat = chatOn(page)
    await chat.open()
    const menu = chat.window.getByRole('button', { name: 'Menu' })
    const sound = chat.window.getByRole('checkbox', { name: 'Sound' })
    await menu.click()
    await sound.uncheck()
    await menu.click()
    await sound.waitFor({ state: 'detached' })
    await menu.click()
    await sound.waitFor()
    expect(await sound.isChecked()).toBe(false)
  })
})

describe('on a page with a header', () => {
  it('adds no second banner', async () => {
    const body = '<header>Teapots since 1950</header>'
    const profile = await browser.profile()
    const page = await profile.open(site.put('/landmarks', shopPage({ base, providerId, body })))
    await chatOn(page).open()
    expect(await page.getByRole('banner').count()).toBe(1)
  })
})

describe('under a strict content security policy of the page', () => {
  it('looks and works as elsewhere if only its script and connections are allowed', async () => {
    const { origin } = new URL(base)
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${origin}`,
      `connect-src ${origin} ${origin.replace('http', 'ws')}`,
      "style-src 'none'",
      "require-trusted-types-for 'script'",
    ]
    site.put('/config.js', {
      html: `window.parleyConfig = ${JSON.stringify({ providerId })}`,
      headers: { 'content-type': 'text/javascript' },
    })
    const address = site.put('/strict', {
      html: `<!doctype html><html lang="en"><title>Strict</title><main><h1>Strict</h1></main>
        <script src="/config.js"></script><script async src="${base}/sdk.js"></script></html>`,
      headers: { 'content-security-policy': policy.join('; ') },
    })
    const profile = await browser.profile()
    const page = await profile.open(address)
    const chat = chatOn(page)
    await chat.open()
    await chat.say('Hello from behind the policy https://example.com/tea 🫖')
    await chat.message('Hello').getByRole('img', { name: 'Sent' }).waitFor()
    await saveScreenshot(page, 'chat-strict-csp')

    expect(await chat.launcher.boundingBox()).toEqual({ x: 1204, y: 724, width: 56, height: 56 })
    expect(await chat.window.boundingBox()).toMatchObject({ width: 392, height: 696 })
    // The page's policy also blocks its own icon.
    expect(profile.errors()).toEqual([])
  })
})

describe('in a page that styles everything it can reach', () => {
  const hostile = `<style>
    html { font-size: 40px; direction: rtl; letter-spacing: .3em; word-spacing: 1em; text-transform: uppercase;
      line-height: 3; text-align: center; white-space: nowrap; cursor: wait; color: red; font-family: fantasy; visibility: visible }
    body, body *, parley-widget { all: revert; border: 3px dotted lime !important; opacity: .7 !important; transform: rotate(3deg) !important;
      font-size: 33px !important; letter-spacing: 1em !important; display: inline-block !important; position: static !important;
      margin: 9px !important; padding: 9px !important; box-sizing: content-box !important; z-index: -1 !important; float: left !important }
    parley-widget { display: none !important; visibility: hidden !important }
    div, section, button, textarea, p, span, header, article { all: initial !important; background: yellow !important }
    ::placeholder { color: lime !important } ::selection { background: red }
  </style>`

  it('looks exactly as on a plain page', async () => {
    const profile = await browser.profile({ reducedMotion: 'reduce' })
    const looks: unknown[] = []
    for (const [name, head] of [
      ['plain', ''],
      ['hostile', hostile],
    ] as const) {
      const page = await profile.open(site.put(`/${name}`, shopPage({ base, providerId, head })))
      const chat = chatOn(page)
      await chat.open()
      await chat.log.getByText('Hello! How can we help?').waitFor()
      await chat.window.getByText(/Away right now|Online/).waitFor()
      looks.push(await lookOf(page))
      await saveScreenshot(page, `host-${name}`)
      await chat.window.getByRole('button', { name: 'Close chat' }).click()
      await page.close()
    }
    expect(looks[0]).not.toEqual([])
    expect(looks[1]).toEqual(looks[0])
  })
})

/** Position and style of everything that the widget renders; boxes without a size are invisible. */
function lookOf(page: Page): Promise<unknown[]> {
  return page.evaluate(() => {
    const root = document.querySelector('parley-widget')?.shadowRoot
    const properties = [
      'font',
      'letterSpacing',
      'textTransform',
      'color',
      'backgroundColor',
      'opacity',
      'direction',
      'cursor',
      'whiteSpace',
      'textAlign',
      'visibility',
    ] as const
    return [...(root?.querySelectorAll('*') ?? [])].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      if (width * height === 0) return []
      const style = getComputedStyle(element)
      const looks = properties.map((property) => `${property}: ${style[property]}`)
      return {
        element: `${element.tagName}.${element.getAttribute('class')}`,
        box: [x, y, width, height],
        looks,
      }
    })
  })
}
