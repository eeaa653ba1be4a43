import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { agentLine, visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const people = 8
let organization: Organization

/** Creates customers with a long history. The agent's reply, the last message, has the customer's number; 8 is on top. */
beforeAll(async () => {
  organization = await foundOrganization(service, 'Selection')
  for (let person = 1; person <= people; person += 1) {
    const line = await visitorLine(service, organization.provider.id)
    for (let text = 1; text < 40; text += 1)
      await line.say(`Line ${text} of person ${person}, with some words.`)
    const { customer_id: customerId } = await line.say('Good bye')
    await line.close()
    const reply = await agentLine(service, organization.id, organization.owner, customerId)
    await reply.say(`Number ${person} speaking`)
    await reply.close()
  }
})

interface OwnInbox {
  page: Page
  inbox: Inbox
  /** Resolves when the panel has received this person's history. */
  loaded: (person: number) => Promise<void>
  /** Cuts the panel off from the service. */
  cutOff: () => Promise<void>
}

async function agent(): Promise<OwnInbox> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  const histories: string[] = []
  let cut = false
  await profile.context.routeWebSocket(/\/v1\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => void (cut || server.send(frame)))
    server.onMessage((frame) => {
      if (cut) return
      if (String(frame).includes('Line 39 of person')) histories.push(String(frame))
      socket.send(frame)
    })
  })
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.row('Number 1').waitFor()
  return {
    page,
    inbox,
    loaded: (person) =>
      expect.poll(() => histories.some((frame) => frame.includes(`Line 39 of person ${person},`))).toBe(true),
    async cutOff() {
      cut = true
      await profile.context.route(/\/v1\/organizations\//, () => new Promise(() => {}))
    },
  }
}

describe('j and k', () => {
  it('continue from the open conversation', async () => {
    const { page, inbox } = await agent()
    await inbox.openRow('Number 6')
    await inbox.heading.waitFor()
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '')
    await page.keyboard.press('j')
    await expect.poll(focused).toContain('Number 5')
    await inbox.openRow('Number 3')
    await expect.poll(focused).toBe('')
    await page.keyboard.press('k')
    await expect.poll(focused).toContain('Number 4')
    await page.keyboard.press('Enter')
    await inbox.message('Number 4').waitFor()
  })
})

describe('selecting a conversation', () => {
  it('needs no request after its row was hovered or focused', async () => {
    const { page, inbox, loaded, cutOff } = await agent()
    await inbox.row('Number 2').hover()
    await loaded(2)
    await inbox.row('Number 5').focus()
    await loaded(5)
    await cutOff()
    await page.keyboard.press('Enter')
    await inbox.message('Number 5').waitFor()
    await inbox.row('Number 2').click()
    await inbox.message('Number 2').waitFor()
    // The rest of the history is rendered after the first paint.
    await inbox.message('Line 1 of person 2').first().waitFor({ state: 'attached' })
  })
})

describe('the popups of a conversation', () => {
  it('open on the first use, by key and by pointer, and give the focus back', async () => {
    const { page, inbox } = await agent()
    await inbox.openRow('Number 7')
    const focusOn = (name: RegExp) =>
      expect
        .poll(() =>
          page.evaluate(() => {
            const { activeElement: element } = document
            return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
          }),
        )
        .toMatch(name)
    const priority = inbox.conversation.getByRole('button', { name: /^Priority/ })
    await priority.waitFor()
    await page.keyboard.press('l')
    await focusOn(/^Search labels$/)
    await page.keyboard.press('Escape')
    await focusOn(/^Label/)
    await priority.click()
    await page.getByRole('menuitem', { name: 'High', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await focusOn(/^Priority/)
    await priority.click()
    await page.getByRole('menuitem', { name: 'High', exact: true }).click()
    await inbox.conversation.getByRole('button', { name: 'Priority: High', exact: true }).waitFor()
  })

  it('share one tooltip', async () => {
    const { page, inbox } = await agent()
    await inbox.openRow('Number 7')
    await inbox.action('Insert an emoji').hover()
    await page.getByRole('tooltip', { name: 'Insert an emoji' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
  })
})
