import type { Conversation } from '@parley/protocol/conversation'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization
const greetings = ['First question', 'Second question', 'Third question']

beforeAll(async () => {
  organization = await foundOrganization(service, 'Bulk')
  await organization.call(organization.owner, 'POST', '/labels', { name: 'Sale', colour: 'pink' })
})

async function panel(): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  return { page, inbox: inboxOn(page) }
}

it('several conversations are labelled and closed at once, and undone', async () => {
  for (const greeting of greetings) await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  await expect.poll(() => inbox.rows.count()).toBe(3)
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  const boxes = page.getByRole('checkbox', { name: /^Select conversation with/ })

  // By keyboard: x on the first row; then a range with Shift.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await bar.getByText('3 selected').waitFor()
  await saveScreenshot(page, 'panel-bulk')
  await bar.getByRole('button', { name: 'Add or remove labels' }).click()
  await page.getByRole('option', { name: 'Sale' }).click()
  await page.getByText('3 conversations changed').waitFor()
  for (const greeting of greetings) await inbox.row(greeting).getByText('Sale').waitFor()
  expect(await bar.count()).toBe(0)

  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await bar.getByText('2 selected').waitFor()
  await bar.getByRole('button', { name: 'Close' }).click()
  await page.getByText('2 conversations changed').waitFor()
  // That of the labels may still be leaving.
  const undo = page
    .getByRole('alert')
    .filter({ hasText: '2 conversations' })
    .getByRole('button', { name: 'Undo' })
  // A notification under the mouse does not close by itself.
  await undo.hover()
  await expect.poll(() => inbox.rows.count()).toBe(1)
  await saveScreenshot(page, 'panel-bulk-undo')
  await undo.click()
  await expect.poll(() => inbox.rows.count()).toBe(3)
  await page.getByText('2 changes undone').waitFor()

  await boxes.nth(0).click()
  await page.setViewportSize({ width: 390, height: 780 })
  await saveScreenshot(page, 'panel-bulk-phone')
})

