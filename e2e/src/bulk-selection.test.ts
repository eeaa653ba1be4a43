import type { Route } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Selecting')
})

/** The list has the last greeting on top. */
async function panelWith(greetings: readonly string[]) {
  for (const greeting of greetings) {
    const line = await visitorLine(service, organization.provider.id)
    await line.say(greeting)
    await line.close()
  }
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  const boxOf = (greeting: string) =>
    inbox.rows.locator('..').filter({ hasText: greeting }).getByRole('checkbox')
  return { page, inbox, boxOf, bar: page.getByRole('region', { name: 'Selected conversations' }) }
}

it('a row that has left the list is not selected when it comes back, and no range starts there', async () => {
  const [other, greeting] = ['Stays all the time', 'Comes and goes'] as const
  const { inbox, boxOf, bar } = await panelWith([other, greeting])
  await inbox.view('Unassigned')
  await boxOf(greeting).click()
  await bar.getByText('1 selected').waitFor()
  const link = await inbox.row(greeting).getAttribute('href')
  const id = link?.match(/[\da-f-]{36}(?=$|\?)/)?.[0] ?? ''
  const assign = (agentId: string | null) =>
    organization.call(organization.owner, 'POST', `/conversations/${id}/assign`, { agent_id: agentId })
  await assign(organization.owner.agentId)
  await inbox.row(greeting).waitFor({ state: 'detached' })
  await assign(null)
  await inbox.row(greeting).waitFor()
  expect(await boxOf(greeting).isChecked()).toBe(false)
  expect(await bar.count()).toBe(0)
  await boxOf(other).click({ modifiers: ['Shift'] })
  await bar.getByText('1 selected').waitFor()
})

it('the answer to a change leaves what was selected meanwhile, also in another list', async () => {
  const [first, between, second] = ['Selected first', 'Between these', 'Selected meanwhile'] as const
  const { page, inbox, boxOf, bar } = await panelWith([first, between, second])
  /** Changes the priority of the selected conversations; the answer waits for the returned function. */
  const prioritize = async (priority: string) => {
    const release = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      await release.promise
      await route.continue()
    }
    await page.route('**/conversations/bulk', hold, { times: 1 })
    const asked = page.waitForRequest('**/conversations/bulk')
    await bar.getByRole('button', { name: 'Set priority' }).click()
    await page.getByRole('menuitem', { name: priority }).click()
    await asked
    return release.resolve
  }
  await boxOf(first).click()
  const answerFirst = await prioritize('High')
  await boxOf(second).click()
  answerFirst()
  await page.getByText('1 conversation changed').waitFor()
  await bar.getByText('1 selected').waitFor()
  expect(await boxOf(second).isChecked()).toBe(true)

  await boxOf(first).click()
  const answerBoth = await prioritize('Low')
  await inbox.view('Unassigned')
  await boxOf(first).click()
  answerBoth()
  await page.getByText('2 conversations changed').waitFor()
  expect(await boxOf(first).isChecked()).toBe(true)
  // A range still starts there.
  await boxOf(second).click({ modifiers: ['Shift'] })
  await bar.getByText('3 selected').waitFor()
})

it('a range starts in the list that is shown', async () => {
  const [first, between, last] = ['Start of the range', 'Middle of the range', 'End of the range'] as const
  const { inbox, boxOf, bar } = await panelWith([first, between, last])
  await boxOf(first).click()
  await bar.getByText('1 selected').waitFor()
  await inbox.view('Unassigned')
  await bar.waitFor({ state: 'detached' })
  await boxOf(last).click({ modifiers: ['Shift'] })
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await bar.waitFor({ state: 'detached' })
  await boxOf(first).click({ modifiers: ['Shift'] })
  await bar.getByText('1 selected').waitFor()
})

it('the focus stays in the bar during a change, then moves to the row at the place of the first selected one', async () => {
  const greetings = ['Fifth in the list', 'Fourth', 'Third', 'Second', 'First in the list'] as const
  const { page, inbox, boxOf, bar } = await panelWith(greetings)
  const requests: Route[] = []
  await page.route('**/conversations/bulk', (route) => void requests.push(route))
  const close = bar.getByRole('button', { name: 'Close', exact: true })
  await boxOf('Second').click()
  await boxOf('Fourth').click()
  await close.press('Enter')
  await bar.and(page.locator('[aria-busy=true]')).waitFor()
  await expect.poll(() => requests.length).toBe(1)
  expect(await close.evaluate((button) => button === document.activeElement)).toBe(true)
  await close.press('Enter')
  await requests[0]?.continue()
  await expect.poll(() => inbox.rows.count()).toBe(3)
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '')
  await expect.poll(focused).toContain('Third')
  expect(requests.length).toBe(1)

  // Rows that stay.
  await page.unroute('**/conversations/bulk')
  await boxOf('First in the list').click()
  await boxOf('Fifth in the list').click()
  await bar.getByRole('button', { name: 'Set priority' }).press('Enter')
  await page.getByRole('menuitem', { name: 'High' }).press('Enter')
  await bar.waitFor({ state: 'detached' })
  await expect.poll(focused).toContain('First in the list')
})

it('j and u continue where a conversation has left the list', async () => {
  const { page, inbox } = await panelWith(['Last', 'Next', 'Leaves', 'Top'])
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '')
  const closeOpen = async (text: string) => {
    await inbox.composer.waitFor()
    await page.keyboard.press('e')
    await inbox.row(text).waitFor({ state: 'detached' })
    await inbox.conversation.getByText('This conversation is closed.').waitFor()
  }
  await inbox.openRow('Leaves')
  await closeOpen('Leaves')
  await page.keyboard.press('j')
  await expect.poll(focused).toContain('Next')
  await page.keyboard.press('Enter')
  await inbox.message('Next').waitFor()
  await closeOpen('Next')
  await page.keyboard.press('u')
  await expect.poll(focused).toContain('Last')
  await page.keyboard.press('k')
  await expect.poll(focused).toContain('Top')
})
