import type { Locator, Page } from 'playwright-core'
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

/** As a sign-out in another tab. */
async function signOutElsewhere() {
  const session = (await profile.context.cookies()).find(({ name }) => name.includes('session_token'))
  const { ok } = await fetch(`${service.url}/v1/auth/sign-out`, {
    method: 'POST',
    headers: { cookie: `${session?.name}=${session?.value}`, origin: service.url },
  })
  expect(ok).toBe(true)
}

/** The page learns it from its socket. */
async function endSession(page: Page) {
  await signOutElsewhere()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

/** A complete form of an organization's first rule. */
async function firstRule(page: Page, name: string): Promise<Locator> {
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'New rule' }).first().click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('combobox', { name: 'When', exact: true }).selectOption('customer_message')
  await form.getByRole('combobox', { name: 'Add action', exact: true }).selectOption('priority')
  await form.getByRole('combobox', { name: 'Set priority', exact: true }).selectOption('urgent')
  return form
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

it('a new rule that was saved just before the session ended is not open again', async () => {
  const page = await profile.open(organization.panel('/settings/automation'))
  const form = await firstRule(page, 'Answer once')
  let ended: Promise<void> | undefined
  await page.route('**/automation-rules', async (route) => {
    // The list is loaded again after the rule was created.
    if (route.request().method() === 'GET') await (ended ??= signOutElsewhere())
    await route.continue()
  })
  await form.getByRole('button', { name: 'Save rule' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.unroute('**/automation-rules')
  await signInAgain(page)
  await page.getByRole('button', { name: 'Edit Answer once' }).waitFor()
  expect(await form.count()).toBe(0)
})

it('a new rule that is discarded while the sign-in page opens is not open again', async () => {
  const page = await profile.open(organization.panel('/settings/automation'))
  const form = await firstRule(page, 'Never mind')
  await form.getByRole('button', { name: 'Cancel' }).click()
  // In the page: it is replaced 1 s later even if the sign-in page has not loaded yet.
  await page.getByRole('button', { name: 'Discard changes' }).evaluate((discard: HTMLElement) => {
    const { fetch } = window
    let isEnded = false
    window.fetch = async (input, init) => {
      // The sign-in page asks whether another tab has signed in.
      if (isEnded && input === '/v1/me') discard.click()
      const response = await fetch(input, init)
      isEnded ||= response.status === 401
      return response
    }
  })
  await endSession(page)
  await signInAgain(page)
  await page.getByText('No rules yet').waitFor()
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
