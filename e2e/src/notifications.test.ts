import type { Conversation } from '@parley/protocol/conversation'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { leave, work, workElsewhere } from './harness/work-elsewhere.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization
let carl: Person

beforeAll(async () => {
  organization = await foundOrganization(service, 'Notifications')
  carl = await organization.join('Carl Colleague', 'agent')
})

async function conversationOf(...says: string[]): Promise<string> {
  const profile = await browser.profile()
  const page = await profile.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  const chat = chatOn(page)
  await chat.open()
  for (const text of says) await chat.say(text)
  const find = async (): Promise<string | undefined> => {
    const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=open')
    return data.find((row: Conversation) => row.last_message?.preview === says.at(-1))?.id
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

async function panelOf(person: Person, path: string, phone = false): Promise<Page> {
  const profile = await browser.profile(phone ? { viewport: { width: 375, height: 812 } } : {})
  await signIn(profile, service, person)
  return profile.open(organization.panel(path))
}

/** Waits for the socket: earlier notifications are only loaded. The status of calls comes over it. */
const untilConnected = (page: Page) => page.getByRole('button', { name: 'calls: No mic' }).waitFor()

const addNote = (conversationId: string, content: string) =>
  organization.call(organization.owner, 'POST', `/conversations/${conversationId}/notes`, {
    client_id: crypto.randomUUID(),
    content,
    mentions: [carl.agentId],
  })

const bellOn = (page: Page, count?: string) =>
  page.getByRole('button', { name: new RegExp(`^Notifications${count === undefined ? '' : `, ${count}`}$`) })
const listOn = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

it('a mention appears in every window, links to the note, and is marked read by opening it', async () => {
  const id = await conversationOf(...Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`))
  const [window, other] = [await panelOf(carl, '/customers'), await panelOf(carl, '/calls')]
  await bellOn(window).click()
  await listOn(window).getByText('No notifications').waitFor()
  await saveScreenshot(window, 'panel-notifications-empty')
  await window.keyboard.press('Escape')
  expect(await bellOn(window).evaluate((bell) => bell === document.activeElement)).toBe(true)

  await addNote(id, '@Carl Colleague please check the marker-of-this-note')
  await bellOn(window, '1 unread notification').waitFor()
  await bellOn(other, '1 unread notification').waitFor()
  await window
    .getByRole('status')
    .filter({ hasText: /mentioned you in a note about/ })
    .waitFor()

  // Behind the note, so that the conversation does not open there automatically.
  for (let line = 0; line < 20; line += 1)
    await organization.call(organization.owner, 'POST', `/conversations/${id}/messages`, {
      client_id: crypto.randomUUID(),
      sender: { type: 'agent', agent_id: organization.owner.agentId },
      content: `Answer ${line + 1}`,
    })
  await window.keyboard.press('Enter')
  const item = listOn(window).getByRole('link', { name: /Olivia Owner mentioned you.*marker-of-this-note/ })
  await item.waitFor()
  await saveScreenshot(window, 'panel-notifications')
  await item.focus()
  await window.keyboard.press('Enter')
  const note = window.getByRole('article', { name: /^Private note by/ })
  await expect.poll(() => note.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => note.evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(true)
  await saveScreenshot(window, 'panel-notification-entry')
  await bellOn(window).waitFor()
  await bellOn(other).waitFor()
})

it('opening a conversation marks its notifications as read; the others are marked together', async () => {
  const one = await conversationOf('The first of two')
  await addNote(one, 'One')
  const two = await conversationOf('The second of two')
  await addNote(two, 'Two')
  await addNote(two, 'Three')
  const page = await panelOf(carl, '/inbox/open')
  await bellOn(page, '3 unread notifications').waitFor()
  await inboxOn(page).openRow('The first of two')
  await bellOn(page, '2 unread notifications').waitFor()
  await bellOn(page, '2 unread notifications').click()
  await listOn(page).getByRole('button', { name: 'Mark all as read' }).click()
  await bellOn(page).waitFor()
  await expect
    .poll(() =>
      listOn(page)
        .getByRole('link', { name: /^Unread/ })
        .count(),
    )
    .toBe(0)
})

it('unread notifications below the loaded ones can be marked as read', async () => {
  const id = await conversationOf('About many notes')
  for (let note = 1; note <= 31; note += 1) await addNote(id, `Note ${note}`)
  const page = await panelOf(carl, '/customers')
  await bellOn(page, '31 unread notifications').waitFor()
  const { data } = await organization.call(carl, 'GET', '/notifications?max=30')
  await organization.call(carl, 'POST', '/notifications/read', {
    ids: data.map((row: { id: string }) => row.id),
  })
  await bellOn(page, '1 unread notification').click()
  await listOn(page).getByRole('link').first().waitFor()
  await listOn(page).getByRole('button', { name: 'Mark all as read' }).click()
  await bellOn(page).waitFor()
})

it('a mention is shown on the desktop by the window used last, unless it is in use; a click moves the focus to it', async () => {
  const id = await conversationOf('About the desktop')
  const profile = await browser.profile()
  await profile.context.addInitScript(workElsewhere)
  await signIn(profile, service, carl)
  const first = await profile.open(organization.panel('/customers'))
  await first.evaluate(() => localStorage.setItem('parley-alerts', '{"desktop":true}'))
  const second = await profile.open(organization.panel('/inbox/open'))
  // The visitor's message may be announced as well.
  const shownOn = (page: Page) =>
    page.evaluate(() => window.told.notifications.filter((title) => title.includes('mentioned')).length)
  for (const page of [first, second]) await bellOn(page).waitFor()
  await second.getByRole('searchbox').focus()
  await work(second)
  await addNote(id, 'Seen in the panel')
  // Announced, not only counted: the count may come from the request of a page that has just opened.
  for (const page of [first, second])
    await page.getByRole('status').filter({ hasText: 'mentioned you in a note' }).waitFor()
  await leave(second)
  await addNote(id, 'Seen on the desktop')
  for (const page of [first, second]) await bellOn(page, '2 unread notifications').waitFor()
  await expect.poll(() => shownOn(second)).toBe(1)
  expect(await shownOn(first)).toBe(0)
  await second.evaluate(() => {
    const mention = window.told.notifications.findIndex((title) => title.includes('mentioned'))
    window.told.targets[mention]?.dispatchEvent(new Event('click'))
  })
  await second.locator('article:focus', { hasText: 'Seen on the desktop' }).waitFor()
  await organization.call(carl, 'POST', '/notifications/read', { conversation_id: id })
})

it('a mention that is not listed is marked as read by opening its conversation, or while it is open', async () => {
  const greeting = 'About e-mails'
  const id = await conversationOf(greeting)
  const notify = (...transports: string[]) =>
    organization.call(carl, 'PATCH', '/notifications/settings', { kind: 'mention', transports })
  const page = await panelOf(carl, '/inbox/open')
  await untilConnected(page)
  await addNote(id, 'Listed')
  await page.getByRole('status').filter({ hasText: 'mentioned you in a note' }).waitFor()
  await organization.call(carl, 'POST', '/notifications/read', { conversation_id: id })
  await notify('email')
  await addNote(id, 'By e-mail')
  await bellOn(page).waitFor()
  const markedAsRead = () =>
    page.waitForResponse((response) => {
      const request = response.request()
      return request.url().endsWith('/notifications/read') && request.postDataJSON().conversation_id === id
    })
  const opened = markedAsRead()
  await inboxOn(page).openRow(greeting)
  await opened
  const arrived = markedAsRead()
  await addNote(id, 'Another one')
  await arrived
  await notify('in_app', 'desktop')
})

it('equal notifications are announced one by one', async () => {
  const id = await conversationOf('About screen readers')
  const page = await panelOf(carl, '/customers')
  await untilConnected(page)
  const spoken = page.getByText('Olivia Owner mentioned you in a note')
  await addNote(id, 'One')
  await spoken.waitFor()
  const first = await spoken.elementHandle()
  await addNote(id, 'Two')
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await spoken.waitFor()
  await organization.call(carl, 'POST', '/notifications/read', { conversation_id: id })
})

it('a notification that arrives while others are marked as read is counted', async () => {
  const id = await conversationOf('About counting')
  await addNote(id, 'Before')
  const page = await panelOf(carl, '/customers')
  await bellOn(page, '1 unread notification').click()
  await listOn(page).getByText('Before').waitFor()
  await page.route('**/notifications/read', async (route) => {
    const response = await route.fetch()
    await addNote(id, 'Meanwhile')
    await listOn(page).getByText('Meanwhile').waitFor()
    await route.fulfill({ response })
  })
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname.split('/').at(-1) ?? ''))
  await listOn(page).getByRole('button', { name: 'Mark all as read' }).click()
  // The list is loaded again after the response.
  await expect.poll(() => loaded.join(' ')).toMatch(/\bread .*\bnotifications\b/)
  await bellOn(page, '1 unread notification').waitFor()
  await organization.call(carl, 'POST', '/notifications/read', { conversation_id: id })
})

it('notifications of a kind that the open panel does not have are listed, and marked together', async () => {
  const id = await conversationOf('About upgrades')
  const profile = await browser.profile()
  await signIn(profile, service, carl)
  const upgraded = (text: string) => text.replaceAll('"kind":"mention"', '"kind":"added_later"')
  await profile.context.routeWebSocket(/\/v1\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => server.send(frame))
    server.onMessage((frame) => socket.send(upgraded(String(frame))))
  })
  await profile.context.route(/\/notifications\?/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: upgraded(await response.text()) })
  })
  const page = await profile.open(organization.panel('/customers'))
  await untilConnected(page)
  await addNote(id, 'Of another kind')
  await page
    .getByRole('status')
    .filter({ hasText: /^Notification about [^.]+$/ })
    .waitFor()
  await bellOn(page, '1 unread notification').click()
  await listOn(page)
    .getByRole('link', { name: /^Unread.*Notification about .+ Reload the page to see what happened\./ })
    .first()
    .waitFor()
  await listOn(page).getByRole('button', { name: 'Mark all as read' }).click()
  await bellOn(page).waitFor()
})

it('a kind that is turned off in the profile no longer notifies', async () => {
  const id = await conversationOf('About settings')
  const page = await panelOf(carl, '/settings/profile')
  const inPanel = page.getByRole('switch', { name: 'Mentions: Panel' })
  expect(await inPanel.isChecked()).toBe(true)
  const desktop = page.getByRole('switch', { name: 'Mentions: Desktop' })
  for (const setting of [desktop, inPanel]) {
    await setting.press('Space')
    expect(await setting.isChecked()).toBe(false)
  }
  await saveScreenshot(page, 'panel-notification-settings')
  // The switches show a change before it is stored.
  await expect
    .poll(async () => {
      const { data } = await organization.call(carl, 'GET', '/notifications/settings')
      const ofMentions = data.find(({ kind }: { kind: string }) => kind === 'mention')
      return ofMentions.transports.filter((transport: string) => transport !== 'email')
    })
    .toEqual([])
  await page.reload()
  await expect.poll(() => inPanel.isChecked()).toBe(false)
  await addNote(id, 'Unheard')
  await organization.call(organization.owner, 'POST', `/conversations/${id}/assign`, {
    agent_id: carl.agentId,
  })
  await bellOn(page, '1 unread notification').click()
  await listOn(page)
    .getByRole('link', { name: /Olivia Owner assigned the conversation/ })
    .waitFor()
  expect(await listOn(page).getByText('Unheard').count()).toBe(0)

  const phone = await panelOf(carl, '/settings/profile', true)
  await phone.getByRole('switch', { name: 'Mentions: Panel' }).scrollIntoViewIfNeeded()
  await saveScreenshot(phone, 'panel-notification-settings-phone')
  await bellOn(phone, '1 unread notification').click()
  await listOn(phone).getByRole('link').first().waitFor()
  await saveScreenshot(phone, 'panel-notifications-phone')
})
