import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, sessionOf, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Unsaved')
})

async function ownerOn(path: string, ...expected: RegExp[]): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(...expected)
  // A session of its own, because one test ends it.
  await signIn(profile, service, await sessionOf(service, organization.owner))
  return profile.open(organization.panel(path))
}

/** Holds the request with this method. Returns what resolves once it is sent. */
async function hold(page: Page, path: string, method: string): Promise<() => Promise<Route>> {
  const held: Route[] = []
  await page.route(path, async (route) => {
    if (route.request().method() === method) held.push(route)
    else await route.fallback()
  })
  return async () => {
    await expect.poll(() => held.length).toBe(1)
    const [route] = held
    if (route === undefined) throw new Error('No request is held')
    return route
  }
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Olivia Owner: account menu' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
}

it('signing out with unsaved changes asks first, while the session lasts, and works again after the next sign-in', async () => {
  const page = await ownerOn('/settings/organization', /401/)
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half done')
  await signOut(page)
  const anyway = page.getByRole('button', { name: 'Sign out anyway' })
  await page.getByText('Your changes on this page are not saved.').waitFor()
  const former = await anyway.elementHandle()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await organization.call(organization.owner, 'GET', '')).toMatchObject({ name: 'Half done' })

  await name.fill('Given up')
  await signOut(page)
  // It fades out.
  await former?.waitForElementState('hidden')
  await anyway.click()
  await page.waitForURL('**/panel/sign-in')
  expect(questions).toEqual([])
  await page.getByLabel('E-mail').fill(organization.owner.email)
  await page.getByLabel('Password', { exact: true }).fill(organization.owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  await signOut(page)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

it('signing out everywhere with unsaved changes asks first, and sends nothing before the answer', async () => {
  const page = await ownerOn('/settings/profile', /401/)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const ended = () => requests.filter((path) => path === '/v1/auth/revoke-sessions').length
  await page.getByLabel('Name', { exact: true }).fill('Half done')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const anyway = page.getByRole('button', { name: 'Sign out anyway' })
  await anyway.waitFor()
  expect(ended()).toBe(0)
  await anyway.click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  expect(ended()).toBe(1)
})

it('leaving while a form is being saved asks, and goes on once it is saved', async () => {
  const page = await ownerOn('/settings/organization')
  const held = await hold(page, `**/v1/organizations/${organization.id}`, 'PATCH')
  await page.getByLabel('Name', { exact: true }).fill('Slowly saved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const route = await held()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await route.continue()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  expect(await organization.call(organization.owner, 'GET', '')).toMatchObject({ name: 'Slowly saved' })
})

it('a change back while a form is being saved is unsaved after it', async () => {
  const page = await ownerOn('/settings/organization')
  const held = await hold(page, `**/v1/organizations/${organization.id}`, 'PATCH')
  const name = page.getByLabel('Name', { exact: true })
  const before = await name.inputValue()
  await name.fill('Not after all')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const route = await held()
  await name.fill(before)
  await route.continue()
  await expect.poll(() => save.isEnabled()).toBe(true)
  expect(await name.inputValue()).toBe(before)
  expect(await organization.call(organization.owner, 'GET', '')).toMatchObject({ name: 'Not after all' })
})

it('the Save button keeps the focus while it saves, after that, and if it fails', async () => {
  const page = await ownerOn('/settings/organization', /503/)
  const path = `**/v1/organizations/${organization.id}`
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url())
  })
  const focused = (name: string) =>
    page.getByRole('button', { name, exact: true }).and(page.locator(':focus'))
  const held = await hold(page, path, 'PATCH')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Slowly saved')
  await page.keyboard.press('Tab')
  await focused('Save').press('Enter')
  const route = await held()
  // It does nothing meanwhile, neither itself nor for Enter in a field.
  await page.locator('[data-loading]:focus').press('Enter')
  await name.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused('Save').isDisabled()).toBe(true)
  await route.continue()
  await focused('Saved').press('Enter')
  expect(await focused('Saved').isDisabled()).toBe(true)
  expect(saves).toHaveLength(1)

  await page.unrouteAll()
  const failing = await hold(page, path, 'PATCH')
  await name.fill('Not saved')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await (await failing()).fulfill({ status: 503, json: { status: 503, code: 'unavailable' } })
  await page.getByRole('alert').filter({ hasText: 'temporarily unavailable' }).waitFor()
  expect(await focused('Save').isEnabled()).toBe(true)
  expect(saves).toHaveLength(2)
})

it('a form whose save succeeded without a response is saved, and follows the next change of a colleague', async () => {
  const page = await ownerOn('/settings/organization', /502/)
  await page.route(`**/v1/organizations/${organization.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fetch()
    await route.fulfill({ status: 502 })
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Saved after all')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await organization.call(organization.owner, 'PATCH', '', { name: 'Of a colleague' })
  await expect.poll(() => name.inputValue()).toBe('Of a colleague')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
})

it('lowering one’s own role and making an owner ask first', async () => {
  await organization.join('Ann Agent', 'agent')
  const page = await ownerOn('/settings/team', /403/)
  const roles = async () => {
    const { data } = await organization.call(organization.owner, 'GET', '/agents')
    return data.map(({ name, role }: { name: string; role: string }) => `${name}: ${role}`).sort()
  }
  const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` })
  await roleOf('Ann Agent').selectOption('owner')
  const granting = page.getByRole('dialog', { name: 'Make Ann Agent an owner?' })
  await granting.getByRole('button', { name: 'Cancel' }).click()
  expect(await roles()).toEqual(['Ann Agent: agent', 'Olivia Owner: owner'])
  await roleOf('Ann Agent').selectOption('owner')
  await granting.getByRole('button', { name: 'Make owner' }).click()
  await expect.poll(roles).toEqual(['Ann Agent: owner', 'Olivia Owner: owner'])

  await expect.poll(() => roleOf('Olivia Owner').isEnabled()).toBe(true)
  await roleOf('Olivia Owner').selectOption('agent')
  const lowering = page.getByRole('dialog', { name: 'Lower your own role?' })
  await lowering.getByRole('button', { name: 'Cancel' }).click()
  expect(await roleOf('Olivia Owner').inputValue()).toBe('owner')
  await roleOf('Olivia Owner').selectOption('agent')
  await lowering.getByRole('button', { name: 'Change my role' }).click()
  await page.getByRole('heading', { level: 1, name: 'Admins only' }).waitFor()
})
