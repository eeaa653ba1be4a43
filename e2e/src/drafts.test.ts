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
  organization = await foundOrganization(service, 'Drafts')
  colleague = await organization.join('Carl Colleague', 'agent')
})

/** Opens the inbox and waits for the person's drafts. */
async function listOf(person: Person): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const drafts = profile.context.waitForEvent('response', (response) => response.url().endsWith('/drafts'))
  const page = await profile.open(organization.panel('/inbox/open'))
  await (await drafts).finished()
  return { page, inbox: inboxOn(page) }
}

const noteField = (page: Page) => page.getByRole('textbox', { name: /^Private note about/ })

it('a draft continues in another window, is marked in the list, and disappears everywhere once it is sent', async () => {
  const greeting = 'Can I change my address?'
  const { chat } = await visitorWho(organization, greeting)
  const desk = await listOf(organization.owner)
  const laptop = await listOf(organization.owner)
  const carl = await listOf(colleague)
  await desk.inbox.openRow(greeting)
  await desk.inbox.composer.pressSequentially('Of course, ')
  const mark = laptop.inbox.row(greeting).getByText('Draft', { exact: true })
  await mark.waitFor()
  // Not in front of the customer's text, which is not the draft.
  const text = await laptop.inbox.row(greeting).getByText(greeting).boundingBox()
  const { y } = (await mark.boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
  await saveScreenshot(laptop.page, 'panel-draft-list')
  await laptop.inbox.openRow(greeting)
  await expect.poll(() => laptop.inbox.composer.inputValue()).toBe('Of course, ')
  await laptop.inbox.composer.press('End')
  await laptop.inbox.composer.pressSequentially('which one?')
  await expect.poll(() => desk.inbox.composer.inputValue()).toBe('Of course, which one?')
  await saveScreenshot(desk.page, 'panel-draft')

  await desk.inbox.composer.press('Enter')
  await chat.message('Of course, which one?').waitFor()
  await expect.poll(() => laptop.inbox.composer.inputValue()).toBe('')
  await laptop.inbox.row('Of course, which one?').waitFor()
  expect(await laptop.page.getByText('Draft', { exact: true }).count()).toBe(0)
  expect(await carl.page.getByText('Draft', { exact: true }).count()).toBe(0)
})

it('the actions of a draft are dropped when another window sends it', async () => {
  await organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut: 'done',
    content: 'That is done.',
    visibility: { type: 'organization' },
    actions: [{ type: 'assign_to_me' }],
  })
  const greeting = 'Is it repaired?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await listOf(organization.owner)
  const { inbox: other } = await listOf(organization.owner)
  await inbox.openRow(greeting)
  await other.openRow(greeting)
  await inbox.composer.pressSequentially('/done')
  await page.getByRole('option', { name: /\/done/ }).waitFor()
  await inbox.composer.press('Enter')
  const actions = page.getByText('After sending:')
  await actions.waitFor()
  await expect.poll(() => other.composer.inputValue()).toBe('That is done.')
  await other.composer.press('Enter')
  await chat.message('That is done.').waitFor()
  await expect.poll(() => inbox.composer.inputValue()).toBe('')
  await actions.waitFor({ state: 'detached' })
})

it('a note has its own draft, also in a new browser', async () => {
  const greeting = 'Is the shop open on Monday?'
  await visitorWho(organization, greeting)
  const first = await listOf(organization.owner)
  await first.inbox.openRow(greeting)
  await first.page.keyboard.press('n')
  await noteField(first.page).fill('Ask the shop')
  await first.inbox.row(greeting).getByText('Draft', { exact: true }).waitFor()

  const second = await listOf(organization.owner)
  await second.inbox.openRow(greeting)
  expect(await second.inbox.composer.inputValue()).toBe('')
  await second.page.keyboard.press('n')
  await expect.poll(() => noteField(second.page).inputValue()).toBe('Ask the shop')
})

it('text typed without a connection survives a reload and reaches the other window afterwards', async () => {
  const greeting = 'My train leaves soon'
  await visitorWho(organization, greeting)
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  const drafts = '**/drafts/reply'
  profile.expectErrors(/drafts\/reply/)
  await page.route(drafts, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
  await inbox.composer.fill('One moment')
  await page.waitForResponse(drafts)
  await page.unroute(drafts)
  await page.reload()
  await inbox.messages.first().waitFor()
  expect(await inbox.composer.inputValue()).toBe('One moment')
  const other = await listOf(organization.owner)
  await other.inbox.row(greeting).getByText('Draft', { exact: true }).waitFor()
})

it('a draft emptied without a connection disappears everywhere, although its conversation was left', async () => {
  const greeting = 'Is my refund on its way?'
  const next = 'Do you have a newsletter?'
  await visitorWho(organization, greeting)
  await visitorWho(organization, next)
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  await inbox.composer.fill('It is')
  await inbox.row(greeting).getByText('Draft', { exact: true }).waitFor()
  const drafts = '**/drafts/reply'
  profile.expectErrors(/drafts\/reply/)
  await page.route(drafts, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }))
  const failed = page.waitForResponse(drafts)
  await inbox.composer.press('Enter')
  await failed
  const failedAgain = page.waitForResponse(drafts)
  await inbox.row(next).click()
  await failedAgain
  await inbox.message(next).waitFor()
  await page.unroute(drafts)
  const saved = page.waitForResponse((response) => response.url().endsWith('/drafts/reply') && response.ok())
  await page.reload()
  await saved

  const mark = inbox.row('It is').getByText('Draft', { exact: true })
  await inbox.row('It is').waitFor()
  await expect.poll(() => mark.count()).toBe(0)
  const other = await listOf(organization.owner)
  await other.inbox.openRow('It is')
  expect(await other.inbox.composer.inputValue()).toBe('')
})

it('while a proxy responds 404 for the service, the open conversation stays, and it and its draft are repeated', async () => {
  const greeting = 'Are you restarting?'
  await visitorWho(organization, greeting)
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  const isReload = (at: { url(): string; method(): string }) =>
    at.method() === 'GET' && at.url().endsWith(path)
  let reloads = 0
  profile.expectErrors(/404 \(Not Found\)/)
  const all = `**${path}{,/**}`
  await page.route(all, (route) => {
    if (isReload(route.request())) reloads += 1
    return route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>404 page not found</h1>' })
  })
  const refused = page.waitForResponse('**/drafts/reply')
  await inbox.composer.fill('Back in a minute')
  await refused
  await inbox.action('Close').click()
  await page.getByText('The service is temporarily unavailable.').waitFor()
  // One that another replaced, three attempts, and a repeat.
  await expect.poll(() => reloads).toBeGreaterThanOrEqual(5)
  expect(await inbox.composer.inputValue()).toBe('Back in a minute')

  const succeeded = [isReload, (at: { url(): string }) => at.url().endsWith('/drafts/reply')].map((isIt) =>
    page.waitForResponse((response) => response.ok() && isIt(response.request())),
  )
  await page.unroute(all)
  await Promise.all(succeeded)
})
