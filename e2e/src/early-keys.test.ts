import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdFrames } from './harness/held-frames.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { agentLine, visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

/** Keys that come before the frame after a key or click, as those of a fast typist on a busy machine do. */

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Early keys')
  await organization.join('Carl Colleague', 'agent')
})

async function visitorSays(text: string) {
  const line = await visitorLine(service, organization.provider.id)
  const sent = await line.say(text)
  await line.close()
  return sent
}

async function ownerOn(path: string): Promise<Page> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

async function conversationOf(row: string): Promise<{ page: Page; inbox: Inbox }> {
  const page = await ownerOn('/inbox/open')
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  return { page, inbox }
}

const addReply = (shortcut: string, content: string) =>
  organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut,
    content,
    visibility: { type: 'organization' },
  })

const noteField = (page: Page) => page.getByRole('textbox', { name: /^Private note about/ })
const hasFocus = (element: Element) => element === document.activeElement

describe('what is typed at once', () => {
  it('after a mention was completed follows it', async () => {
    await visitorSays('Who can help me?')
    const { page } = await conversationOf('Who can help me?')
    await page.keyboard.press('n')
    const field = noteField(page)
    await field.pressSequentially('Ask @ca')
    await page.getByRole('option', { name: 'Carl Colleague' }).waitFor()
    const release = await holdFrames(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('fir')
    await release()
    await page.keyboard.type('st')
    expect(await field.inputValue()).toBe('Ask @Carl Colleague first')
  })

  it('after a canned reply was inserted replaces its selected variable, also the one that Enter selects', async () => {
    await addReply('address', 'Dear {{customer.last_name}}, we will send it to {{customer.email}}.')
    await visitorSays('Can you send me the plan?')
    const { page, inbox } = await conversationOf('Can you send me the plan?')
    await inbox.composer.pressSequentially('/address')
    await page.getByRole('option', { name: /\/address/ }).waitFor()
    const release = await holdFrames(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => inbox.composer.inputValue()).toContain('Dear {{customer.last_name}}')
    await page.keyboard.type('Ms Lima')
    // A variable without a value is not sent but selected.
    await page.keyboard.press('Enter')
    await page.keyboard.type('y')
    await release()
    await page.keyboard.type('ou')
    expect(await inbox.composer.inputValue()).toBe('Dear Ms Lima, we will send it to you.')
  })

  it('after an emoji was picked with Enter follows it in the message', async () => {
    await visitorSays('It has arrived')
    const { page, inbox } = await conversationOf('It has arrived')
    await inbox.composer.fill('Enjoy it')
    await inbox.action('Insert an emoji').click()
    const dialog = page.getByRole('dialog', { name: 'Emoji' })
    await dialog.getByRole('textbox').fill('rocket')
    await expect.poll(() => dialog.getByRole('button').count()).toBe(1)
    const release = await holdFrames(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type(' A')
    await release()
    await page.keyboard.type('nn')
    expect(await inbox.composer.inputValue()).toBe('Enjoy it🚀 Ann')
  })

  it('after a variable was inserted into a canned reply is its fallback', async () => {
    const page = await ownerOn('/settings/canned-replies')
    await page.getByRole('button', { name: 'New canned reply', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New canned reply' })
    const text = dialog.getByRole('textbox', { name: 'Text' })
    await text.fill('Dear ')
    const release = await holdFrames(page)
    await dialog.getByRole('combobox', { name: 'Insert variable' }).selectOption('Customer: name')
    await page.keyboard.type('|cu')
    await release()
    await page.keyboard.type('stomer')
    expect(await text.inputValue()).toBe('Dear {{customer.name|customer}}')
  })

  it.each([
    { list: 'labels', button: /^Label: /, field: 'Search labels' },
    { list: 'snooze times', button: /^Snooze/, field: /^When\?/ },
    { list: 'agents', button: /^Unassigned/, field: 'Search agents' },
  ])('after a click on the reply closed the list of $list is in the reply', async (picker) => {
    const greeting = `A list of ${picker.list}`
    await visitorSays(greeting)
    const { page, inbox } = await conversationOf(greeting)
    await inbox.conversation.getByRole('button', { name: picker.button }).click()
    const search = page.getByRole('textbox', { name: picker.field })
    await search.and(page.locator(':focus')).waitFor()
    await inbox.composer.click()
    await page.keyboard.type('Let me see')
    expect(await inbox.composer.inputValue()).toBe('Let me see')
    await search.waitFor({ state: 'hidden' })
  })
})

describe('the reply', () => {
  it('has the focus at once after the editor of a message was closed, and leaves it to the next one', async () => {
    const { customer_id: customerId } = await visitorSays('Which colours are there?')
    const reply = await agentLine(service, organization.id, organization.owner, customerId)
    await reply.say('Red and blu')
    await reply.close()
    const { page, inbox } = await conversationOf('Red and blu')
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    await inbox.composer.press('ArrowUp')
    await editor.waitFor()
    const release = await holdFrames(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('e')
    await release()
    await page.keyboard.type('!')
    expect(await editor.inputValue()).toBe('Red and blue!')
  })

  it.each([
    { outcome: 'takes the focus when it appears after its shortcut', key: null },
    { outcome: 'leaves the focus if another key followed its shortcut', key: 'Shift' },
  ])('$outcome', async ({ outcome, key }) => {
    const { conversation_id: id } = await visitorSays(outcome)
    const { page, inbox } = await conversationOf(outcome)
    const change = (action: string) =>
      organization.call(organization.owner, 'POST', `/conversations/${id}/${action}`)
    await inbox.composer.waitFor()
    await change('close')
    await inbox.composer.waitFor({ state: 'detached' })
    const release = await holdFrames(page)
    await page.keyboard.press('r')
    if (key !== null) await page.keyboard.press(key)
    await change('reopen')
    await inbox.composer.waitFor()
    await release()
    await expect.poll(() => inbox.composer.evaluate(hasFocus)).toBe(key === null)
  })
})

it('the button that edits a customer has the focus at once after its form was closed', async () => {
  const { customer_id: customerId } = await visitorSays('Who are you?')
  const page = await ownerOn(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'First name' })
  await name.fill('Given up')
  const release = await holdFrames(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await release()
  await page.keyboard.type('Ada')
  expect(await name.inputValue()).toBe('Ada')
})

it('the list of labels has the focus at once after a label of a canned reply was removed', async () => {
  await organization.call(organization.owner, 'POST', '/labels', { name: 'Refund', colour: 'red' })
  const page = await ownerOn('/settings/canned-replies')
  await page.getByRole('button', { name: 'New canned reply', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New canned reply' })
  const labels = dialog.getByRole('combobox', { name: 'Add label' })
  await labels.selectOption('Refund')
  const release = await holdFrames(page)
  await dialog.getByRole('button', { name: /Do not run .*Refund/ }).press('Enter')
  expect(await labels.evaluate(hasFocus)).toBe(true)
  await release()
})

it('a shortcut pressed when the messages appear is for their conversation', async () => {
  await visitorSays('Opened between')
  await visitorSays('Opened twice')
  const { page, inbox } = await conversationOf('Opened twice')
  await inbox.openRow('Opened between')
  // The messages are there at once.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=log]')?.textContent?.includes('Opened twice')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', code: 'KeyN', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await inbox.row('Opened twice').click()
  await noteField(page).waitFor()
})

it('what is typed when the conversation is closed runs no shortcut until a pause, and the text before is kept', async () => {
  const { conversation_id: id } = await visitorSays('Are you writing?')
  const { page, inbox } = await conversationOf('Are you writing?')
  const changes: string[] = []
  page.on('request', (request) => {
    const [, change] = new RegExp(`/conversations/${id}/(\\w+)$`).exec(request.url()) ?? []
    if (request.method() === 'POST' && change !== undefined) changes.push(change)
  })
  /** Presses a key where the focus is, at this time. Returns the time of the event. */
  const press = (key: string, at?: number) =>
    page.evaluate(
      ([key, at]) => {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at })
        document.activeElement?.dispatchEvent(event)
        return event.timeStamp
      },
      [key, at] as const,
    )
  await inbox.composer.pressSequentially('I am abo')
  const typedAt = await press('u')
  await organization.call(organization.owner, 'POST', `/conversations/${id}/close`)
  await inbox.composer.waitFor({ state: 'detached' })
  // Would take over and go to the list.
  await press('t', typedAt + 1_000)
  await press('u', typedAt + 2_000)
  // Reopens.
  await press('e', typedAt + 3_500)
  await inbox.composer.waitFor()
  expect(await inbox.composer.inputValue()).toBe('I am abo')
  expect(changes).toEqual(['reopen'])
})
