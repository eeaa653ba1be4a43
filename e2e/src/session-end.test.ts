import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { foundOrganization, sessionOf, signIn, type Organization, type Person } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization
let profile: Profile

beforeEach(async () => {
  organization = await foundOrganization(service, 'Session end')
  profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(/401 \(Unauthorized\)/, /WebSocket connection to .* failed/)
  // A session of its own, because the test ends it.
  await signIn(profile, service, await sessionOf(service, organization.owner))
})

/** As a sign-out in another tab. The page learns it from its socket. */
async function endSession(page: Page) {
  const session = (await profile.context.cookies()).find(({ name }) => name.includes('session_token'))
  const { ok } = await fetch(`${service.url}/v1/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: `${session?.name}=${session?.value}`, origin: service.url },
  })
  expect(ok).toBe(true)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

async function signInAgain(page: Page, { email, password }: Person = organization.owner) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it('a canned reply that was being changed is open again after the next sign-in, and saves only what was changed', async () => {
  const created = await organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut: 'refund',
    content: 'You get your money back.',
    visibility: { type: 'organization' },
  })
  const page = await profile.open(organization.panel('/settings/canned-replies'))
  await page.getByRole('button', { name: 'Edit /refund' }).click()
  const form = page.getByRole('dialog', { name: 'Edit canned reply' })
  const content = form.getByLabel('Text', { exact: true })
  await content.fill('You get your money back within a week.')
  await endSession(page)
  await organization.call(organization.owner, 'PATCH', `/canned-replies/${created.id}`, { shortcut: 'money' })
  await signInAgain(page)
  await form.waitFor()
  expect(await content.inputValue()).toBe('You get your money back within a week.')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('/money', { exact: true }).waitFor()
  await page.getByText('You get your money back within a week.').waitFor()
})

it('a new rule is open again after the next sign-in, until it is discarded', async () => {
  const page = await profile.open(organization.panel('/settings/automation'))
  await page.getByRole('button', { name: 'New rule' }).first().click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  const name = form.getByLabel('Name', { exact: true })
  const once = form.getByLabel('At most once per conversation')
  await name.fill('Answer at night')
  await once.check()
  await endSession(page)
  await signInAgain(page)
  await form.waitFor()
  expect(await name.inputValue()).toBe('Answer at night')
  expect(await once.isChecked()).toBe(true)
  // Not a field: Enter would save the rule.
  await page.getByRole('dialog').locator('button:focus').waitFor()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await form.waitFor({ state: 'detached' })

  await endSession(page)
  await signInAgain(page)
  await page.getByRole('heading', { level: 1, name: 'Automation' }).waitFor()
  expect(await form.count()).toBe(0)
})

it('another agent who signs in does not see the form of the first one', async () => {
  const colleague = await organization.join('Carl Colleague', 'admin')
  const page = await profile.open(organization.panel('/settings/canned-replies'))
  const form = page.getByRole('dialog', { name: 'New canned reply' })
  await page.getByRole('button', { name: 'New canned reply' }).click()
  await form.getByLabel('Text', { exact: true }).fill('Private so far')
  await endSession(page)
  await signInAgain(page, colleague)
  await page.getByRole('heading', { level: 1, name: 'Canned replies' }).waitFor()
  expect(await form.count()).toBe(0)
})

it('unsaved settings are there again after the next sign-in, and others follow what was changed meanwhile', async () => {
  const page = await profile.open(organization.panel(`/settings/widgets/${organization.provider.id}/general`))
  const name = page.getByLabel('Name', { exact: true })
  const context = page.getByRole('switch')
  const isCollected = await context.isChecked()
  await name.fill('Half done')
  await endSession(page)
  await organization.change({ visitor_context: !isCollected })
  await signInAgain(page)
  await expect.poll(() => name.inputValue()).toBe('Half done')
  expect(await context.isChecked()).toBe(!isCollected)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
})
