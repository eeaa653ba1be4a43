import type { NewInvitation } from '@parley/protocol/agent'
import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { choose } from './harness/attaching.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import type { Chat } from './harness/chat.ts'
import { textFile } from './harness/files.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
const greeting = 'Do you have the manual?'
let chat: Chat
let profile: Profile
let page: Page
let inbox: Inbox
let shop: Organization
let other: Organization

/** The owner of the shop is a member of the other organization too, and has a conversation of the shop open. */
beforeEach(async () => {
  shop = await foundOrganization(service, 'First shop')
  other = await foundOrganization(service, 'Other shop')
  const invitation: NewInvitation = await other.call(other.owner, 'POST', '/invitations', { role: 'agent' })
  const accepted = await fetch(`${service.url}/v1/public/invitations/accept`, {
    method: 'POST',
    headers: { cookie: shop.owner.cookie, origin: service.url, 'content-type': 'application/json' },
    body: JSON.stringify({ token: invitation.url.split('#')[1] }),
  })
  expect(accepted.ok).toBe(true)
  ;({ chat } = await visitorWho(shop, greeting))
  profile = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(profile, service, shop.owner)
  page = await profile.open(shop.panel('/inbox/open'))
  inbox = inboxOn(page)
  await inbox.openRow(greeting)
})

async function switchTo(organization: Organization, name: string) {
  await page.getByRole('button', { name: /: account menu/ }).click()
  await page.getByRole('link', { name }).click()
  await page.waitForURL(organization.panel('/**'))
  await page.getByRole('main').waitFor()
}

async function switchByPalette() {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Switch to Other')
  await page.getByRole('option', { name: 'Switch to Other shop' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(other.panel('/inbox/**'))
}

it('an upload that fails because the agent has left the organization can be tried again after their return', async () => {
  const held: Route[] = []
  const left = Promise.withResolvers<void>()
  await page.route(/\/v1\/public\/media\//, async (route) => {
    held.push(route)
    await left.promise
    await route.continue()
  })
  const files = ['one.txt', 'two.txt', 'three.txt'].map((name) => textFile(name))
  await choose(page, inbox.conversation.getByRole('button', { name: 'Attach files' }), ...files)
  await expect.poll(() => held.length).toBe(2)

  await switchTo(other, 'Other shop')
  left.resolve()
  await switchTo(shop, 'First shop')
  await inbox.view('All open')
  await inbox.openRow(greeting)
  await page.getByRole('button', { name: 'Upload three.txt again' }).click()
  const send = inbox.conversation.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
  for (const { name } of files) await chat.log.getByRole('link', { name }).waitFor()
})

it('leaving within the undo delay sends the message, and “Undo” disappears', async () => {
  await shop.call(shop.owner, 'PATCH', '/composer-settings', { undo_send: true })
  // Until the panel knows the setting, it sends at once.
  const known = page.waitForResponse(/\/composer-settings$/)
  await page.reload()
  await (await known).finished()
  await inbox.composer.fill('It is in the box')
  await inbox.composer.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  // A notification under the mouse does not close by itself.
  await undo.hover()
  await switchByPalette()
  await chat.message('It is in the box').waitFor()
  await expect.poll(() => undo.count()).toBe(0)
})

it('switching by the palette names the organization to screen readers, and the focus is in its page', async () => {
  await inbox.composer.focus()
  await switchByPalette()
  await page.getByRole('status').filter({ hasText: 'Other shop: Inbox' }).waitFor()
  expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
})
