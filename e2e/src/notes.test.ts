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
  organization = await foundOrganization(service, 'Notes')
  colleague = await organization.join('Carl Colleague', 'agent')
})

async function inboxOf(person: Person, row: string): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  return { page, inbox }
}

const noteField = (page: Page) => page.getByRole('textbox', { name: /^Private note about/ })
const notesOn = (page: Page) => page.getByRole('article', { name: /^Private note by/ })

it('a note with a mention reaches the colleague but never the customer', async () => {
  const greeting = 'Where is my parcel?'
  const visitor = await visitorWho(organization, greeting)
  const olivia = await inboxOf(organization.owner, greeting)
  const carl = await inboxOf(colleague, greeting)

  // The shortcut opens the note; further keys go into its field.
  await olivia.page.keyboard.press('n')
  const field = noteField(olivia.page)
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.pressSequentially('Ask @ca')
  await olivia.page.getByRole('option', { name: 'Carl Colleague' }).waitFor()
  await saveScreenshot(olivia.page, 'panel-note-mention')
  await field.press('Enter')
  await field.pressSequentially('about marker-of-this-note')
  await field.press('Enter')

  const seen = notesOn(carl.page).filter({ hasText: 'Ask @Carl Colleague about marker-of-this-note' })
  await seen.waitFor()
  await notesOn(olivia.page).getByText('You', { exact: true }).waitFor()
  expect(await field.inputValue()).toBe('')

  await olivia.page.keyboard.press('Escape')
  await olivia.page.keyboard.press('r')
  await olivia.inbox.say('On its way.')
  await visitor.chat.message('On its way.').waitFor()
  expect(await visitor.chat.log.innerText()).not.toContain('marker-of-this-note')
  await saveScreenshot(carl.page, 'panel-note')
})

it('a note survives a reload, is edited and deleted by its author, and keeps its earlier versions', async () => {
  const greeting = 'A question about an invoice'
  await visitorWho(organization, greeting)
  const { page } = await inboxOf(organization.owner, greeting)
  const carl = await inboxOf(colleague, greeting)
  await page.keyboard.press('n')
  await noteField(page).fill('First wording')
  await page.getByRole('button', { name: 'Add note' }).click()
  await notesOn(page).getByText('First wording').waitFor()

  await page.reload()
  const note = notesOn(page)
  await note.getByText('First wording').waitFor()
  expect(await notesOn(carl.page).getByRole('button', { name: 'Edit note' }).count()).toBe(0)
  await note.getByRole('button', { name: 'Edit note' }).click()
  await note.getByRole('textbox', { name: 'Edit note' }).fill('Second wording')
  await note.getByRole('button', { name: 'Save note' }).click()
  await notesOn(carl.page).getByText('Second wording').waitFor()
  await notesOn(carl.page).getByText('Edited').waitFor()

  await note.getByRole('button', { name: 'Delete note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this note?' })
  await dialog.getByRole('button', { name: 'Delete note' }).click()
  await notesOn(carl.page).getByText('Note deleted').waitFor()
  await notesOn(carl.page).getByRole('button', { name: 'Earlier versions' }).click()
  const versions = carl.page.getByRole('dialog', { name: 'Earlier versions' })
  await versions.getByText('First wording').waitFor()
  await versions.getByText('Second wording').waitFor()
  await saveScreenshot(carl.page, 'panel-note-versions')
})

it('a note can be added to a closed conversation, and its draft is kept', async () => {
  const greeting = 'Thanks, that was all'
  await visitorWho(organization, greeting)
  const { page, inbox } = await inboxOf(organization.owner, greeting)
  await inbox.action('Close').click()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()
  await page.keyboard.press('n')
  await noteField(page).fill('Call back on Monday')
  await page.reload()
  await inbox.messages.first().waitFor()
  await page.keyboard.press('n')
  expect(await noteField(page).inputValue()).toBe('Call back on Monday')
  await noteField(page).press('Enter')
  await notesOn(page).getByText('Call back on Monday').waitFor()
  await saveScreenshot(page, 'panel-note-closed')
})
