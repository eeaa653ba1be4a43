import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Start')
})

it('the script before the first paint has a name of its own in each build', async () => {
  const html = await (await fetch(`${service.url}/panel/`)).text()
  const [address = ''] = /\/panel\/assets\/first-paint-[\w-]{8}\.js/.exec(html) ?? []
  const response = await fetch(service.url + address)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

describe('the panel whose own code cannot be loaded', () => {
  it.each([
    ['en-US', 'ltr', 'Loading', 'Parley could not be loaded.', 'Reload'],
    ['tr-TR', 'ltr', 'Yükleniyor', 'Parley yüklenemedi.', 'Yeniden yükle'],
    ['de-DE', 'ltr', 'Wird geladen', 'Parley konnte nicht geladen werden.', 'Neu laden'],
    ['es-ES', 'ltr', 'Cargando', 'No se pudo cargar Parley.', 'Recargar'],
    ['fr-FR', 'ltr', 'Chargement', 'Parley n’a pas pu être chargé.', 'Recharger'],
    ['ar-EG', 'rtl', 'جارٍ التحميل', 'تعذّر تحميل Parley.', 'إعادة التحميل'],
  ])('says so in the language %s, and offers to reload', async (locale, direction, loading, text, reload) => {
    const profile = await browser.profile({ locale, colorScheme: 'dark' })
    profile.expectErrors(/net::ERR_FAILED/, /401 \(Unauthorized\)/)
    const page = await profile.context.newPage()
    const stalled = Promise.withResolvers<void>()
    const code = /\/panel\/assets\/index-[\w-]{8}\.js/
    await page.route(code, async (route) => {
      await stalled.promise
      await route.abort()
    })
    await page.goto(`${service.url}/panel/`, { waitUntil: 'commit' })
    await page.getByRole('status', { name: loading, exact: true }).waitFor()
    stalled.resolve()
    const message = page.getByRole('alert')
    await message.getByText(text).waitFor()
    const { lang, dir } = await page
      .locator(':root')
      .evaluate(({ lang, dir }: HTMLElement) => ({ lang, dir }))
    expect([lang, dir]).toEqual([locale.slice(0, 2), direction])
    expect(await page.getByRole('status').count()).toBe(0)
    await saveScreenshot(page, `panel-not-loaded-${lang}`)
    await page.unroute(code)
    await message.getByRole('button', { name: reload, exact: true }).click()
    await page.locator('#root h1').waitFor()
    expect(await message.count()).toBe(0)
  })

  it.each([
    ['en', 'Parley could not be loaded.'],
    ['de', 'Parley konnte nicht geladen werden.'],
  ])(
    'also says so for its style sheets, in the language %s that was chosen before, and does not run',
    async (chosen, text) => {
      const stored = { origin: service.url, localStorage: [{ name: 'parley-language', value: chosen }] }
      const profile = await browser.profile({
        locale: 'tr-TR',
        storageState: { cookies: [], origins: [stored] },
      })
      profile.expectErrors(/net::ERR_FAILED/)
      await signIn(profile, service, organization.owner)
      const page = await profile.context.newPage()
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).pathname))
      page.on('websocket', (socket) => requests.push(socket.url()))
      const code = page.waitForResponse(/\/panel\/assets\/index-[\w-]{8}\.js/)
      await page.route(/\/panel\/assets\/index-[\w-]{8}\.css/, async (route) => {
        await (await code).finished()
        await route.abort()
      })
      await page.goto(organization.panel('/settings/profile'))
      await page.getByRole('alert').getByText(text).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.locator('#root > *').count()).toBe(0)
      expect(requests.filter((path) => !path.startsWith('/panel/'))).toEqual([])
      expect(await findBarriers(page)).toEqual([])
    },
  )

  it('also says so if the browser cannot run it', async () => {
    const profile = await browser.profile()
    // Without a message: the browser's own report of the syntax error.
    profile.expectErrors(/^uncaught: $/)
    const page = await profile.context.newPage()
    await page.route(/\/panel\/assets\/shared-[\w-]{8}\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export const a = b c' }),
    )
    await page.goto(`${service.url}/panel/`)
    await page.getByRole('alert').getByText('Parley could not be loaded.').waitFor()
  })
})
