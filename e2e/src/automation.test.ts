import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Automation')
})

async function newRule(page: Page, name: string) {
  await page.getByRole('button', { name: 'New rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  return dialog
}

it('a rule answers, prioritizes and leaves a trace; it is tested, switched off and deleted in the settings', async () => {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/automation'))
  await page.getByText('No rules yet').waitFor()

  const dialog = await newRule(page, 'Refunds')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.getByText('Choose a value for each action.').waitFor()
  await dialog.getByRole('combobox', { name: 'When', exact: true }).selectOption('customer_message')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await dialog.getByRole('button', { name: 'Priority', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'No priority', exact: true }).check()
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await dialog.getByRole('button', { name: 'Change condition Priority: No priority', exact: true }).waitFor()
  await dialog.getByRole('combobox', { name: 'Text of the message', exact: true }).selectOption('contains')
  await dialog
    .getByRole('textbox', { name: 'Words, separated by commas', exact: true })
    .fill('refund, money back')
  const add = dialog.getByRole('combobox', { name: 'Add action', exact: true })
  await add.selectOption('priority')
  await dialog.getByRole('combobox', { name: 'Set priority', exact: true }).selectOption('urgent')
  await add.selectOption('reply')
  const reply = dialog.getByRole('textbox', { name: 'Send reply', exact: true })
  await reply.fill('Hi {{customer.first_name}}')
  await dialog.getByText('{{customer.first_name}} needs a fallback', { exact: false }).waitFor()
  await reply.fill('Hi {{customer.first_name|there}}, we check your refund.')
  await dialog
    .getByText(
      'When the customer writes, if Priority: No priority and the message contains “refund” or “money back”: Set priority (Urgent) and Send reply',
      { exact: true },
    )
    .waitFor()
  await saveScreenshot(page, 'panel-rule-form')
  await page.setViewportSize({ width: 390, height: 800 })
  await saveScreenshot(page, 'panel-phone-rule-form')
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('No runs in 7 days').waitFor()

  const greeting = 'I want my MONEY BACK'
  const { chat } = await visitorWho(organization, greeting)
  await chat.log.getByText('Hi there, we check your refund.').waitFor()
  await page.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  await inbox.log.getByText('Refunds set the priority to Urgent').waitFor()
  await inbox.log.getByText('Rule Refunds ran: Set priority, Send reply').waitFor()
  await saveScreenshot(page, 'panel-rule-in-conversation')
  expect(await chat.log.innerText()).not.toMatch(/Refunds|Urgent/)

  await page.goto(organization.panel('/settings/automation'))
  await page.getByText('1 run in 7 days', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Runs of Refunds', exact: true }).click()
  const runs = page.getByRole('dialog', { name: 'Runs: Refunds' })
  await runs.getByText('Done: Set priority, Send reply', { exact: true }).waitFor()
  await saveScreenshot(page, 'panel-rule-runs')
  await runs.getByRole('link').click()
  await inbox.log.getByText('Rule Refunds ran: Set priority, Send reply').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Test Refunds', exact: true }).click()
  const test = page.getByRole('dialog', { name: 'Test: Refunds' })
  await test.getByRole('button', { name: 'Test rule', exact: true }).click()
  // The rule itself has set the priority.
  await test.getByText('The rule would not run.').waitFor()
  await test.getByText('Text of the customer’s last message: applies', { exact: true }).waitFor()
  await saveScreenshot(page, 'panel-rule-test')
  await test.locator('header').getByRole('button', { name: 'Close', exact: true }).click()

  const second = await newRule(page, 'Second')
  await second.getByRole('combobox', { name: 'Add action', exact: true }).selectOption('close')
  await second.getByRole('button', { name: 'Save rule' }).click()
  await second.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Move Second up', exact: true }).click()
  const rules = page.getByRole('listitem').filter({ has: page.getByRole('switch') })
  await expect.poll(() => rules.first().innerText()).toContain('Second')
  await page.getByRole('switch', { name: 'Second is on', exact: true }).press('Space')
  await expect
    .poll(() => page.getByRole('switch', { name: 'Second is on', exact: true }).isChecked())
    .toBe(false)
  await saveScreenshot(page, 'panel-rules')
  await page.setViewportSize({ width: 390, height: 800 })
  await saveScreenshot(page, 'panel-phone-rules')
  await page.getByRole('button', { name: 'Delete Second', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete rule', exact: true }).click()
  await expect.poll(() => rules.count()).toBe(1)
})

it('a rule that cannot be saved shows every problem and focuses the first, also when it is out of view', async () => {
  const profile = await browser.profile({ viewport: { width: 1280, height: 600 } })
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/automation'))
  const dialog = await newRule(page, '')
  const add = dialog.getByRole('combobox', { name: 'Add action', exact: true })
  for (const action of ['reply', 'note', 'priority', 'close']) await add.selectOption(action)
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
  const top = await name.evaluate((field) => field.getBoundingClientRect().top)
  expect(top).toBeGreaterThan(0)
  expect(await dialog.locator('textarea[aria-invalid=true]').count()).toBe(2)
})
