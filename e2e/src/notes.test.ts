import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { choose } from './harness/attaching.ts'
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

it('an edited note keeps its mention of a colleague who has left', async () => {
  const dora = await organization.join('Dora Departing', 'agent')
  const greeting = 'Who promised me a refund?'
  await visitorWho(organization, greeting)
  const { page } = await inboxOf(organization.owner, greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}/notes`
  const note = await organization.call(organization.owner, 'POST', path, {
    client_id: crypto.randomUUID(),
    content: 'Ask @Dora Departing',
    mentions: [dora.agentId],
  })
  await notesOn(page).getByText('Ask @Dora Departing').waitFor()
  await organization.call(organization.owner, 'DELETE', `/agents/${dora.agentId}`)
  await page.reload()
  await notesOn(page).getByRole('button', { name: 'Edit note' }).click()
  await notesOn(page).getByRole('textbox', { name: 'Edit note' }).fill('Ask @Dora Departing again')
  await notesOn(page).getByRole('button', { name: 'Save note' }).click()
  await notesOn(page).getByText('Edited').waitFor()
  const { data } = await organization.call(organization.owner, 'GET', `/customers/${note.customer_id}/notes`)
  expect(data).toMatchObject([{ content: 'Ask @Dora Departing again', mentions: [{ id: dora.agentId }] }])
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

/** Holds back requests that add notes. */
async function holdNotes(page: Page) {
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<'continue' | 'fail'>()
  await page.route('**/notes', async (route) => {
    asked.resolve()
    if ((await release.promise) === 'continue') await route.continue()
    else await route.fulfill({ status: 503, json: { code: 'unavailable' } })
  })
  return { asked: asked.promise, release: release.resolve }
}

it('text typed while a note is being stored stays', async () => {
  const greeting = 'Can I pay later?'
  await visitorWho(organization, greeting)
  const { page } = await inboxOf(organization.owner, greeting)
  await page.keyboard.press('n')
  const held = await holdNotes(page)
  await noteField(page).fill('Check the invoice')
  await noteField(page).press('Enter')
  await held.asked
  await noteField(page).pressSequentially('next')
  held.release('continue')
  await notesOn(page).getByText('Check the invoice').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add note' }).isEnabled()).toBe(true)
  expect(await noteField(page).inputValue()).toBe('next')
})

it('a note that is not stored is reported in another conversation, and its text is kept', async () => {
  const greeting = 'My voucher does not work'
  const other = 'Do you ship to Malta?'
  await visitorWho(organization, greeting)
  await visitorWho(organization, other)
  const profile = await browser.profile()
  profile.expectErrors(/\/notes/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  await page.keyboard.press('n')
  const held = await holdNotes(page)
  await noteField(page).fill('The voucher expired')
  await noteField(page).press('Enter')
  await held.asked
  await inbox.row(other).click()
  await inbox.message(other).waitFor()
  held.release('fail')
  const alert = page.getByRole('alert').filter({ hasText: 'was not added' })
  await alert.getByRole('button', { name: 'Open' }).click()
  await inbox.message(greeting).waitFor()
  await page.keyboard.press('n')
  await expect.poll(() => noteField(page).inputValue()).toBe('The voucher expired')
})

const hasFocus = (element: Element) => element === document.activeElement

it('an edited note and an edited profile keep their text when another conversation is opened', async () => {
  const greeting = 'Do you buy old phones?'
  const other = 'Are you open on Sunday?'
  await visitorWho(organization, greeting)
  await visitorWho(organization, other)
  const { page, inbox } = await inboxOf(organization.owner, greeting)
  await page.keyboard.press('n')
  await noteField(page).fill('First wording')
  await noteField(page).press('Enter')
  await notesOn(page).getByRole('button', { name: 'Edit note' }).click()
  const editor = notesOn(page).getByRole('textbox', { name: 'Edit note' })
  await editor.fill('Half of the second')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByRole('button', { name: 'Edit' }).click()
  await profile.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await inbox.row(other).click()
  await inbox.message(other).waitFor()
  await profile.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await profile.getByRole('textbox').count()).toBe(0)
  await inbox.row(greeting).click()
  await expect.poll(() => editor.inputValue()).toBe('Half of the second')
  await expect.poll(() => profile.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Ada')
  // Restored editors do not take the focus: Enter would save them.
  expect(await profile.getByRole('textbox', { name: 'First name' }).evaluate(hasFocus)).toBe(false)
  expect(await editor.evaluate(hasFocus)).toBe(false)
  await editor.press('Escape')
  await notesOn(page).getByText('First wording').waitFor()
})

it('another agent who signs in to the same tab sees nothing unsaved of the first one', async () => {
  const greeting = 'Who has my parcel?'
  const other = 'Do you repair watches?'
  await visitorWho(organization, greeting)
  await visitorWho(organization, other)
  const desk = await browser.profile()
  desk.expectErrors(/401 \(Unauthorized\)/, /WebSocket connection to .* failed/)
  await signIn(desk, service, organization.owner)
  const page = await desk.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  await page.keyboard.press('n')
  await noteField(page).fill('First wording')
  await noteField(page).press('Enter')
  await notesOn(page).getByRole('button', { name: 'Edit note' }).click()
  const editor = notesOn(page).getByRole('textbox', { name: 'Edit note' })
  await editor.fill('Half of the second')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByRole('button', { name: 'Edit' }).click()
  await profile.getByRole('textbox', { name: 'First name' }).fill('Ada')
  await choose(page, page.getByRole('button', { name: 'Attach files' }), {
    name: 'private.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('private'),
  })
  await page.getByRole('list', { name: 'Attachments' }).waitFor()

  // The session ends without the page being loaded again: the focus prefetches a conversation, which is refused, unless the
  // request of a draft was refused before and the sign-in page has replaced the row.
  const row = await inbox.row(other).elementHandle()
  await desk.context.clearCookies()
  await row?.evaluate((element: HTMLElement) => element.focus())
  // The profile has a field of the same name.
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail').fill(colleague.email)
  await page.getByLabel('Password', { exact: true }).fill(colleague.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await inbox.message(greeting).waitFor()
  await notesOn(page).getByText('First wording').waitFor()
  await profile.getByRole('button', { name: 'Edit' }).waitFor()
  expect(await editor.count()).toBe(0)
  await page.keyboard.press('n')
  await noteField(page).waitFor()
  expect(await page.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
})
