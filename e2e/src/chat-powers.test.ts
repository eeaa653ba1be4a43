import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { firstInSight, routeHistory, topOf, wheel, type HeldHistory } from './harness/held-history.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { agentLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization
let question: string
let visits = 0

/** A visitor who has asked something. */
let shop: Page
let chat: Chat

beforeAll(async () => {
  organization = await foundOrganization(service, 'Chat powers')
})

beforeEach(async () => {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  shop = await profile.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  chat = chatOn(shop)
  await chat.open()
  question = `Which one is the largest? (${++visits})`
  await chat.say(question)
  await chat.message(question).getByRole('img', { name: 'Sent' }).waitFor()
})

/** The owner, who has opened the conversation. */
async function agent(): Promise<{ panel: Page; inbox: Inbox }> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(profile, service, organization.owner)
  const panel = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(panel)
  await inbox.openRow(question)
  return { panel, inbox }
}

async function customerId(): Promise<string> {
  const query = `/conversations?view=open&q=${encodeURIComponent(question)}`
  const { data } = await organization.call(organization.owner, 'GET', query)
  return data[0].customer.id
}

describe('a reply', () => {
  it('shows the quoted message on both sides, and scrolls to it', async () => {
    const { panel, inbox } = await agent()
    const asked = inbox.message(question)
    await asked.hover()
    await asked.getByRole('button', { name: 'Reply to this message' }).click()
    await inbox.conversation.getByText(/^Replying to Visitor \w{4}$/).waitFor()
    await saveScreenshot(panel, 'panel-replying')
    await inbox.say('The blue one.')
    await inbox.message('The blue one.').getByRole('button', { name: question }).waitFor()

    const answer = chat.message('The blue one.')
    await answer.getByRole('button', { name: question }).waitFor()
    await answer.hover()
    await answer.getByRole('button', { name: 'Reply', exact: true }).click()
    await chat.window.getByText('Reply to Olivia Owner').last().waitFor()
    await saveScreenshot(shop, 'chat-replying')
    await shop.keyboard.type('Thanks!')
    await shop.keyboard.press('Enter')
    const thanks = chat.message('Thanks!')
    await thanks.getByRole('button', { name: 'The blue one.' }).click()
    // The quoted message has the focus.
    await answer.locator(':focus').waitFor()
    await saveScreenshot(shop, 'chat-replied')
  })

  it('to the visitor’s own message says so', async () => {
    const own = chat.message(question)
    await own.hover()
    await own.getByRole('button', { name: 'Reply', exact: true }).click()
    await chat.window.getByText('Reply to your own message', { exact: true }).waitFor()
  })
})

describe('the status of a message', () => {
  it('[R1] [R2] is shown to its sender: sent, delivered, read', async () => {
    const line = await agentLine(service, organization.id, organization.owner, await customerId())
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    const { inbox } = await agent()
    await chat.launcher.click()
    await chat.message(question).getByRole('img', { name: 'Read' }).waitFor()

    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    await inbox.say('Are you still there?')
    const asked = inbox.message('Are you still there?')
    await asked.getByText('Delivered').waitFor()
    await chat.launcher.click()
    await asked.getByText('Read').waitFor()

    await shop.close()
    await inbox.say('You are gone')
    await inbox.message('You are gone').getByText('Sent').waitFor()
    await line.close()
  })
})

describe('a long history', () => {
  const count = 175
  const everything = () => [
    question,
    ...Array.from({ length: count }, (_, index) => `Pot number ${index + 1}`),
  ]

  it('loads backwards in chat and panel, and visible messages keep their position', async () => {
    const line = await agentLine(service, organization.id, organization.owner, await customerId())
    for (let number = 1; number <= count; number++) await line.say(`Pot number ${number}`)
    await line.close()

    const history = await routeHistory(shop)
    await shop.reload()
    await chat.message(`Pot number ${count}`).waitFor()
    expect(await chat.messages.count()).toBeLessThan(count)
    await readToTheBeginning(chat, history, count + 1)
    expect(await chat.texts.allTextContents()).toEqual(everything())
    await saveScreenshot(shop, 'chat-history-beginning')
    await chat.window.getByRole('button', { name: 'Jump to latest message' }).click()
    await expect.poll(() => chat.message(`Pot number ${count}`).isVisible()).toBe(true)

    const profile = await browser.profile({ reducedMotion: 'reduce' })
    await signIn(profile, service, organization.owner)
    const panel = await profile.context.newPage()
    const older = await routeHistory(panel)
    await panel.goto(organization.panel('/inbox/open'))
    const inbox = inboxOn(panel)
    await inbox.openRow(`Pot number ${count}`)
    expect(await inbox.messages.count()).toBeLessThan(count)
    await readToTheBeginning(inbox, older, count + 1)
    expect(await inbox.texts.allTextContents()).toEqual(everything())
    await saveScreenshot(panel, 'panel-history-beginning')
  })
})

