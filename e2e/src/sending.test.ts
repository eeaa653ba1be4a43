import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, sessionOf, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization
/** Has turned on undo send. */
let careful: Person

beforeAll(async () => {
  organization = await foundOrganization(service, 'Sending')
  careful = await organization.join('Carl Careful', 'agent')
  await organization.call(careful, 'PATCH', '/composer-settings', { undo_send: true })
})

async function conversationOf(person: Person, row: string) {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  return { page, inbox, profile }
}

it('send and close stores the message, then closes: by the menu and by the shortcut', async () => {
  const greeting = 'That was all'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(organization.owner, greeting)
  await inbox.composer.fill('Have a nice day!')
  await page.getByRole('button', { name: 'More send options' }).click()
  await page.getByRole('menuitem', { name: 'Send and close' }).waitFor()
  await saveScreenshot(page, 'panel-send-menu')
  await page.getByRole('menuitem', { name: 'Send and close' }).click()
  await chat.message('Have a nice day!').waitFor()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()

  const reopened = page.waitForResponse(/\/reopen$/)
  await inbox.conversation.getByRole('button', { name: 'Reopen' }).last().click()
  await reopened
  await inbox.composer.fill('One more thing.')
  await inbox.composer.press('Control+Shift+Enter')
  await chat.message('One more thing.').waitFor()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()
})

it('a reply that ends like a shortcut is queued offline, before canned replies were ever loaded', async () => {
  const greeting = 'Where do I find it?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox, profile } = await conversationOf(organization.owner, greeting)
  profile.expectErrors(/ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  await profile.context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await inbox.composer.fill('Under /a')
  await inbox.composer.press('Shift+Tab')
  expect(await inbox.composer.evaluate((element) => element === document.activeElement)).toBe(false)
  await inbox.composer.press('Enter')
  await inbox.message('Under /a').waitFor()
  await profile.context.setOffline(false)
  await chat.message('Under /a').waitFor()
})

it('a text that is only an unknown shortcut is sent after a second Enter', async () => {
  await organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut: 'opening',
    content: 'We open at nine.',
    visibility: { type: 'organization' },
  })
  const greeting = 'When do you open?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(organization.owner, greeting)
  await inbox.composer.pressSequentially('/opneing')
  await page.getByText('No canned reply matches.').waitFor()
  await inbox.composer.press('Enter')
  await page.getByText('Press Enter again to send it as text.').waitFor()
  expect(await inbox.composer.inputValue()).toBe('/opneing')
  await inbox.composer.press('Enter')
  await chat.message('/opneing').waitFor()
})

it('keys of an input method neither send nor leave the field, also the last one in Safari', async () => {
  const greeting = 'Do you speak Japanese?'
  const { chat } = await visitorWho(organization, greeting)
  const { inbox } = await conversationOf(organization.owner, greeting)
  await inbox.composer.pressSequentially('に')
  const lastOfComposition = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
  await inbox.composer.dispatchEvent('keydown', lastOfComposition)
  await inbox.composer.dispatchEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true })
  expect(await inbox.composer.evaluate((field) => field === document.activeElement)).toBe(true)
  await inbox.composer.pressSequentially('ほんご')
  await inbox.composer.press('Enter')
  await chat.message('にほんご').waitFor()
})

it('a message can be undone for five seconds, restoring its text, and is sent afterwards', async () => {
  const greeting = 'Is it in stock?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(careful, greeting)
  await inbox.composer.fill('No, never')
  await inbox.composer.press('Enter')
  await expect.poll(() => inbox.composer.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inbox.composer.inputValue()).toBe('No, never')
  await inbox.composer.fill('Yes, it is')
  await inbox.composer.press('Enter')
  // The notification of the first one may still be leaving.
  await page.getByRole('button', { name: 'Undo' }).last().waitFor()
  await saveScreenshot(page, 'panel-undo-send')
  await chat.message('Yes, it is').waitFor()
  expect(await chat.log.innerText()).not.toContain('No, never')
})

it('a message undone while a note is being written returns to the reply', async () => {
  const greeting = 'Do you gift-wrap?'
  await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(careful, greeting)
  await inbox.composer.fill('We do')
  await inbox.composer.press('Enter')
  await page.getByRole('radio', { name: 'Note' }).check({ force: true })
  await page.getByRole('textbox', { name: /^Private note about/ }).waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inbox.composer.inputValue()).toBe('We do')
  expect(page.url()).toBe(address)
})

it('a message undone from another conversation returns with its quote and its actions', async () => {
  const greeting = 'Is the red one washable?'
  const other = 'Where is the shop?'
  await visitorWho(organization, greeting)
  await visitorWho(organization, other)
  const { page, inbox } = await conversationOf(careful, greeting)
  // Loaded before, because the message can be undone for five seconds only.
  await inbox.row(other).click()
  await inbox.message(other).waitFor()
  await inbox.openRow(greeting)
  await inbox.message(greeting).hover()
  await inbox
    .message(greeting)
    .getByRole('button', { name: /^Reply to/ })
    .click()
  const quote = inbox.conversation.getByRole('button', { name: 'Cancel reply' })
  await quote.waitFor()
  await inbox.composer.fill('At 30 degrees')
  await inbox.composer.press('Control+Shift+Enter')
  await quote.waitFor({ state: 'detached' })
  await inbox.row(other).click()
  await inbox.message(other).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => inbox.composer.inputValue()).toBe('At 30 degrees')
  await quote.waitFor()
  await page.getByRole('button', { name: 'Do not run “Close conversation”' }).waitFor()
})

