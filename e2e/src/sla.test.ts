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
  organization = await foundOrganization(service, 'Deadlines')
  await organization.call(organization.owner, 'POST', '/teams', { name: 'Night shift' })
})

it('a policy is created, its deadline appears in list and conversation, and ends with the answer', async () => {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/sla'))
  await page.getByText('No policies yet').waitFor()
  const create = page.getByRole('button', { name: 'New policy', exact: true })
  await create.click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  // A closed dialog returns the focus to what opened it.
  await expect.poll(() => create.evaluate((button) => button === document.activeElement)).toBe(true)
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'New policy', exact: true })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Standard')
  await dialog.getByText('Priority', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Urgent', exact: true }).check()
  await dialog.getByRole('radio', { name: 'All hours', exact: true }).check()
  await saveScreenshot(page, 'panel-sla-dialog')
  await dialog.getByRole('checkbox', { name: 'Urgent', exact: true }).uncheck()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const standard = page.getByRole('listitem').filter({ hasText: 'Standard' })
  await standard.getByText('All conversations', { exact: true }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await saveScreenshot(page, 'panel-sla-policies')

  const greeting = 'How long does delivery take?'
  const { chat } = await visitorWho(organization, greeting)
  await page.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox
    .row(greeting)
    .getByText(/^Due in /)
    .waitFor()
  await inbox.openRow(greeting)
  await page.getByRole('button', { name: /^Due in / }).click()
  // Named by its button.
  const clocks = page.getByRole('dialog', { name: /^(Due in .+|SLA)$/ })
  await clocks.getByText('Policy: Standard', { exact: true }).waitFor()
  await clocks.getByText('First response', { exact: true }).waitFor()
  await saveScreenshot(page, 'panel-sla-clocks')
  await page.keyboard.press('Escape')
  await expect.poll(() => clocks.count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 780 })
  await saveScreenshot(page, 'panel-sla-conversation-phone')
  await page.setViewportSize({ width: 1280, height: 800 })

  const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await organization.call(organization.owner, 'PUT', `/conversations/${conversationId}/priority`, {
    priority: 'urgent',
  })
  await inbox.say('Two days')
  await chat.log.getByText('Two days').waitFor()
  await expect
    .poll(() =>
      inbox
        .row('Two days')
        .getByText(/^Due in /)
        .count(),
    )
    .toBe(0)
  await page.getByRole('button', { name: 'SLA', exact: true }).click()
  await clocks.getByText('Met', { exact: true }).waitFor()

  await page.goto(organization.panel('/settings/teams'))
  await page.getByRole('link', { name: 'Business hours of Night shift', exact: true }).click()
  await page.getByText('The business hours of your organization apply.', { exact: true }).waitFor()
  await page.getByRole('switch', { name: 'Use own business hours' }).press('Space')
  await page.getByRole('combobox', { name: 'Time zone' }).waitFor()
  await saveScreenshot(page, 'panel-team-hours')
})
