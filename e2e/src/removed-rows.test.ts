import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

/** The button that removes a row disappears with it. */

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Rows')
})

async function open(path: string): Promise<Page> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

const expectFocus = (on: Locator) =>
  expect.poll(() => on.evaluate((element) => element === document.activeElement)).toBe(true)

it('removing opening hours or an exception leaves the focus in its list', async () => {
  const page = await open('/settings/business-hours')
  await page.getByRole('switch', { name: 'Use business hours' }).press('Space')
  await page.getByRole('button', { name: 'Remove hours on Monday' }).press('Enter')
  await expectFocus(page.getByRole('button', { name: 'Add hours: Monday' }))
  const addException = page.getByRole('button', { name: 'Add exception' })
  await addException.press('Enter')
  await addException.press('Enter')
  const dates = page.getByLabel('Date')
  await dates.first().fill('2030-01-01')
  await dates.last().fill('2030-12-24')
  await page.getByRole('button', { name: 'Remove exception 2030-01-01' }).press('Enter')
  const next = page.getByRole('button', { name: 'Remove exception 2030-12-24' })
  await expectFocus(next)
  await next.press('Enter')
  await expectFocus(addException)
})

it('finishing or removing a condition of a rule, or removing an action, leaves the focus in its list', async () => {
  const page = await open('/settings/automation')
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await button('Add condition').press('Enter')
  await button('Priority').press('Enter')
  await dialog.getByRole('checkbox', { name: 'Urgent', exact: true }).press('Space')
  await button('Done').press('Enter')
  await expectFocus(button('Add condition'))
  await button('Remove condition Priority: Urgent').press('Enter')
  await expectFocus(button('Add condition'))
  const addAction = dialog.getByRole('combobox', { name: 'Add action', exact: true })
  await addAction.selectOption('close')
  await button('Remove action Close conversation').press('Enter')
  await expectFocus(addAction)
})