it('a held message is sent when the page is closed', async () => {
  const greeting = 'Are you still there?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(careful, greeting)
  await inbox.composer.fill('Yes, right here')
  await inbox.composer.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.reload()
  await chat.message('Yes, right here').waitFor()
  await inbox.messages.filter({ hasText: 'Yes, right here' }).waitFor()
  expect(await inbox.messages.filter({ hasText: 'Yes, right here' }).count()).toBe(1)
  expect(await inbox.composer.inputValue()).toBe('')
})

it('a held message is sent when the agent signs out', async () => {
  const greeting = 'One last question'
  const { chat } = await visitorWho(organization, greeting)
  const profile = await browser.profile()
  // Requests between the end of the session and the next page.
  profile.expectErrors(/401/)
  // A session of its own, which ends.
  await signIn(profile, service, await sessionOf(service, careful))
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  await inbox.composer.fill('And one last answer')
  await inbox.composer.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('button', { name: 'Carl Careful: account menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/panel/sign-in')
  await chat.message('And one last answer').waitFor()
})

it('a canned reply that moves to a team and assigns to the agent leaves the conversation with the agent', async () => {
  const call = (method: string, path: string, body?: object) =>
    organization.call(organization.owner, method, path, body)
  const team = await call('POST', '/teams', { name: 'Night shift' })
  await call('POST', '/canned-replies', {
    shortcut: 'night',
    content: 'The night shift looks at it.',
    visibility: { type: 'organization' },
    actions: [{ type: 'team', team_id: team.id }, { type: 'assign_to_me' }],
  })
  const greeting = 'It is late'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(organization.owner, greeting)
  const path = `/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`
  await call('POST', `${path}/assign`, { agent_id: organization.owner.agentId })
  await inbox.log.getByText('Assigned to you').waitFor()
  await inbox.composer.pressSequentially('/night')
  await page.getByRole('option', { name: /\/night/ }).waitFor()
  await inbox.composer.press('Enter')
  await page.getByText('After sending:').waitFor()
  await inbox.composer.press('Enter')
  await chat.message('The night shift looks at it.').waitFor()
  await expect
    .poll(() => call('GET', path))
    .toMatchObject({ team_id: team.id, agent: { id: organization.owner.agentId } })
})

it('the actions of a canned reply wait for an earlier change of the conversation', async () => {
  const call = (method: string, path: string, body?: object) =>
    organization.call(organization.owner, method, path, body)
  const label = await call('POST', '/labels', { name: 'Invoice', colour: 'blue' })
  await call('POST', '/canned-replies', {
    shortcut: 'invoice',
    content: 'The invoice follows.',
    visibility: { type: 'organization' },
    actions: [{ type: 'label', label_id: label.id }],
  })
  const greeting = 'I need an invoice'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(organization.owner, greeting)
  // The held change must not time out while the steps below take place.
  await page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
  const held = await holdRequest(page, 'PUT', /\/priority$/)
  let isReleased = false
  const isLabelledAfter = page
    .waitForRequest((request) => request.url().endsWith(`/labels/${label.id}`))
    .then(() => isReleased)
  await inbox.conversation.getByRole('button', { name: /^Priority/ }).click()
  await page.getByRole('menuitem', { name: 'High' }).click()
  await held.asked
  await inbox.composer.pressSequentially('/invoice')
  await page.getByRole('option', { name: /\/invoice/ }).waitFor()
  await inbox.composer.press('Enter')
  await page.getByText('After sending:').waitFor()
  await inbox.composer.press('Enter')
  // Sent after the response to the first one.
  await inbox.say('By e-mail.')
  await chat.message('By e-mail.').waitFor()
  isReleased = true
  await held.release()
  expect(await isLabelledAfter).toBe(true)
})

it('the lists of canned replies and of colleagues close with their field, which enables the shortcuts', async () => {
  await organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut: 'hours',
    content: 'From nine to five.',
    visibility: { type: 'organization' },
  })
  const greeting = 'When are you open?'
  await visitorWho(organization, greeting)
  const { page, inbox } = await conversationOf(organization.owner, greeting)
  await inbox.composer.pressSequentially('/')
  const replies = page.getByRole('listbox', { name: 'Canned replies' })
  await replies.waitFor()
  // Its edge and its scroll bar leave the focus in the field.
  await replies.click({ position: { x: 2, y: 2 } })
  expect(await inbox.composer.evaluate((field) => field === document.activeElement)).toBe(true)
  await inbox.heading.click()
  await replies.waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  const note = page.getByRole('textbox', { name: /^Private note about/ })
  await note.pressSequentially('@')
  const colleagues = page.getByRole('listbox', { name: 'Colleagues' })
  await colleagues.waitFor()
  await inbox.heading.click()
  await colleagues.waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await inbox.composer.waitFor()
})

it('undo send is turned on in the profile', async () => {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/profile'))
  const toggle = page.getByRole('switch', { name: 'Undo send' })
  expect(await toggle.isChecked()).toBe(false)
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect
    .poll(() => organization.call(organization.owner, 'GET', '/composer-settings'))
    .toEqual({ undo_send: true })
  await saveScreenshot(page, 'panel-undo-setting')
})
