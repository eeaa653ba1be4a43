import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Languages')
})

async function owner(...expected: RegExp[]) {
  const profile = await browser.profile()
  profile.expectErrors(...expected)
  await signIn(profile, service, organization.owner)
  return profile
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('parley-language'))

it('a language whose file fails to load is reported each time that it is chosen, and neither shown nor stored', async () => {
  const profile = await owner(/404 \(Not Found\)/)
  const page = await profile.open(organization.panel('/settings/profile'))
  const language = page.getByRole('combobox', { name: 'Language' })
  await language.selectOption('es')
  await page.getByRole('heading', { level: 1, name: 'Su perfil' }).waitFor()
  const spanish = page.getByRole('combobox', { name: 'Idioma' })
  await page.route(/\/de-[\w-]{8}\.js/, (route) => route.fulfill({ status: 404 }))
  const report = page.getByText('No se pudo cargar')
  await spanish.selectOption('de')
  const first = await report.elementHandle()
  await expect.poll(() => spanish.inputValue()).toBe('es')
  await spanish.selectOption('de')
  await first?.waitForElementState('hidden')
  await report.last().waitFor()
  await expect.poll(() => spanish.inputValue()).toBe('es')
  expect(await stored(page)).toBe('es')
  await spanish.selectOption('fr')
  await page.getByRole('heading', { level: 1, name: 'Votre profil' }).waitFor()
  await report.waitFor({ state: 'detached' })
  expect(await stored(page)).toBe('fr')
})

it('a language that loads slowly is not shown once another one was chosen', async () => {
  const profile = await owner()
  const page = await profile.open(organization.panel('/settings/profile'))
  const language = page.getByRole('combobox', { name: /Language|Langue/ })
  const german = Promise.withResolvers<void>()
  const code = /\/de-[\w-]{8}\.js/
  await page.route(code, async (route) => {
    await german.promise
    await route.continue()
  })
  const response = page.waitForResponse(code)
  await language.selectOption('de')
  expect(await language.inputValue()).toBe('de')
  await language.selectOption('fr')
  await page.getByRole('heading', { level: 1, name: 'Votre profil' }).waitFor()
  german.resolve()
  // Resolves once the script has run. As text, because Vitest replaces imports.
  await page.evaluate(`import('${(await response).url()}').then(() => undefined)`)
  expect(await language.inputValue()).toBe('fr')
  expect(await stored(page)).toBe('fr')
})
