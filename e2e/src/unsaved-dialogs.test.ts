import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
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
  // A session of its own, because one test ends the others.
  await signIn(profile, service, await sessionOf(service, organization.owner))
  return profile.open(organization.panel(path))
}

it('an API key that is being created cannot be dismissed before it is shown', async () => {
  const page = await ownerOn('/settings/api-keys')
  const saving = await holdRequest(page, 'POST', /\/api-keys$/)
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('deliveries:read').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await saving.asked
  await page.keyboard.press('Escape')
  for (const name of ['Close', 'Cancel'])
    expect(await dialog.getByRole('button', { name }).isEnabled()).toBe(false)
  await saving.release()
  await dialog.locator('code', { hasText: 'plk_' }).waitFor()
})

it('an API key that is created while the agent is asked about leaving is shown', async () => {
  const page = await ownerOn('/settings/labels')
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  const saving = await holdRequest(page, 'POST', /\/api-keys$/)
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('deliveries:read').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await saving.asked
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  await saving.release()
  // The list behind the dialog may already have the key.
  await page.getByRole('dialog', { name: 'The key is ready' }).locator('code', { hasText: 'plk_' }).waitFor()
  await leaving.waitFor({ state: 'detached' })
  // Not the button that closes the dialog.
  await page.locator(':focus', { hasText: 'plk_' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
})

it('an invitation link that is created unchanged while the agent is asked about leaving is shown', async () => {
  const page = await ownerOn('/settings/labels')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  const saving = await holdRequest(page, 'POST', /\/invitations$/)
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await saving.asked
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  await saving.release()
  await page.getByRole('dialog', { name: 'The link is ready' }).locator('code').waitFor()
  await leaving.waitFor({ state: 'detached' })
})

/** Whether what has the focus is in it. */
const holdsFocus = (within: Locator) =>
  within.evaluate((element) => element !== document.body && element.contains(document.activeElement))

it('a dialog that is being saved cannot be changed, and has the focus; if that fails, the field has it again', async () => {
  const page = await ownerOn('/settings/labels', /503/)
  const saving = await holdRequest(page, 'POST', /\/labels$/)
  const open = page.getByRole('button', { name: 'New label' }).first()
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'New label' })
  const name = dialog.getByLabel('Name')
  await name.fill('Refund')
  await name.press('Enter')
  await saving.asked
  await dialog.locator('form:focus').waitFor()
  await page.keyboard.type(' and more')
  expect(await findBarriers(page)).toEqual([])
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await page.keyboard.press('Tab')
  await cancel.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Shift+Tab')
  expect(await holdsFocus(dialog)).toBe(true)
  await dialog.locator('form').focus()
  await saving.release({ status: 503, code: 'unavailable' })
  await dialog.getByRole('alert').waitFor()
  await name.and(page.locator(':focus')).waitFor()
  expect(await name.inputValue()).toBe('Refund')

  await page.unrouteAll()
  await page.keyboard.type('s')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open.and(page.locator(':focus')).waitFor()
  expect((await organization.call(organization.owner, 'GET', '/labels')).data).toMatchObject([
    { name: 'Refunds' },
  ])
})

it('a dialog that is being saved has the focus again after the question about leaving', async () => {
  const page = await ownerOn('/settings/teams', /503/)
  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  const saving = await holdRequest(page, 'POST', /\/labels$/)
  await page.getByRole('button', { name: 'New label' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New label' })
  const name = dialog.getByLabel('Name')
  await name.fill('Refund')
  await name.press('Enter')
  await saving.asked
  await page.goBack()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.locator('form:focus').waitFor()
  await saving.release({ status: 503, code: 'unavailable' })
  await name.and(page.locator(':focus')).waitFor()
})

it('a new password cannot be changed while it is being saved, and its field has the focus after it', async () => {
  const page = await ownerOn('/settings/profile')
  const saving = await holdRequest(page, 'POST', /\/change-password$/)
  const current = page.getByLabel('Current password')
  const next = page.getByLabel('New password')
  await current.fill(organization.owner.password)
  await next.fill('correct horse battery')
  await next.press('Enter')
  await saving.asked
  await page.locator('form:focus').waitFor()
  await next.click({ force: true })
  // `?` is a shortcut elsewhere.
  await page.keyboard.type(' staple?')
  expect(await next.inputValue()).toBe('correct horse battery')
  await saving.release()
  await page.getByText('Password changed').waitFor()
  await next.and(page.locator(':focus')).waitFor()
  expect([await current.inputValue(), await next.inputValue()]).toEqual(['', ''])
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
  ['/settings/widgets', 'New widget', 'Name'],
  ['/settings/api-keys', 'New API key', 'Name'],
  ['/settings/team', 'Invite', 'E-mail (optional)', 'Invite someone'],
  ['/settings/channels', 'Connect mailbox', 'Support address', 'Connect a mailbox'],
  ['/settings/channels', 'Connect Telegram bot', 'Bot token', 'Connect a Telegram bot'],
])('on %s, %s asks before Escape discards it', async (path, action, field, title = action) => {
  const page = await ownerOn(path)
  await page.getByRole('button', { name: action }).first().click()
  const form = page.getByRole('dialog', { name: title })
  await form.getByLabel(field, { exact: true }).fill('https://half.example')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await form.waitFor({ state: 'detached' })
})

it('the settings of a mailbox are kept when Back is pressed, and discarded only after a question', async () => {
  const page = await ownerOn('/settings/labels')
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  const open = page.getByRole('button', { name: 'Connect mailbox' })
  await open.click()
  const form = page.getByRole('dialog', { name: 'Connect a mailbox' })
  const address = form.getByLabel('Support address')
  await address.fill('support@shop.example')
  await page.goBack()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  expect(await address.inputValue()).toBe('support@shop.example')
  await form.getByRole('button', { name: 'Close' }).click()
  const asked = page.getByRole('dialog', { name: 'Discard your changes?' })
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await address.fill('')
  await page.keyboard.press('Escape')
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
