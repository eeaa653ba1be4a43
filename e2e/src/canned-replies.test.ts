import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { give } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { textFile } from './harness/files.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Replies')
})

const addReply = (shortcut: string, content: string, more: object = {}) =>
  organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut,
    content,
    visibility: { type: 'organization' },
    ...more,
  })

async function ownerOn(path: string): Promise<Page> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

async function inboxWith(row: string): Promise<{ page: Page; inbox: Inbox }> {
  const page = await ownerOn('/inbox/open')
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  return { page, inbox }
}

it('a canned reply with a fallback is inserted with / and runs its actions after sending', async () => {
  const label = await organization.call(organization.owner, 'POST', '/labels', {
    name: 'Delivery',
    colour: 'blue',
  })
  await addReply('delivery', 'Hi {{customer.first_name|there}}, {{agent.first_name}} here. Two days.', {
    actions: [{ type: 'label', label_id: label.id }, { type: 'assign_to_me' }, { type: 'close' }],
  })
  await addReply('thanks', 'Thank you!')
  const greeting = 'How long is delivery?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  await inbox.composer.pressSequentially('/del')
  const option = page.getByRole('option', { name: /\/delivery/ })
  await option.waitFor()
  expect(await page.getByRole('option').count()).toBe(1)
  const active = await inbox.composer.getAttribute('aria-activedescendant')
  expect(await option.getAttribute('id')).toBe(active)
  await saveScreenshot(page, 'panel-canned-reply-list')
  await inbox.composer.press('Enter')
  const text = 'Hi there, Olivia here. Two days.'
  await expect.poll(() => inbox.composer.inputValue()).toBe(text)
  await page.getByText('After sending:').waitFor()
  await page.getByRole('button', { name: 'Do not run “Add label Delivery”' }).waitFor()
  await saveScreenshot(page, 'panel-canned-reply-actions')
  await inbox.composer.press('Enter')
  await chat.message(text).waitFor()
  await inbox.conversation.getByText('This conversation is closed.').waitFor()
  // The panel shows it as closed before the service has closed it.
  const closed = async () =>
    (await organization.call(organization.owner, 'GET', '/conversations?view=closed')).data
  await expect.poll(closed).toMatchObject([{ label_ids: [label.id], agent: { name: 'Olivia Owner' } }])
  const uses = async () => {
    const { data } = await organization.call(organization.owner, 'GET', '/canned-replies')
    return data.find((each: { shortcut: string }) => each.shortcut === 'delivery').uses
  }
  await expect.poll(uses).toEqual({ mine: 1, total: 1 })
})

it('a variable without a value blocks sending until it is replaced', async () => {
  await addReply('order', 'Dear {{customer.last_name}}, your order is on its way.')
  const greeting = 'Did you ship my order?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('option', { name: /\/order/ }).click()
  await page.getByText('This variable was not filled in.').waitFor()
  await saveScreenshot(page, 'panel-canned-reply-unresolved')
  await inbox.composer.press('Enter')
  expect(await inbox.composer.inputValue()).toContain('{{customer.last_name}}')
  expect(await inbox.action('Send').isDisabled()).toBe(true)
  // Enter has selected the variable: typing replaces it.
  await inbox.composer.pressSequentially('Ms Lima')
  await page.getByText('This variable was not filled in.').waitFor({ state: 'detached' })
  await inbox.composer.press('Enter')
  await chat.message('Dear Ms Lima, your order is on its way.').waitFor()
})

