import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { isFirefoxHere, useFirefox } from './harness/firefox.ts'
import { useHostSite } from './harness/host-site.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
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
async function ownerAfterUpgrade({ missing = /\/labels-page-[\w-]{8}\.(css|js)/, isBuildFixed = true } = {}) {
  const profile = await owner()
  profile.expectErrors(/404 \(Not Found\)/, /Failed to fetch dynamically|Unable to preload CSS/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const reloads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads.push(request.url())
  })
  await page.route(missing, (route) =>
    reloads.length > 0 && isBuildFixed ? route.continue() : route.fulfill({ status: 404 }),
  )
  const subject = (name: string) =>
    page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name, exact: true })
  const preloadLabels = async () => {
    const response = page.waitForResponse(missing)
    await subject('Labels').hover()
    await response
    await framesLater(page)
  }
  return { page, subject, reloads, preloadLabels }
}

describe('a page whose code and style sheet belong to a build that is no longer kept', () => {
  it('opens with a reload of the panel', async () => {
    const { page, subject, reloads, preloadLabels } = await ownerAfterUpgrade()
    await preloadLabels()
    await subject('Labels').click()
    await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor()
    expect(reloads).toHaveLength(1)
  })

  it('also does if only its style sheet has changed', async () => {
    const { page, subject, reloads, preloadLabels } = await ownerAfterUpgrade({
      missing: /\/labels-page-[\w-]{8}\.css/,
    })
    await preloadLabels()
    await subject('Labels').click()
    await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor()
    expect(reloads).toHaveLength(1)
  })

  it('reloads the panel only once if its code stays missing', async () => {
    const { page, subject, reloads, preloadLabels } = await ownerAfterUpgrade({
      missing: /\/labels-page-[\w-]{8}\.js/,
      isBuildFixed: false,
    })
    await preloadLabels()
    await subject('Labels').click()
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
    expect(reloads).toHaveLength(1)
  })

  it('leaves the others usable without a reload', async () => {
    const { page, subject, reloads, preloadLabels } = await ownerAfterUpgrade()
    await preloadLabels()
    await subject('Teams').click()
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
    expect(reloads).toEqual([])
  })
})

/** One style sheet of the settings has failed to load. */
async function ownerWithoutStyles() {
  const profile = await owner()
  profile.expectErrors(/net::ERR_/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const links = page.getByRole('navigation', { name: 'Settings pages' })
  const styles = /\/labels-page-[\w-]{8}\.css/
  await page.route(styles, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => styles.test(request.url()))
  await links.getByRole('link', { name: 'Labels', exact: true }).hover()
  await failed
  await framesLater(page)
  return { profile, page, links, styles }
}

it('a style sheet that does not arrive leaves other pages usable', async () => {
  const { page, links, styles } = await ownerWithoutStyles()
  await page.route(styles, () => {})
  await links.getByRole('link', { name: 'Teams', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
})

it('the palette stays open offline, with what was typed, once its code is loaded', async () => {
  const { profile, page } = await ownerWithoutStyles()
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.press('ControlOrMeta+k')
  // Not the field that is shown before.
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await profile.context.setOffline(true)
  /** A failure of these would close it later. */
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/panel/') || pathname === '/v1/me') requests.push(pathname)
  })
  await page.keyboard.press('ControlOrMeta+k')
  await dialog.getByRole('combobox').fill('people')
  await framesLater(page)
  expect(requests).toEqual([])
  expect(await dialog.getByRole('combobox').inputValue()).toBe('people')
  expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
})

it('keyboard help of a build that is no longer kept asks to reload', async () => {
  const profile = await owner()
  profile.expectErrors(/404 \(Not Found\)/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.route(/\/keyboard-help-[\w-]{8}\.js/, (route) => route.fulfill({ status: 404 }))
  await page.keyboard.press('?')
  await page.getByText(/^Reload the page\./).waitFor()
  expect(await page.getByText('The service cannot be reached.').count()).toBe(0)
})

it('a page whose code a proxy redirects to its login leads there', async () => {
  const profile = await owner()
  profile.expectErrors(/./)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const login = site.put('/login', { html: '<h1>Log in to the proxy</h1>' })
  await page.route(`${service.url}/**`, (route) =>
    route.fulfill({ status: 302, headers: { location: login } }),
  )
  await page
    .getByRole('navigation', { name: 'Settings pages' })
    .getByRole('link', { name: 'Labels', exact: true })
    .click()
  await page.getByRole('heading', { name: 'Log in to the proxy' }).waitFor()
})

it('keyboard help that fails to load late leaves the palette open, with what was typed', async () => {
  const profile = await owner()
  profile.expectErrors(/net::ERR_FAILED/)
  const page = await profile.open(organization.panel('/settings/profile'))
  await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor()
  await page.waitForLoadState('networkidle')
  const stalled = Promise.withResolvers<void>()
  const code = /\/keyboard-help-[\w-]{8}\.js/
  await page.route(code, async (route) => {
    await stalled.promise
    await route.abort()
  })
  const asked = page.waitForRequest(code)
  await page.keyboard.press('?')
  await asked
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

describe('a part of a page whose code cannot be loaded', () => {
  const preview = /\/widget-preview-[\w-]{8}\.js/

  async function openWelcome(expected: RegExp) {
    const profile = await owner()
    profile.expectErrors(expected)
    const page = await profile.context.newPage()
    const welcome = page.getByRole('region', { name: 'Write the first message' })
    return { page, welcome, open: () => page.goto(organization.panel('/inbox')) }
  }

  it('leaves the rest usable, and loads once the service can be reached', async () => {
    const { page, welcome, open } = await openWelcome(/net::ERR_FAILED/)
    await page.route(preview, (route) => route.abort())
    await page.route(`${service.url}/panel/`, (route) => route.abort())
    await open()
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
    expect(await welcome.isVisible()).toBe(true)
    await page.unroute(preview)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Preview' }).waitFor()
  })

  it('leaves the rest usable, and offers to reload after an upgrade', async () => {
    const { page, welcome, open } = await openWelcome(/404 \(Not Found\)/)
    await page.route(preview, (route) => route.fulfill({ status: 404 }))
    await open()
    await page.getByRole('alert').getByText('This could not be loaded').waitFor()
    expect(await welcome.isVisible()).toBe(true)
    await page.unroute(preview)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('region', { name: 'Preview' }).waitFor()
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
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute(code)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })
})
