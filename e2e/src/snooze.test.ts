import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Snoozes')
})

async function panel(...expected: RegExp[]): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  profile.expectErrors(...expected)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  return { page, inbox: inboxOn(page) }
}

it('a conversation snoozed with words leaves the list and returns when the customer writes', async () => {
  const greeting = 'When does it arrive?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)

  await page.keyboard.press('s')
  const field = page.getByRole('textbox', { name: 'When? For example: tomorrow 9am' })
  await field.waitFor()
  await saveScreenshot(page, 'panel-snooze-presets')
  expect(await page.getByRole('option', { name: 'Unsnooze' }).count()).toBe(0)
  await field.pressSequentially('next shoe')
  await page.getByText('Time not recognized.').waitFor()
  await field.fill('tomorrow 9am')
  const option = page.getByRole('option', { name: /9:00 AM/ })
  await option.waitFor()
  await saveScreenshot(page, 'panel-snooze-typed')
  await field.press('Enter')

  await inbox.log.getByText(/^You snoozed the conversation until .* 9:00 AM$/).waitFor()
  await expect.poll(() => inbox.row(greeting).count()).toBe(0)
  await inbox.view('Snoozed')
  await inbox.row(greeting).waitFor()
  await saveScreenshot(page, 'panel-snoozed')

  await chat.say('I found it, thank you')
  await expect.poll(() => inbox.rows.count()).toBe(0)
  await inbox.view('All open')
  await inbox.row('I found it, thank you').waitFor()
  await inbox.openRow('I found it, thank you')
  await inbox.log.getByText('The snooze ended because the customer replied').waitFor()
})

it('a snooze ends automatically when due', async () => {
  const greeting = 'Remind me in a moment'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)
  const conversationId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await organization.call(organization.owner, 'POST', `/conversations/${conversationId}/snooze`, {
    until: new Date(Date.now() + 10_000).toISOString(),
  })
  await expect.poll(() => inbox.row(greeting).count()).toBe(0)
  await inbox.row(greeting).waitFor()
  await inbox.log.getByText('The snooze ended', { exact: true }).waitFor()
})

it('undoing a snooze restores the one that it replaced', async () => {
  const greeting = 'Write to me on Friday'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  await organization.call(organization.owner, 'POST', `${path}/snooze`, { until: null })
  await inbox.action('Snoozed until the customer replies').waitFor()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: /^In 1 hour/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await organization.call(organization.owner, 'GET', path)).snooze)
    .toEqual({ until: null })
  await inbox.action('Snoozed until the customer replies').waitFor()
})

it('undoing a close is repeated after lost responses until the snooze is restored', async () => {
  const greeting = 'Write to me when it is there'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel(/503 \(Service Unavailable\)/, /409 \(Conflict\)/)
  await inbox.openRow(greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  await organization.call(organization.owner, 'POST', `${path}/snooze`, { until: null })
  await inbox.action('Snoozed until the customer replies').waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  const failure = page.getByRole('alert').filter({ hasText: 'temporarily unavailable' })
  for (const action of ['reopen', 'snooze'])
    await page.route(
      `**/${action}`,
      async (route) => {
        if (action === 'reopen') await route.fetch()
        // Until then it can be mistaken for the next one.
        await undo.waitFor({ state: 'detached' })
        await route.fulfill({ status: 503, json: { status: 503, code: 'unavailable' } })
      },
      { times: 1 },
    )
  await inbox.action('Close').click()
  for (const action of ['reopen', 'snooze']) {
    const failed = page.waitForResponse((each) => each.url().endsWith(`/${action}`) && each.status() === 503)
    await undo.click()
    await failed
    await failure.waitFor()
  }
  await undo.click()
  await expect
    .poll(async () => (await organization.call(organization.owner, 'GET', path)).snooze)
    .toEqual({ until: null })
})

it('after two snoozes Undo restores the first', async () => {
  const greeting = 'Write to me next week'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  const snooze = async () => (await organization.call(organization.owner, 'GET', path)).snooze
  await page.keyboard.press('s')
  await page.getByRole('option', { name: /^In 1 hour/ }).click()
  const notification = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
  // A notification under the mouse does not close by itself.
  await notification(/^Snoozed until .*\d/).hover()
  const first = await snooze()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: /^Until the customer replies/ }).click()
  await notification('Snoozed until the customer replies').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(snooze).toEqual(first)
})

it('snoozes of several conversations are ended at once', async () => {
  const greetings = ['Asleep until Monday', 'Asleep until Tuesday']
  for (const greeting of greetings) await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  for (const greeting of greetings) {
    await inbox.openRow(greeting)
    await inbox.message(greeting).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await organization.call(organization.owner, 'POST', `/conversations/${id}/snooze`, { until: null })
  }
  await inbox.view('Snoozed')
  for (const greeting of greetings)
    await inbox.rows.locator('..').filter({ hasText: greeting }).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  await bar.getByRole('button', { name: 'Snooze conversation' }).click()
  await page.getByRole('option', { name: 'Unsnooze' }).click()
  await page.getByText('2 conversations changed').waitFor()
  await inbox.view('All open')
  for (const greeting of greetings) await inbox.row(greeting).waitFor()
})

it('a priority is set with the keyboard and shown in the row', async () => {
  const greeting = 'Everything is on fire'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)
  await page.keyboard.press('p')
  await page.getByRole('menuitem', { name: 'Urgent' }).click()
  await inbox.row(greeting).getByText('Urgent').waitFor()
  await inbox.log.getByText('You set the priority to Urgent').waitFor()
  await saveScreenshot(page, 'panel-priority')
  await page.setViewportSize({ width: 390, height: 780 })
  await saveScreenshot(page, 'panel-priority-phone')
})

it('a priority that is chosen while another one is being saved is saved after it', async () => {
  const greeting = 'Take your time'
  await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await inbox.openRow(greeting)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/priority')) sent.push(request.postDataJSON().priority)
  })
  const choose = async (priority: string) => {
    await page.keyboard.press('p')
    const item = page.getByRole('menuitem', { name: priority })
    await item.click()
    await item.waitFor({ state: 'hidden' })
  }
  const first = await holdRequest(page, 'PUT', /\/priority$/)
  await choose('Urgent')
  await first.asked
  await choose('Low')
  expect(sent).toEqual(['urgent'])
  await first.release()
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  await expect
    .poll(async () => (await organization.call(organization.owner, 'GET', path)).priority)
    .toBe('low')
  expect(sent).toEqual(['urgent', 'low'])
})
