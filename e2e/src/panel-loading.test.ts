import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import { isFirefoxHere, useFirefox } from './harness/firefox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Loading')
})

async function owner(on = browser): Promise<Profile> {
  const profile = await on.profile()
  await signIn(profile, service, organization.owner)
  return profile
}

/** Resolves once the page has run the effects of what it has rendered. */
const framesLater = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
      }),
  )

/** The build of the panel that the page runs is no longer kept; a reload gets the next one. */
async function ownerAfterUpgrade() {
  const profile = await owner()
  profile.expectErrors(/404 \(Not Found\)/, /Failed to fetch dynamically|Unable to preload CSS/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const reloads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads.push(request.url())
  })
  await page.route(/\/labels-page-[\w-]{8}\.(css|js)/, (route) =>
    reloads.length > 0 ? route.continue() : route.fulfill({ status: 404 }),
  )
  const subject = (name: string) =>
    page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name, exact: true })
  return { page, subject, reloads }
}

describe('a page whose code and style sheet belong to a build that is no longer kept', () => {
  it('opens with a reload of the panel', async () => {
    const { page, subject, reloads } = await ownerAfterUpgrade()
    const missing = page.waitForResponse(/\/labels-page-.*\.css/)
    await subject('Labels').hover()
    await missing
    await subject('Labels').click()
    await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor()
    expect(reloads).toHaveLength(1)
  })

  it('leaves the others usable without a reload', async () => {
    const { page, subject, reloads } = await ownerAfterUpgrade()
    const missing = page.waitForResponse(/\/labels-page-.*\.css/)
    await subject('Labels').hover()
    await missing
    await framesLater(page)
    await subject('Teams').click()
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
    expect(reloads).toEqual([])
  })
})

it('keyboard help that fails to load late leaves the palette open, with what was typed', async () => {
  const profile = await owner()
  profile.expectErrors(/net::ERR_FAILED/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const stalled = Promise.withResolvers<void>()
  await page.route(/\/keyboard-help-[\w-]{8}\.js/, async (route) => {
    await stalled.promise
    await route.abort()
  })
  await page.keyboard.press('?')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox')
  await field.fill('people')
  const checks = Promise.all(['/panel/', '/v1/me'].map((path) => page.waitForResponse(service.url + path)))
  stalled.resolve()
  await checks
  await framesLater(page)
  expect(await field.inputValue()).toBe('people')
  expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
})

it('a page that failed to load keeps the focus, and is announced once, until its data can be loaded', async () => {
  const profile = await owner()
  profile.expectErrors(/net::ERR_FAILED/, /ApiProblem: network/)
  const page = await profile.context.newPage()
  await page.route('**/v1/me', (route) => route.abort())
  await page.goto(organization.panel('/settings/profile'))
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.focus()
  const focused = await retry.elementHandle()
  for (const _ of Array.from({ length: 5 })) {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/me'))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await failed
  }
  await framesLater(page)
  expect(await focused?.evaluate((button) => button === document.activeElement)).toBe(true)

  await page.unroute('**/v1/me')
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
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

  it('also says so for its style sheets, in the language that was chosen before, instead of showing pages without them', async () => {
    const chosen = { origin: service.url, localStorage: [{ name: 'parley-language', value: 'de' }] }
    const profile = await browser.profile({
      locale: 'tr-TR',
      storageState: { cookies: [], origins: [chosen] },
    })
    profile.expectErrors(/net::ERR_FAILED/, /401 \(Unauthorized\)/)
    const page = await profile.context.newPage()
    await page.route(/\/panel\/assets\/index-[\w-]{8}\.css/, (route) => route.abort())
    await page.goto(`${service.url}/panel/`)
    await page.getByRole('alert').getByText('Parley konnte nicht geladen werden.').waitFor()
    await page.locator('#root h1').waitFor({ state: 'attached' })
    expect(await page.locator('#root').isVisible()).toBe(false)
    expect(await findBarriers(page)).toEqual([])
  })
})

describe.runIf(isFirefoxHere())('in Firefox, which keeps failed imports', () => {
  const firefox = useFirefox(440)

  it('keyboard help that failed to load opens once the network is back', async () => {
    const profile = await owner(firefox)
    profile.expectErrors(/./)
    const page = await profile.open(organization.panel('/settings/profile'))
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
    const code = /\/keyboard-help-[\w-]{8}\.js/
    await page.route(code, (route) => route.abort())
    await page.keyboard.press('?')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.unroute(code)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})