describe('a cleared chat', () => {
  it('takes the reply that is being written to one of its messages along', async () => {
    const { inbox } = await agent()
    await inbox.say('Do you mean the teapot?')
    const answer = chat.message('Do you mean the teapot?')
    await answer.hover()
    await answer.getByRole('button', { name: 'Reply', exact: true }).click()
    const cancel = chat.window.getByRole('button', { name: 'Cancel reply' })
    await cancel.waitFor()
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    await chat.widget.getByRole('alertdialog').getByRole('button', { name: 'Clear chat' }).click()
    await cancel.waitFor({ state: 'detached' })
    await chat.say('The cup, please')
    await chat.message('The cup, please').getByRole('img', { name: 'Sent' }).waitFor()
  })

  it('[L6] disappears from the window for good; agents keep it, marked as cleared', async () => {
    const { panel, inbox } = await agent()
    await inbox.say('Please send us your address.')
    await chat.message('Please send us your address.').waitFor()
    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await saveScreenshot(shop, 'chat-menu')
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    const asked = chat.widget.getByRole('alertdialog', { name: 'Clear this chat?' })
    await saveScreenshot(shop, 'chat-clear')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    expect(await chat.messages.count()).toBe(2)

    await chat.window.getByRole('button', { name: 'Menu' }).click()
    await chat.window.getByRole('button', { name: 'Clear chat' }).click()
    await asked.getByRole('button', { name: 'Clear chat' }).click()
    await expect.poll(() => chat.messages.count()).toBe(0)
    await chat.say('A fresh start')

    await inbox.log.getByText(/cleared their chat and no longer sees/).waitFor()
    await inbox.message('A fresh start').waitFor()
    expect(await inbox.texts.allTextContents()).toEqual([
      question,
      'Please send us your address.',
      'A fresh start',
    ])
    expect(await inbox.messages.filter({ hasText: 'Cleared by the customer' }).count()).toBe(2)
    await saveScreenshot(panel, 'panel-cleared')

    await shop.reload()
    await chat.message('A fresh start').waitFor()
    expect(await chat.texts.allTextContents()).toEqual(['A fresh start'])
  })
})

describe('a blocked customer', () => {
  it('[S6] can read but no longer write, until they are unblocked', async () => {
    const { panel, inbox } = await agent()
    await panel.getByRole('button', { name: 'Block customer' }).click()
    const asked = panel.getByRole('dialog', { name: /^Block Visitor/ })
    await saveScreenshot(panel, 'panel-block')
    await asked.getByRole('button', { name: 'Block' }).click()

    await chat.window.getByText('You can no longer send messages here.').waitFor()
    expect(await chat.composer.count()).toBe(0)
    await chat.message(question).waitFor()
    await saveScreenshot(shop, 'chat-blocked')
    await inbox.conversation.getByText(/is blocked and cannot send messages\.$/).waitFor()
    await inbox.row(question).getByText('Blocked').waitFor()
    await saveScreenshot(panel, 'panel-blocked')

    await shop.reload()
    await chat.window.getByText('You can no longer send messages here.').waitFor()
    await chat.message(question).waitFor()

    await inbox.action('Unblock').first().click()
    await chat.say('Thank you')
    await inbox.message('Thank you').waitFor()
  })
})

describe('the composer of the chat', () => {
  it('leaves Enter and Escape to the input method while text is being composed', async () => {
    await chat.composer.fill('にほんご')
    await chat.composer.evaluate((field) => {
      for (const key of ['Enter', 'Escape']) {
        const options = { key, bubbles: true, composed: true, cancelable: true }
        field.dispatchEvent(new KeyboardEvent('keydown', { ...options, isComposing: true }))
        // Safari, after the end of the composition.
        field.dispatchEvent(new KeyboardEvent('keydown', { ...options, keyCode: 229 }))
      }
    })
    expect(await chat.composer.inputValue()).toBe('にほんご')
    expect(await chat.window.isVisible()).toBe(true)
    await chat.composer.press('Escape')
    await chat.window.waitFor({ state: 'hidden' })
  })

  it('keeps a draft across a reload, breaks lines, accepts emoji, and reports a text that is too long', async () => {
    await chat.composer.pressSequentially('First line')
    await chat.composer.press('Shift+Enter')
    await chat.composer.pressSequentially('Second line ')
    await expect
      .poll(() => shop.evaluate(() => JSON.stringify(Object.entries(localStorage))))
      .toContain('Second line')
    await shop.reload()
    await expect.poll(() => chat.composer.inputValue()).toBe('First line\nSecond line ')

    await chat.composer.press('End')
    await chat.window.getByRole('button', { name: 'Emoji' }).click()
    await saveScreenshot(shop, 'chat-emoji')
    await chat.window
      .getByRole('dialog', { name: 'Emoji' })
      .getByRole('button', { name: '👍', exact: true })
      .click()
    await shop.keyboard.press('Enter')
    await chat.message('Second line').waitFor()
    expect((await chat.texts.allTextContents()).at(-1)).toBe('First line\nSecond line 👍')

    await chat.composer.fill('a'.repeat(8_001))
    await chat.window.getByText('1 character too long').waitFor()
    expect(await chat.window.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(false)
    await saveScreenshot(shop, 'chat-too-long')
    await chat.composer.press('Backspace')
    await chat.composer.press('Enter')
    await expect.poll(async () => (await chat.texts.allTextContents()).at(-1)?.length).toBe(8_000)
  })
})

/** Scrolls up until all messages are loaded. Visible messages may not move when older ones are inserted above. */
async function readToTheBeginning(
  { log, messages }: { log: Locator; messages: Locator },
  history: HeldHistory,
  total: number,
): Promise<void> {
  history.hold()
  await log.hover()
  for (let known = await messages.count(); known < total; known = await messages.count()) {
    for (let turns = 0; !history.isAsked(); turns++) {
      if (turns > 200) throw new Error(`No older messages were asked for, at ${known} of ${total}`)
      // Near the top, and at it.
      await wheel(log, known < total / 2 ? -200 : -9_000)
    }
    const reading = await firstInSight(log)
    if (!reading) throw new Error('There is no message in sight')
    history.release()
    await expect.poll(() => messages.count()).toBeGreaterThan(known)
    expect(Math.abs(((await topOf(log, reading.text)) ?? Infinity) - reading.top)).toBeLessThanOrEqual(1)
  }
}
