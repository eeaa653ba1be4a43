import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Shown once')
  await organization.join('Fay Forgetful', 'agent')
})

async function ownerOn(path: string): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

async function showKey(page: Page) {
  await page.getByRole('link', { name: 'API keys', exact: true }).click()
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Warehouse')
  await dialog.getByLabel('deliveries:read').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
}
async function showInvitation(page: Page) {
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
}
async function showResetLink(page: Page) {
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('button', { name: 'Create a reset link for Fay Forgetful' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create reset link' }).click()
}
const asksBeforeClosing = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

it.each([
  ['an API key', showKey],
  ['an invitation link', showInvitation],
  ['a reset link', showResetLink],
])('asks before %s is left, until Done confirms that it was copied', async (_, show) => {
  const page = await ownerOn('/settings/labels')
  const labels = page.getByRole('heading', { name: 'Labels', level: 1 })
  await labels.waitFor()
  const code = page.getByRole('dialog').locator('code')
  const leaving = page.getByRole('dialog', { name: 'Leave without copying it?' })

  await show(page)
  await page.locator(':focus', { has: page.locator('code') }).waitFor()
  expect(await asksBeforeClosing(page)).toBe(true)
  await page.goBack()
  await leaving.waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await leaving.waitFor({ state: 'detached' })
  expect(await code.count()).toBe(1)
  await page.goBack()
  await leaving.getByRole('button', { name: 'Leave anyway' }).click()
  await labels.waitFor()
  expect(await code.count()).toBe(0)
  expect(await asksBeforeClosing(page)).toBe(false)

  await show(page)
  await code.waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await code.waitFor({ state: 'detached' })
  await page.goBack()
  await labels.waitFor()
})

it('a reset link that is being created is not lost by leaving', async () => {
  const page = await ownerOn('/settings/labels')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  const saving = await holdRequest(page, 'POST', /\/reset-link$/)
  await page.getByRole('button', { name: 'Create a reset link for Fay Forgetful' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create reset link' }).click()
  await saving.asked
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.waitFor()
  await saving.release()
  await page.getByRole('dialog').locator('code').waitFor()
  await leaving.waitFor({ state: 'detached' })
})