it('Enter and Tab wait for the list: the shortcut itself is not sent', async () => {
  await addReply('hurry', 'There is no hurry.')
  const greeting = 'How urgent is it?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  const loading = Promise.withResolvers<void>()
  await page.route(/\/canned-replies\?/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await inbox.composer.pressSequentially('/hurry')
  await inbox.composer.press('Enter')
  await inbox.composer.press('Tab')
  expect(await inbox.composer.evaluate(hasFocus)).toBe(true)
  expect(await inbox.composer.inputValue()).toBe('/hurry')
  loading.resolve()
  await page.getByRole('option', { name: /\/hurry/ }).waitFor()
  await inbox.composer.press('Enter')
  await expect.poll(() => inbox.composer.inputValue()).toBe('There is no hurry.')
  await inbox.composer.press('Enter')
  await chat.message('There is no hurry.').waitFor()
  expect(await chat.log.innerText()).not.toContain('/hurry')
})

it('Escape closes the list, and the text after / is sent as it is', async () => {
  const greeting = 'Which folder is it?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  await inbox.composer.pressSequentially('/d')
  await page.getByRole('listbox', { name: 'Canned replies' }).waitFor()
  await inbox.composer.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await inbox.composer.press('Enter')
  await chat.message('/d').waitFor()
})

it('replies are created with an attachment, imported after a check, and deleted after a question', async () => {
  const page = await ownerOn('/settings/canned-replies')
  await page.getByRole('button', { name: 'New canned reply', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New canned reply' })
  await dialog.getByRole('textbox', { name: 'Shortcut' }).fill('prices')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Our prices for {{customer.nme}}')
  await dialog.getByText('{{customer.nme}} does not exist.').waitFor()
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Our prices for ')
  await dialog.getByRole('combobox', { name: 'Insert variable' }).selectOption('Customer: name')
  const buffer = Buffer.from('Price list')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'prices.txt', mimeType: 'text/plain', buffer })
  await dialog.getByRole('button', { name: 'Remove prices.txt' }).waitFor()
  await saveScreenshot(page, 'panel-canned-reply-form')
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await page.getByText('Our prices for {{customer.name}}').waitFor()
  await page.getByText('1 attachment').waitFor()

  const csv = Buffer.from('shortcut,content\nimported,From a file\ntwo words,Bad\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'replies.csv', mimeType: 'text/csv', buffer: csv })
  const check = page.getByRole('dialog', { name: 'Import canned replies' })
  await check.getByText('Line 3: two words').waitFor()
  await saveScreenshot(page, 'panel-canned-reply-import')
  await check.getByRole('button', { name: 'Import 1 reply' }).click()
  await page.getByText('From a file').waitFor()
  const empty = { name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') }
  await page.locator('input[type=file]').setInputFiles(empty)
  await check.getByText('The file has no columns shortcut and content.').waitFor()
  await check.getByRole('button', { name: 'Cancel' }).click()
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-canned-replies')

  await page.getByRole('button', { name: 'Delete /imported' }).click()
  await page
    .getByRole('dialog', { name: 'Delete /imported?' })
    .getByRole('button', { name: 'Delete reply' })
    .click()
  await page.getByText('From a file').waitFor({ state: 'detached' })
})

it('the attachment of a reply reaches the customer', async () => {
  const greeting = 'What does it cost?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  await page.setViewportSize({ width: 390, height: 780 })
  await inbox.composer.pressSequentially('/pri')
  await page.getByRole('option', { name: /\/prices/ }).waitFor()
  await saveScreenshot(page, 'panel-canned-reply-phone')
  await inbox.composer.press('Enter')
  await inbox.conversation.getByText('{{customer.name}}').first().waitFor()
  await inbox.composer.fill('Our prices')
  await page.getByRole('list', { name: 'Attachments' }).getByText('prices.txt').waitFor()
  await expect.poll(() => inbox.action('Send').isEnabled()).toBe(true)
  await inbox.composer.press('Enter')
  await chat.log.getByText('prices.txt').waitFor()
})

/** A reply with an attachment, and a route that holds back its download. */
async function replyWithFile(page: Page, shortcut: string) {
  const { name, buffer } = textFile(`${shortcut}.txt`)
  const ticket = await organization.call(organization.owner, 'POST', '/canned-replies/media-tickets', {
    name,
    size: buffer.length,
  })
  await fetch(new URL(ticket.upload_url, service.url), {
    method: 'PUT',
    headers: { 'Parley-Upload': ticket.ticket },
    body: new Uint8Array(buffer),
  })
  const reply = await addReply(shortcut, `See ${name}`, { media_ids: [ticket.media_id] })
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<'continue' | 'fail'>()
  await page.route(`**/canned-replies/${reply.id}`, async (route) => {
    asked.resolve()
    if ((await release.promise) === 'continue') await route.continue()
    else await route.fulfill({ status: 503, json: { code: 'unavailable' } })
  })
  return { text: `See ${name}`, name, asked: asked.promise, release: release.resolve }
}

it('a reply is not sent before its attachment has arrived, and a file pasted meanwhile stays', async () => {
  const greeting = 'Is there a list?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  const reply = await replyWithFile(page, 'overview')
  await inbox.composer.pressSequentially('/overview')
  await page.getByRole('option', { name: /\/overview/ }).waitFor()
  await inbox.composer.press('Enter')
  await expect.poll(() => inbox.composer.inputValue()).toBe(reply.text)
  await reply.asked
  await inbox.composer.press('Enter')
  expect(await inbox.composer.inputValue()).toBe(reply.text)
  expect(await inbox.action('Send').isDisabled()).toBe(true)
  await give(inbox.composer, 'paste', textFile('pasted.txt'))
  const attachments = page.getByRole('list', { name: 'Attachments' })
  await attachments.getByText('pasted.txt').waitFor()

  reply.release('continue')
  await attachments.getByText(reply.name).waitFor()
  await expect.poll(() => inbox.action('Send').isEnabled()).toBe(true)
  await inbox.composer.press('Enter')
  const message = chat.message(reply.text)
  await message.getByText(reply.name).last().waitFor()
  await message.getByText('pasted.txt').waitFor()
})

it('a reply whose attachments cannot be loaded says so', async () => {
  const greeting = 'Is there a catalogue?'
  await visitorWho(organization, greeting)
  const profile = await browser.profile()
  profile.expectErrors(/canned-replies/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  const reply = await replyWithFile(page, 'catalogue')
  await inbox.composer.pressSequentially('/catalogue')
  await page.getByRole('option', { name: /\/catalogue/ }).waitFor()
  await inbox.composer.press('Enter')
  reply.release('fail')
  await page.getByText('The attachments of this reply could not be loaded.').waitFor()
  await expect.poll(() => inbox.action('Send').isEnabled()).toBe(true)
})

it('an attachment can be removed, which returns the focus to the message', async () => {
  const greeting = 'Is there a price list?'
  await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  await give(inbox.composer, 'paste', textFile('prices.txt'))
  await page.getByRole('button', { name: 'Remove prices.txt' }).click()
  expect(await inbox.composer.evaluate(hasFocus)).toBe(true)
  expect(await page.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
})

it('loading the attachments of a reply can be canceled', async () => {
  const greeting = 'Is there a leaflet?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await inboxWith(greeting)
  const reply = await replyWithFile(page, 'leaflet')
  await inbox.composer.pressSequentially('/leaflet')
  await page.getByRole('option', { name: /\/leaflet/ }).waitFor()
  await inbox.composer.press('Enter')
  await reply.asked
  await page.getByRole('button', { name: 'Cancel loading attachments' }).click()
  expect(await inbox.composer.evaluate(hasFocus)).toBe(true)
  await expect.poll(() => inbox.action('Send').isEnabled()).toBe(true)
  expect(await page.getByRole('list', { name: 'Attachments' }).count()).toBe(0)
  await inbox.composer.press('Enter')
  await chat.message(reply.text).waitFor()
  reply.release('continue')
})

const hasFocus = (element: Element) => element === document.activeElement
