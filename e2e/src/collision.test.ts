import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization
let carl: Person

beforeAll(async () => {
  organization = await foundOrganization(service, 'Collisions')
  carl = await organization.join('Carl Colleague', 'agent')
})

async function inboxOf(person: Person): Promise<{ profile: Profile; page: Page; inbox: Inbox }> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel('/inbox/open'))
  return { profile, page, inbox: inboxOn(page) }
}

const questionOn = (page: Page) => page.getByRole('alertdialog', { name: 'Send anyway?' })

it('a colleague who views and writes is shown in the list and in the conversation', async () => {
  await visitorWho(organization, 'Who looks at me?')
  const olivia = await inboxOf(organization.owner)
  const row = olivia.inbox.row('Who looks at me?')
  await row.waitFor()
  expect(await row.innerText()).not.toContain('Carl')
  const other = await inboxOf(carl)
  await other.inbox.openRow('Who looks at me?')
  await row.getByText('Carl Colleague is viewing').waitFor()
  await olivia.inbox.openRow('Who looks at me?')
  await other.inbox.composer.pressSequentially('Let me')
  await Promise.all([
    row.getByText('Carl Colleague is writing').waitFor(),
    olivia.inbox.conversation.getByText('Carl Colleague is writing').waitFor(),
  ])
  await saveScreenshot(olivia.page, 'panel-colleague-writing')
  await row.getByText('Carl Colleague has an unsent reply').waitFor()
  // Agents do not see themselves.
  await other.inbox.row('Who looks at me?').getByText('Olivia Owner is viewing').waitFor()
  expect(await olivia.page.getByText('Olivia Owner is viewing').count()).toBe(0)
  await other.page.close()
  await expect.poll(() => row.getByText(/Carl Colleague (is|has)/).count()).toBe(0)
})

it('a second reply is stopped: the text stays in the composer until it is sent anyway', async () => {
  const { chat } = await visitorWho(organization, 'When do you open?')
  const [olivia, other] = [await inboxOf(organization.owner), await inboxOf(carl)]
  await olivia.inbox.openRow('When do you open?')
  await other.inbox.openRow('When do you open?')
  await other.inbox.composer.fill('We open at nine.')
  await olivia.inbox.say('At nine o’clock.')
  await other.inbox.message('At nine o’clock.').waitFor()
  await other.inbox.composer.press('Enter')

  const question = questionOn(other.page)
  await question.getByText(/Olivia Owner replied .* ago\. Send anyway\?/).waitFor()
  await question.getByText('At nine o’clock.').waitFor()
  expect(await other.inbox.composer.inputValue()).toBe('We open at nine.')
  await saveScreenshot(other.page, 'panel-collision')
  await other.page.setViewportSize({ width: 375, height: 812 })
  await saveScreenshot(other.page, 'panel-collision-phone')
  await other.page.setViewportSize({ width: 1280, height: 800 })

  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await chat.log.innerText()).not.toContain('We open at nine.')
  // Carl has seen the reply: only a newer one would trigger the question.
  await olivia.inbox.say('On Sundays at ten.')
  await other.inbox.message('On Sundays at ten.').waitFor()
  await other.inbox.composer.press('Enter')
  await question.getByText('On Sundays at ten.').waitFor()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await chat.message('We open at nine.').waitFor()
  expect(await other.inbox.composer.inputValue()).toBe('')
})

