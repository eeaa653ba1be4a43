import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization
let colleague: Person

beforeAll(async () => {
  organization = await foundOrganization(service, 'Labels')
  colleague = await organization.join('Carl Colleague', 'agent')
})

async function panelOf(
  person: Person,
  path: string,
  ...expected: RegExp[]
): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  profile.expectErrors(...expected)
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel(path))
  return { page, inbox: inboxOn(page) }
}

const labelList = (page: Page) => page.getByRole('list', { name: 'Labels', exact: true })

it('an admin manages labels: a name is used once, an archived label can be restored', async () => {
  const { page } = await panelOf(organization.owner, '/settings/labels', /409 \(Conflict\)/)
  await page.getByText('No labels yet').waitFor()
  const create = async (name: string, colour: string) => {
    await page.getByRole('button', { name: 'New label' }).click()
    const dialog = page.getByRole('dialog', { name: 'New label' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('radio', { name: colour }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    return dialog
  }
  const first = await create('Refund', 'Red')
  await first.waitFor({ state: 'detached' })
  const second = await create('refund', 'Blue')
  await second.getByText('A label with this name already exists. It may be archived.').waitFor()
  await saveScreenshot(page, 'panel-label-dialog')
  await second.getByRole('textbox', { name: 'Name' }).fill('Shipping')
  await second.getByRole('button', { name: 'Save' }).click()
  await second.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Archive Shipping' }).click()
  await page.getByRole('heading', { name: 'Archived labels' }).waitFor()
  await saveScreenshot(page, 'panel-labels')
  const undo = page.getByRole('button', { name: 'Undo' })
  const former = await undo.elementHandle()
  await page.getByRole('button', { name: 'Restore Shipping' }).click()
  // Announced again, although the former message is still shown.
  await page.getByRole('button', { name: 'Archive Shipping' }).click()
  await former?.waitForElementState('hidden')
  await undo.click()
  await page.getByRole('button', { name: 'Archive Shipping' }).waitFor()
})

it('a label set with the keyboard appears for the second agent; the filter survives a reload', async () => {
  const greeting = 'I want my money back'
  const { chat } = await visitorWho(organization, greeting)
  await visitorWho(organization, 'Another question')
  const olivia = await panelOf(organization.owner, '/inbox/open')
  const carl = await panelOf(colleague, '/inbox/open')
  await olivia.inbox.openRow(greeting)
  await carl.inbox.openRow(greeting)

  await olivia.page.keyboard.press('l')
  const searchField = olivia.page.getByRole('textbox', { name: 'Search labels' })
  await searchField.waitFor()
  await expect.poll(() => searchField.evaluate((field) => field === document.activeElement)).toBe(true)
  await olivia.page.keyboard.type('refu')
  await olivia.page.getByRole('option', { name: 'Refund' }).waitFor()
  await saveScreenshot(olivia.page, 'panel-label-picker')
  await olivia.page.keyboard.press('Enter')
  await olivia.page.keyboard.press('Escape')
  await searchField.waitFor({ state: 'hidden' })

  await labelList(carl.page).getByText('Refund').waitFor()
  await carl.inbox.row(greeting).getByText('Refund').waitFor()
  await carl.inbox.log.getByText('Olivia Owner added the label Refund').waitFor()
  await olivia.inbox.log.getByText('You added the label Refund').waitFor()
  expect(await chat.log.innerText()).not.toContain('Refund')
  await saveScreenshot(carl.page, 'panel-label')

  await carl.page.getByRole('button', { name: 'Filter', exact: true }).click()
  await carl.page.getByRole('button', { name: 'Label', exact: true }).last().click()
  await carl.page.getByRole('checkbox', { name: 'Refund' }).check()
  await carl.page.keyboard.press('Escape')
  await expect.poll(() => carl.inbox.rows.count()).toBe(1)
  await carl.page.reload()
  await carl.inbox.row(greeting).waitFor()
  expect(await carl.inbox.rows.count()).toBe(1)
  expect(new URL(carl.page.url()).searchParams.get('label')).not.toBeNull()
  await saveScreenshot(carl.page, 'panel-label-filter')

  // The row leaves the filtered list when a colleague removes the label.
  await olivia.page.getByRole('button', { name: 'Remove label Refund' }).click()
  const labelButton = olivia.page.getByRole('button', { name: /^Label: / })
  expect(await labelButton.evaluate((button) => button === document.activeElement)).toBe(true)
  await carl.page.getByText('No matching conversations').waitFor()
  await carl.page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => carl.inbox.rows.count()).toBe(2)
  await carl.inbox.log.getByText('Olivia Owner removed the label Refund').waitFor()
})
