import { isDeepStrictEqual } from 'node:util'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { useBrowser } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization
let colleague: Person
let meetings = 0

/** A visitor, and two agents who have their conversation open. */
let chat: Chat
let olivia: { page: Page; inbox: Inbox }
let carl: { page: Page; inbox: Inbox }
let greeting: string

beforeAll(async () => {
  organization = await foundOrganization(service, 'Two agents')
  colleague = await organization.join('Carl Colleague', 'agent')
})

beforeEach(async () => {
  greeting = `Is anybody there? (${++meetings})`
  const profile = await browser.profile()
  const page = await profile.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  chat = chatOn(page)
  await chat.open()
  await chat.say(greeting)
  olivia = await inboxOf(organization.owner)
  carl = await inboxOf(colleague)
})

async function inboxOf(person: Person): Promise<{ page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(greeting)
  return { page, inbox }
}

describe('two agents in one conversation', () => {
  it('[S4] [L1] see each other’s messages, in the same order for everybody', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
    await Promise.all([
      (async () => {
        // In turn: an answer at the same moment would be asked about (collision.test.ts).
        for (const number of numbers) {
          await olivia.inbox.say(`Olivia ${number}.`)
          await carl.inbox.message(`Olivia ${number}.`).waitFor()
          await carl.inbox.say(`Carl ${number}.`)
          await olivia.inbox.message(`Carl ${number}.`).waitFor()
        }
      })(),
      (async () => {
        for (const number of numbers) await chat.say(`Visitor ${number}.`)
      })(),
    ])
    const texts = (side: Chat | Inbox) => side.texts.allTextContents()
    await expect.poll(async () => (await texts(chat)).length).toBe(31)
    // Sent messages move to their place in the log, so both sides are read each time.
    for (const { inbox } of [olivia, carl])
      await expect.poll(async () => isDeepStrictEqual(await texts(inbox), await texts(chat))).toBe(true)
    for (const who of ['Olivia', 'Carl', 'Visitor']) {
      const own = (await texts(chat)).filter((text) => text.startsWith(who))
      expect(own).toEqual(numbers.map((number) => `${who} ${number}.`))
    }
  })

  it('[R3] see each other typing, and the customer; the customer sees who types', async () => {
    // Typing ends a few seconds after the last key: who shows it is waited for together.
    await olivia.inbox.composer.pressSequentially('I look')
    await Promise.all([
      chat.window.getByText('Olivia Owner is typing').waitFor(),
      carl.inbox.conversation.getByText('Olivia Owner is also typing').waitFor(),
    ])
    await carl.inbox.composer.pressSequentially('So do I')
    await Promise.all([
      chat.window.getByText('Several people are typing').waitFor(),
      olivia.inbox.conversation.getByText('Carl Colleague is also typing').waitFor(),
    ])
    await saveScreenshot(carl.page, 'panel-colleagues-type')

    await chat.composer.pressSequentially('Well')
    await Promise.all(
      [olivia, carl].map(({ inbox }) => inbox.conversation.getByText(/^Visitor \w{4} is typing$/).waitFor()),
    )
    await saveScreenshot(olivia.page, 'panel-customer-types')

    await olivia.inbox.composer.press('Enter')
    await carl.inbox.message('I look').waitFor()
    await carl.inbox.composer.press('Enter')
    await carl.page.getByRole('button', { name: 'Send anyway' }).click()
    await chat.message('So do I').waitFor()
    await chat.window.getByText(/typing/).waitFor({ state: 'hidden' })
    // Clearing the field ends typing.
    await chat.composer.fill('')
    for (const { inbox } of [olivia, carl]) {
      await inbox.conversation.getByText(/is typing/).waitFor({ state: 'hidden' })
    }
  })
})

describe('an action of one agent on a conversation', () => {
  it('appears to the other at once: taking over, assigning, closing, reopening', async () => {
    const { inbox } = olivia
    await inbox.action('Take over').click()
    await inbox.log.getByText('Assigned to you').waitFor()
    await carl.inbox.log.getByText('Assigned to Olivia Owner').waitFor()
    await carl.inbox.conversation.getByText('This conversation is assigned to Olivia Owner.').waitFor()
    await carl.inbox.row(greeting).getByText('Olivia Owner', { exact: true }).waitFor()
    await chat.log.getByText('Olivia Owner joined the conversation').waitFor()
    await saveScreenshot(carl.page, 'panel-somebody-elses')

    await inbox.conversation.getByRole('button', { name: 'Assigned to Olivia Owner' }).click()
    await olivia.page.getByRole('option', { name: /Carl Colleague/ }).click()
    await carl.inbox.log.getByText('Assigned to you').waitFor()
    await inbox.log.getByText('Assigned to Carl Colleague').waitFor()
    await carl.inbox.view('Mine')
    await carl.inbox.openRow(greeting)

    await inbox.action('Close').click()
    await carl.inbox.conversation.getByText('This conversation is closed.').waitFor()
    await carl.inbox.row(greeting).waitFor({ state: 'detached' })
    await chat.log.getByText('Conversation closed').waitFor()
    await saveScreenshot(carl.page, 'panel-closed')

    await carl.inbox.action('Reopen').first().click()
    await carl.inbox.composer.waitFor()
    await inbox.composer.waitFor()
    await inbox.row(greeting).waitFor()
    await carl.inbox.say('Welcome back')
    await chat.message('Welcome back').waitFor()
  })

  it('a message after the closing starts a new conversation', async () => {
    await olivia.inbox.action('Close').click()
    await chat.log.getByText('Conversation closed').waitFor()
    await chat.say('One more question')
    await carl.inbox.view('Unassigned')
    await carl.inbox.openRow('One more question')
    await carl.inbox.log.getByText(/Conversation closed/).waitFor()
    expect(await carl.inbox.texts.allTextContents()).toEqual([greeting, 'One more question'])
    // The details beside the conversation are current although another view was open.
    const details = carl.page.getByRole('complementary', { name: 'Customer details' })
    await details.locator('dt:text-is("Conversations") + dd:text-is("2")').waitFor()
    await expect.poll(() => details.getByText('Open now').count()).toBe(1)
    // All messages are visible, and read.
    expect(await carl.page.getByRole('button', { name: 'Jump to latest message' }).count()).toBe(0)
    await carl.inbox.row('One more question').getByText('1 unread message').waitFor({ state: 'detached' })
    await saveScreenshot(carl.page, 'panel-second-conversation')
  })
})