it('a message that arrives with the click is not closed away', async () => {
  const { chat } = await visitorWho(organization, 'Where is my order')
  const profile = await browser.profile()
  profile.expectErrors(/409 \(Conflict\)/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  /** Delays the request until the customer has written and the panel shows it. */
  const writeDuring = (path: string, text: string, shown: () => Promise<void>) =>
    page.route(
      path,
      async (route) => {
        await chat.say(text)
        await shown()
        await route.continue()
      },
      { times: 1 },
    )

  const row = inbox.row('Where is my order')
  await row.waitFor()
  await writeDuring('**/conversations/bulk', 'It was a gift', () => inbox.row('It was a gift').waitFor())
  await page.getByRole('listitem').filter({ hasText: 'Where is my order' }).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  await bar.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('1 conversation has a new message and was not changed').waitFor()
  await bar.getByText('1 selected').waitFor()
  await saveScreenshot(page, 'panel-bulk-stale')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await inbox.message('It was a gift').waitFor()

  await writeDuring('**/close', 'For my mother', () => inbox.message('For my mother').waitFor())
  await inbox.action('Close').click()
  await page.getByText(/^A new message arrived .+ Close anyway\?$/).waitFor()
  await inbox.action('Close').waitFor()
  await saveScreenshot(page, 'panel-close-stale')
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()
})

it('a found conversation returns to the search when it is not closed, and when its closing is undone', async () => {
  const { chat } = await visitorWho(organization, 'Is the blue kettle back?')
  const profile = await browser.profile()
  profile.expectErrors(/409 \(Conflict\)/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open?q=kettle'))
  const inbox = inboxOn(page)
  const row = inbox.row(/kettle/)
  await inbox.openRow(/kettle/)
  await page.route(
    '**/close',
    async (route) => {
      await chat.say('The kettle with a lid')
      await inbox.message('The kettle with a lid').waitFor()
      await route.continue()
    },
    { times: 1 },
  )
  await inbox.action('Close').click()
  await page.getByRole('button', { name: 'Close anyway' }).waitFor()
  await row.waitFor()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
})

/** Opens snoozed conversations of an absent agent and closes them with the bar. */
async function closeSnoozed(name: string, asked: [string, string]) {
  const carl = await organization.join(name, 'agent')
  const call = (method: string, path: string, body?: object) =>
    organization.call(organization.owner, method, path, body)
  const team = await call('POST', '/teams', { name: `Night shift of ${name}` })
  const until = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '+00:00')
  for (const greeting of asked) await visitorWho(organization, greeting)
  const { page, inbox } = await panel()
  const ids: string[] = []
  for (const greeting of asked) {
    const link = await inbox.row(greeting).getAttribute('href')
    const id = link?.match(/[\da-f-]{36}(?=$|\?)/)?.[0] ?? ''
    await call('PUT', `/conversations/${id}/team`, { team_id: team.id })
    await call('POST', `/conversations/${id}/assign`, { agent_id: carl.agentId })
    await call('POST', `/conversations/${id}/snooze`, { until })
    ids.push(id)
  }
  const states = () =>
    Promise.all(
      ids.map(async (id) => {
        const { status, agent, snooze } = (await call('GET', `/conversations/${id}`)) as Conversation
        return { status, agent: agent?.id, until: snooze?.until }
      }),
    )
  const before = ids.map(() => ({ status: 'open', agent: carl.agentId, until }))

  await inbox.view('Snoozed')
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  for (const greeting of asked)
    await inbox.rows.locator('..').filter({ hasText: greeting }).getByRole('checkbox').click()
  await bar.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('2 conversations changed').waitFor()
  return { page, inbox, states, before }
}

it('undoing a close returns the conversation to its absent agent and to its snooze, alone or with others', async () => {
  const { page, inbox, states, before } = await closeSnoozed('Carl Colleague', [
    'Asked in the morning',
    'Asked in the evening',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 changes undone').waitFor()
  expect(await states()).toEqual(before)

  await inbox.openRow('Asked in the morning')
  await inbox.action('Close').click()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(states).toEqual(before)
})

it('a reopening that was done but reported as failed gets its agent and its snooze when the undo is repeated', async () => {
  const { page, states, before } = await closeSnoozed('Cleo Colleague', [
    'Reopened by a lost commit',
    'Reopened as usual',
  ])
  await page.route(
    '**/conversations/bulk',
    async (route) => {
      const response = await route.fetch()
      const { results } = (await response.json()) as { results: object[] }
      const [first, ...others] = results
      const failed = { ...first, outcome: 'refused', code: 'unavailable' }
      await route.fulfill({ response, json: { results: [failed, ...others] } })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Undo' }).click()
  const partial = page.getByRole('alert').filter({ hasText: '1 conversation could not be changed' })
  await partial.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(states).toEqual(before)
})

it('what an outage left unchanged stays selected, and an undo that failed is offered again', async () => {
  const asked = ['Before the outage', 'During the outage']
  for (const greeting of asked) await visitorWho(organization, greeting)
  const profile = await browser.profile()
  profile.expectErrors(/503 \(Service Unavailable\)/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  for (const greeting of asked)
    await inbox.rows.locator('..').filter({ hasText: greeting }).getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected conversations' })
  await bar.getByText('2 selected').waitFor()

  await page.route(
    '**/conversations/bulk',
    async (route) => {
      const { conversation_ids: ids, ...change } = route.request().postDataJSON() as {
        conversation_ids: string[]
      }
      const response = await route.fetch({ postData: { ...change, conversation_ids: ids.slice(0, 1) } })
      const { results } = (await response.json()) as { results: object[] }
      const failed = { id: ids[1], outcome: 'refused', code: 'unavailable' }
      await route.fulfill({ response, json: { results: [...results, failed] } })
    },
    { times: 1 },
  )
  await bar.getByRole('button', { name: 'Add or remove labels' }).click()
  await page.getByRole('option', { name: 'Sale' }).click()
  await page.getByText('1 conversation could not be changed. It stays selected: try again.').waitFor()
  await bar.getByText('1 selected').waitFor()

  const unavailable = { type: 'about:blank', status: 503, code: 'unavailable', title: 'Unavailable' }
  await page.route('**/conversations/bulk', (route) => route.fulfill({ status: 503, json: unavailable }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'temporarily unavailable' })
  await failure.waitFor()
  await page.route(
    '**/conversations/bulk',
    (route) => {
      const { conversation_ids: ids } = route.request().postDataJSON() as { conversation_ids: string[] }
      const results = ids.map((id) => ({ id, outcome: 'refused', code: 'unavailable' }))
      return route.fulfill({ json: { results } })
    },
    { times: 1 },
  )
  await failure.getByRole('button', { name: 'Undo' }).click()
  const partial = page.getByRole('alert').filter({ hasText: '1 conversation could not be changed' })
  await partial.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 change undone').waitFor()
})