/** Carl sends a reply offline with this key, and does something else; Olivia replies before he is online again. */
async function repliesOffline(
  greeting: string,
  text: { carl: string; olivia: string },
  key: string,
  meanwhile: (page: Page) => Promise<void> = async () => {},
) {
  const { chat } = await visitorWho(organization, greeting)
  const [olivia, other] = [await inboxOf(organization.owner), await inboxOf(carl)]
  other.profile.expectErrors(/ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  await olivia.inbox.openRow(greeting)
  await other.inbox.openRow(greeting)
  await other.profile.context.setOffline(true)
  await other.page.getByText('You are offline.').waitFor()
  await other.inbox.composer.fill(text.carl)
  await other.inbox.composer.press(key)
  await other.inbox.message(text.carl).waitFor()
  await meanwhile(other.page)
  await olivia.inbox.say(text.olivia)
  await chat.message(text.olivia).waitFor()
  await other.profile.context.setOffline(false)
  return { chat, other, question: questionOn(other.page) }
}

it('a reply queued offline triggers the question and returns to the composer', async () => {
  const text = { carl: 'Yes, everywhere.', olivia: 'Yes, in town.' }
  const { chat, other, question } = await repliesOffline('Do you deliver?', text, 'Enter')
  await question.getByText('Yes, in town.').waitFor()
  await question.getByRole('button', { name: 'Keep editing' }).and(other.page.locator(':focus')).waitFor()
  expect(await other.inbox.composer.inputValue()).toBe('Yes, everywhere.')
  expect(await other.inbox.message('Yes, everywhere.').count()).toBe(0)
  expect(await chat.log.innerText()).not.toContain('Yes, everywhere.')
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await chat.message('Yes, everywhere.').waitFor()
})

it.each([
  {
    doing: 'types in another field',
    start: async (page: Page) => {
      const profile = page.getByRole('region', { name: 'Profile' })
      await profile.getByRole('button', { name: 'Edit' }).click()
      await profile.getByRole('textbox', { name: 'First name' }).fill('Ada')
    },
    focused: 'form :focus',
  },
  {
    doing: 'has opened a dialog',
    start: (page: Page) => page.getByRole('button', { name: 'Block customer' }).click(),
    focused: '[role=dialog] :focus',
  },
])('the question about a refused reply leaves the focus to an agent who $doing', async (agent) => {
  const text = { carl: 'Yes, in cash.', olivia: 'Yes, by card.' }
  const greeting = `Can I pay a clerk who ${agent.doing}?`
  const { other, question } = await repliesOffline(greeting, text, 'Enter', async (page) => {
    await agent.start(page)
    await page.locator(agent.focused).waitFor()
  })
  await question.getByText(text.olivia).waitFor()
  expect(await other.page.locator(agent.focused).count()).toBe(1)
})

it('a refused reply returns with its actions, which run once it is sent anyway', async () => {
  const text = { carl: 'Yes, within a month.', olivia: 'Yes, of course.' }
  const { chat, other, question } = await repliesOffline('Can I return it?', text, 'Control+Shift+Enter')
  await question.getByText(text.olivia).waitFor()
  expect(await other.inbox.composer.inputValue()).toBe(text.carl)
  await other.page.getByRole('button', { name: 'Do not run “Close conversation”' }).waitFor()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await chat.message(text.carl).waitFor()
  await other.inbox.conversation.getByText('This conversation is closed.').waitFor()
})

it('a refused reply is sent anyway without an action that was removed', async () => {
  const text = { carl: 'Yes, in blue.', olivia: 'Yes, in red.' }
  const { chat, other, question } = await repliesOffline('Do you have it?', text, 'Control+Shift+Enter')
  await other.page.getByRole('button', { name: 'Do not run “Close conversation”' }).click()
  await question.getByRole('button', { name: 'Send anyway' }).click()
  await chat.message(text.carl).waitFor()
  await other.inbox.say('In all sizes.')
  await chat.message('In all sizes.').waitFor()
})

it('a message that arrives while the agent writes a note above a half-written reply triggers the question', async () => {
  await visitorWho(organization, 'Do you gift-wrap?')
  const [olivia, other] = [await inboxOf(organization.owner), await inboxOf(carl)]
  await olivia.inbox.openRow('Do you gift-wrap?')
  await other.inbox.openRow('Do you gift-wrap?')
  await other.inbox.composer.fill('Yes, for free.')
  await other.inbox.composer.press('Escape')
  await other.page.keyboard.press('n')
  await other.page.getByRole('textbox', { name: /^Private note about/ }).waitFor()
  await olivia.inbox.say('Yes, for two euros.')
  await other.inbox.message('Yes, for two euros.').waitFor()
  await other.page.keyboard.press('Escape')
  await other.page.keyboard.press('r')
  await other.inbox.composer.press('Enter')
  await questionOn(other.page).getByText('Yes, for two euros.').waitFor()
  expect(await other.inbox.composer.inputValue()).toBe('Yes, for free.')
})
