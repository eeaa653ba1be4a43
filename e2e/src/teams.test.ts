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
  organization = await foundOrganization(service, 'Teams')
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

it('a team assigns a new conversation to the agent who is present; the team filter survives a reload', async () => {
  const { page, inbox } = await panelOf(organization.owner, '/settings/teams', /409 \(Conflict\)/)
  await page.getByText('No teams yet').waitFor()
  const open = async () => {
    await page.getByRole('button', { name: 'New team' }).click()
    const dialog = page.getByRole('dialog', { name: 'New team' })
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    return dialog
  }
  const support = await open()
  await support.getByRole('button', { name: 'Save' }).click()
  await support.getByText('Enter a name.').waitFor()
  await support.getByRole('textbox', { name: 'Name' }).fill('Support')
  await support.getByRole('checkbox', { name: 'Carl Colleague' }).check()
  await support.getByRole('textbox', { name: 'Conversations of Carl Colleague' }).fill('3')
  await support
    .getByRole('group', { name: 'New conversations of these widgets' })
    .getByRole('checkbox')
    .check()
  await saveScreenshot(page, 'panel-team-dialog')
  await page.setViewportSize({ width: 390, height: 800 })
  await saveScreenshot(page, 'panel-phone-team-dialog')
  await page.setViewportSize({ width: 1280, height: 800 })
  await support.getByRole('button', { name: 'Save' }).click()
  await support.waitFor({ state: 'detached' })
  await page.getByText('1 member · In turn').waitFor()

  const sales = await open()
  await sales.getByRole('textbox', { name: 'Name' }).fill('SUPPORT')
  await sales.getByText('Now in Support').waitFor()
  await sales.getByRole('button', { name: 'Save' }).click()
  await sales.getByText('A team with this name already exists.').waitFor()
  await sales.getByRole('textbox', { name: 'Name' }).fill('Sales')
  await sales.getByRole('radio', { name: 'Manually' }).check()
  await sales.getByRole('button', { name: 'Save' }).click()
  await sales.waitFor({ state: 'detached' })
  await saveScreenshot(page, 'panel-teams')

  // Nobody of the team is present: the conversation waits for Carl.
  const greeting = 'Who can help me?'
  const { chat } = await visitorWho(organization, greeting)
  await page.goto(organization.panel('/inbox/unassigned'))
  await inbox.openRow(greeting)
  await inbox.row(greeting).getByText('Support').waitFor()
  await inbox.log.getByText('Started in Support, the team of the widget').waitFor()
  const carl = await panelOf(colleague, '/inbox/mine')
  await carl.inbox.row(greeting).waitFor()
  await inbox.action('Assigned to Carl Colleague').waitFor()
  await saveScreenshot(page, 'panel-team-conversation')

  // Carl is no member of the other team.
  await carl.inbox.openRow(greeting)
  await carl.inbox.action('Team: Support').click()
  await carl.page.getByRole('menuitem', { name: 'Sales' }).click()
  await inbox.action('Team: Sales').waitFor()
  await inbox.action('Unassigned').waitFor()
  await inbox.log.getByText('Carl Colleague moved the conversation to Sales').waitFor()
  expect(await chat.log.innerText()).not.toMatch(/Sales|Support/)

  await page.goto(organization.panel('/inbox/open'))
  const other = await visitorWho(organization, 'Another question')
  await expect.poll(() => inbox.rows.count()).toBe(2)
  await page.keyboard.press('f')
  await page.getByRole('button', { name: 'Team', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Sales' }).check()
  await page.keyboard.press('Escape')
  await expect.poll(() => inbox.rows.count()).toBe(1)
  await page.reload()
  await inbox.row(greeting).waitFor()
  expect(await inbox.rows.count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('team')).not.toBeNull()
  await saveScreenshot(page, 'panel-team-filter')
  await other.chat.log.waitFor()

  // The row leaves the filtered list with its team.
  await page.goto(organization.panel('/settings/teams'))
  await page.getByRole('button', { name: 'Delete Sales' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Sales?' })
    .getByRole('button', { name: 'Delete team' })
    .click()
  await page.getByRole('button', { name: 'Delete Sales' }).waitFor({ state: 'detached' })
  await carl.inbox.log.getByText('The team was deleted').waitFor()
})

it('a member cannot share a colleague’s reply of the team with everyone', async () => {
  const byOwner = (path: string, body: object) => organization.call(organization.owner, 'POST', path, body)
  const members = [{ agent_id: colleague.agentId, capacity: null }]
  const { id } = await byOwner('/teams', { name: 'Returns', members })
  const visibility = { type: 'team', team_id: id }
  await byOwner('/canned-replies', { shortcut: 'label', content: 'Use this label.', visibility })
  const { page } = await panelOf(colleague, '/settings/canned-replies')
  await page.getByRole('button', { name: 'Edit /label' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Only the author and admins can share this with everyone.').waitFor()
  expect(await dialog.getByRole('radio', { name: 'Everyone in the organization' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('radio', { name: 'Only me' }).isEnabled()).toBe(true)
  await saveScreenshot(page, 'panel-team-reply')
})
