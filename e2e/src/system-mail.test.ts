import { startSmtpServer } from '@parley/server/testing/smtp-server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: Service
let organization: Organization

beforeAll(async () => {
  smtp = await startSmtpServer()
  service = await startService({
    environment: {
      PARLEY_DEMO: '0',
      PARLEY_SIGNUP: 'open',
      PARLEY_SMTP_URL: smtp.url,
      PARLEY_MAIL_FROM: 'Support <support@example.com>',
    },
  })
  organization = await foundOrganization(service, 'Mail')
})
afterAll(async () => {
  await service.remove()
  await smtp.stop()
})

async function onPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await saveScreenshot(page, name)
  await page.setViewportSize({ width: 1280, height: 800 })
}

it('an owner tests e-mail, schedules a report, and invites a colleague by e-mail who then joins', async () => {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/organization'))

  smtp.become('unknown')
  await page.getByRole('button', { name: 'Send test e-mail' }).click()
  await page.getByRole('status').getByText('refused the recipient').waitFor()
  await page.getByText('The server replied 550 5.1.1.').waitFor()
  smtp.become('accept')
  await page.getByRole('button', { name: 'Send test e-mail' }).click()
  await page.getByRole('status').getByText('The mail server accepted an e-mail').waitFor()
  expect((await smtp.mailTo(organization.owner.email)).subject).toBe('Parley: Test e-mail')

  await page.getByRole('button', { name: 'Add report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add report' })
  await dialog.getByRole('combobox', { name: 'Report', exact: true }).selectOption('Satisfaction')
  await dialog.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await saveScreenshot(page, 'panel-report-schedule')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Satisfaction, weekly').waitFor()
  await saveScreenshot(page, 'panel-mail-settings')
  expect(await findBarriers(page)).toEqual([])
  await onPhone(page, 'panel-mail-settings-phone')

  // Another admin chose the language.
  const [stored] = (await organization.call(organization.owner, 'GET', '/report-schedules')).data
  const { id, report, cadence, hour, agent_ids } = stored
  expect(stored.language).toBe('de')
  await organization.call(organization.owner, 'PUT', `/report-schedules/${id}`, {
    report,
    cadence,
    hour,
    agent_ids,
    language: 'tr',
  })
  await page.reload()
  await page.getByRole('button', { name: /^Edit/ }).click()
  const edited = page.getByRole('dialog', { name: /^Edit/ })
  await edited.getByRole('combobox', { name: 'At', exact: true }).selectOption('9')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await edited.getByRole('button', { name: 'Save' }).click()
  await edited.waitFor({ state: 'detached' })
  const { data: schedules } = await organization.call(organization.owner, 'GET', '/report-schedules')
  expect(schedules).toMatchObject([{ hour: 9, language: 'tr' }])

  await page.goto(organization.panel('/settings/team'))
  await page.getByRole('button', { name: 'Invite' }).click()
  const invite = page.getByRole('dialog')
  await invite.getByRole('textbox', { name: 'E-mail (optional)' }).fill('ada@example.com')
  await saveScreenshot(page, 'panel-invite-by-mail')
  await invite.getByRole('button', { name: 'Create link' }).click()
  await invite.getByText('The link is being sent to ada@example.com.').waitFor()
  await invite.getByRole('button', { name: 'Done' }).click()
  const mail = await smtp.mailTo('ada@example.com')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByText('ada@example.com').waitFor()
      return page.getByText('E-mail sent', { exact: true }).count()
    })
    .toBe(1)
  await saveScreenshot(page, 'panel-invitation-sent')

  const ada = await browser.profile()
  ada.expectErrors(/401 \(Unauthorized\)/)
  const joining = await ada.open(/http\S+/.exec(mail.text)?.[0] ?? '')
  await joining.getByRole('heading', { level: 1, name: 'Join Mail' }).waitFor()

  await page.goto(organization.panel('/settings/profile'))
  // Enabled once the panel knows that e-mail can be sent.
  await page.getByRole('switch', { name: 'Mentions: E-mail', disabled: false }).press('Space')
  await page.getByRole('switch', { name: 'Mentions: E-mail', checked: true }).waitFor()
  await saveScreenshot(page, 'panel-notification-mail')
})

it('with open sign-up, an agent confirms the address for notifications, and the profile follows in another tab', async () => {
  const profile = await browser.profile()
  profile.expectErrors(/502 \(Bad Gateway\).*confirm-email/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/profile'))
  const { email } = organization.owner
  const notes = page.getByRole('note').filter({ hasText: `e-mailed to ${email} before you confirm` })
  await notes.nth(1).waitFor()
  await saveScreenshot(page, 'panel-unconfirmed-email')
  await onPhone(page, 'panel-unconfirmed-email-phone')
  expect(await findBarriers(page)).toEqual([])

  smtp.become('full')
  await notes.first().getByRole('button', { name: 'Send confirmation link' }).click()
  await notes.first().getByRole('alert').waitFor()
  smtp.become('accept')
  await notes.first().getByRole('button', { name: 'Send confirmation link' }).click()
  await page.getByText(`Open the link that was sent to ${email}.`).waitFor()
  const mail = smtp.mails.findLast(({ to }) => to === email)
  const confirmation = await profile.open(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await confirmation.getByRole('heading', { level: 1, name: 'Confirm your address' }).waitFor()
  await saveScreenshot(confirmation, 'panel-confirm-email')
  await confirmation.getByRole('button', { name: 'Confirm', exact: true }).click()
  await confirmation.getByText(`You sign in with ${email}.`).waitFor()
  await notes.first().waitFor({ state: 'detached' })
})

it('a report whose recipients may no longer read it says that nobody receives it', async () => {
  const other = await foundOrganization(service, 'Left alone')
  const admin = await other.join('Former Admin', 'admin')
  await other.call(other.owner, 'POST', '/report-schedules', {
    report: 'conversations',
    cadence: 'daily',
    hour: 8,
    agent_ids: [admin.agentId],
    language: 'en',
  })
  const profile = await browser.profile()
  await signIn(profile, service, other.owner)
  const page = await profile.open(other.panel('/settings/organization'))
  await page.getByText('Former Admin').waitFor()
  await page.getByText('Next:').waitFor()
  await other.call(other.owner, 'PATCH', `/agents/${admin.agentId}`, { role: 'agent' })
  await page.reload()
  await page.getByText('Nobody receives this report any more.').waitFor()
  expect(await page.getByText('Next:').count()).toBe(0)
  expect(await page.getByText('Former Admin').count()).toBe(0)
})

it('a report has at most 20 recipients', async () => {
  const crowded = await foundOrganization(service, 'Crowded')
  for (let count = 1; count <= 20; count += 1) await crowded.join(`Admin ${count}.`, 'admin')
  const profile = await browser.profile()
  await signIn(profile, service, crowded.owner)
  const page = await profile.open(crowded.panel('/settings/organization'))
  await page.getByRole('button', { name: 'Add report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add report' })
  const admin = (count: number) => dialog.getByRole('checkbox', { name: `Admin ${count}.` })
  for (let count = 1; count < 20; count += 1) await admin(count).check()
  await dialog.getByText('The maximum of 20 recipients is reached.').waitFor()
  expect(await admin(20).isDisabled()).toBe(true)
  await admin(1).uncheck()
  await admin(20).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [{ agent_ids: agentIds }] = (await crowded.call(crowded.owner, 'GET', '/report-schedules')).data
  expect(agentIds).toHaveLength(20)
})
