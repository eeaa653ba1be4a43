import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
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
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await organization.call(organization.owner, 'GET', '')).toMatchObject({ name: 'Half done' })

  await name.fill('Given up')
  await signOut(page)
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

it('an API key that is being created cannot be dismissed before it is shown', async () => {
  const page = await ownerOn('/settings/api-keys')
  const held = await hold(page, '**/api-keys', 'POST')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('deliveries:read').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const route = await held()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false)
  await route.continue()
  await dialog.locator('code', { hasText: 'plk_' }).waitFor()
})

it('a dialog with changes asks before Escape and Cancel discard them, and before the page is left; one without does not', async () => {
  const page = await ownerOn('/settings/labels')
  // One page more than the Backs below.
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New team' })
  const name = form.getByRole('textbox', { name: 'Name' })
  const open = page.getByRole('button', { name: 'New team' })
  await open.click()
  await name.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await open.click()
  await name.fill('Night shift')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
  await asked.waitFor()
  expect(await findBarriers(page)).toEqual([])
  // Of the upper dialog only.
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('Night shift')
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  // Does not answer the question.
  await page.goBack()
  await page.keyboard.press('Escape')
  await leaving.waitFor({ state: 'detached' })
  expect(await asked.count()).toBe(0)
  expect(await name.inputValue()).toBe('Night shift')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await form.waitFor({ state: 'detached' })
  await open.click()
  expect(await name.inputValue()).toBe('')
})

it.each([
  ['/settings/labels', 'New label', 'Name'],
  ['/settings/webhooks', 'New webhook', 'URL'],
])('on %s, %s asks before Escape discards it', async (path, action, field) => {
  const page = await ownerOn(path)
  await page.getByRole('button', { name: action }).first().click()
  const form = page.getByRole('dialog', { name: action })
  await form.getByLabel(field, { exact: true }).fill('https://half.example')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await form.waitFor({ state: 'detached' })
})

it('a one-time link is not lost with Escape', async () => {
  await organization.join('Fay Forgetful', 'agent')
  const page = await ownerOn('/settings/team')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'The link is ready' })
  await ready.locator('code').waitFor()
  await page.keyboard.press('Escape')
  await ready.getByRole('button', { name: 'Done' }).click()
  await ready.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Create a reset link for Fay Forgetful' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  await dialog.locator('code').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Done' }).click()
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
