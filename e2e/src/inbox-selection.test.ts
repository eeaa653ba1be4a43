import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { firstInSight } from './harness/held-history.ts'
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

interface LogFrame {
  messages: number
  /** From the top of the log to the divider, and from the end of the rows to the bottom of the log (px). */
  above: number
  below: number
  /** Rows were added while the log was a live region. */
  isAnnounced: boolean
}

/**
 * Observes the log from its first rows on. Returns the messages of each change, and their positions once it was painted.
 * @param scrollUp pixels that the reader scrolls up as soon as the first rows are there
 */
async function watchLog(page: Page, scrollUp = 0): Promise<() => Promise<LogFrame[]>> {
  const frames = await page.evaluateHandle((scrollUp) => {
    const painted: LogFrame[] = []
    let isFirst = true
    const observer = new MutationObserver((changes) => {
      const log = document.querySelector('[role=log]')
      const divider = log?.querySelector('[data-key=new]')
      if (!log || !divider) return
      const isAnnounced =
        log.getAttribute('aria-live') !== 'off' &&
        changes.some(({ target, addedNodes }) => log.contains(target) && addedNodes.length > 0)
      if (isFirst && scrollUp > 0) {
        log.scrollTop -= scrollUp
        log.dispatchEvent(new Event('scroll'))
      }
      isFirst = false
      // Counted here: the next change may come before the frame.
      const messages = log.querySelectorAll('article').length
      requestAnimationFrame(() =>
        setTimeout(() => {
          const { top, bottom } = log.getBoundingClientRect()
          painted.push({
            messages,
            above: divider.getBoundingClientRect().top - top,
            below: (log.lastElementChild?.getBoundingClientRect().bottom ?? 0) - bottom,
            isAnnounced,
          })
        }),
      )
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return painted
  }, scrollUp)
  return () => frames.jsonValue()
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

describe('the checkbox of a row', () => {
  it('leaves the shortcuts of the list on, which start from its row', async () => {
    const { page, inbox } = await agent()
    const box = (text: string) => inbox.rows.locator('..').filter({ hasText: text }).getByRole('checkbox')
    await box('Number 6').click()
    await page.keyboard.press('x')
    await expect.poll(() => box('Number 6').isChecked()).toBe(false)
    await page.keyboard.press('Space')
    await expect.poll(() => box('Number 6').isChecked()).toBe(true)
    await page.keyboard.press('j')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent))
      .toContain('Number 5')
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

describe('selecting an unread conversation', () => {
  /**
   * Read up to the agent's answer; what follows does not fit into the window.
   * @param assigned where the line that tells of the assignment is added: with the answer or further up
   */
  async function unread(text: string, assigned: 'with answer' | 'further up'): Promise<void> {
    const line = await visitorLine(service, organization.provider.id)
    const { customer_id: customerId } = await line.say('Read line 1')
    const agent = await agentLine(service, organization.id, organization.owner, customerId)
    if (assigned === 'further up') await agent.say('Welcome')
    for (let index = 2; index <= 12; index += 1) await line.say(`Read line ${index}`)
    await agent.say('Answered')
    await agent.close()
    for (let index = 1; index <= 23; index += 1) await line.say(`New line ${index}`)
    await line.say(text)
    await line.close()
  }

  it('paints the rows around the divider and adds the others without moving or announcing anything', async () => {
    await unread('Anybody there', 'with answer')
    const { page, inbox } = await agent()
    await inbox.row('Anybody there').hover()
    const frames = await watchLog(page)
    await inbox.openRow('Anybody there')
    await expect.poll(() => inbox.messages.count()).toBe(37)
    await expect.poll(() => inbox.log.getAttribute('aria-live')).toBe('polite')

    const [first, ...others] = await frames()
    expect(first?.messages).toBeLessThan(37)
    expect(first?.above).toBeGreaterThan(50)
    expect(first?.below).toBeGreaterThan(0)
    expect(others.at(-1)?.messages).toBe(37)
    for (const frame of others) expect(Math.abs(frame.above - (first?.above ?? NaN))).toBeLessThanOrEqual(1)
    expect([first, ...others].filter((frame) => frame?.isAnnounced)).toEqual([])
  })

  it('keeps the place of a reader who scrolls before the others are added', async () => {
    await unread('Somebody else', 'further up')
    const { page, inbox } = await agent()
    await inbox.row('Somebody else').hover()
    const frames = await watchLog(page, 20)
    await inbox.openRow('Somebody else')
    await expect.poll(async () => (await frames()).at(-1)?.messages).toBe(38)
    await inbox.log.getByText('Assigned to you').waitFor({ state: 'attached' })
    const opened = await inbox.log.evaluate((log) => Math.round(log.clientHeight / 4))
    for (const { above } of await frames()) expect(Math.abs(above - opened - 20)).toBeLessThanOrEqual(1)
  })
})

describe('a closed conversation', () => {
  it('stays at the new message when the customer writes again', async () => {
    const line = await visitorLine(service, organization.provider.id)
    for (let text = 1; text < 40; text += 1) await line.say(`Old line ${text}`)
    const { conversation_id: id, customer_id: customerId } = await line.say('Thanks')
    const reply = await agentLine(service, organization.id, organization.owner, customerId)
    await reply.say('That is all')
    await reply.close()
    const { inbox } = await agent()
    await inbox.openRow('That is all')
    await organization.call(organization.owner, 'POST', `/conversations/${id}/close`)
    await inbox.conversation.getByText('This conversation is closed.').waitFor()
    await line.say('One more question')
    // The row of the new conversation: the customer's list has it too.
    await inbox.row('One more question').waitFor()
    await inbox.message('One more question').waitFor()
    await firstInSight(inbox.log)
    const isVisible = await inbox.message('One more question').evaluate((message) => {
      const log = message.closest('[role=log]')?.getBoundingClientRect()
      const { top, bottom } = message.getBoundingClientRect()
      return log !== undefined && top >= log.top && bottom <= log.bottom
    })
    expect(isVisible).toBe(true)
    await line.close()
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

  it('leave the choice between reply and note to the arrow keys', async () => {
    const { page, inbox } = await agent()
    await inbox.openRow('Number 7')
    const modes = inbox.conversation.getByRole('radiogroup', { name: 'Reply or note' })
    const reply = modes.getByRole('radio', { name: 'Reply' })
    await reply.focus()
    expect(await reply.isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight')
    await modes.getByRole('radio', { name: 'Note', checked: true }).waitFor()
    await inbox.conversation.getByRole('textbox', { name: /^Private note/ }).waitFor()
    await modes.getByText('Reply').click()
    await inbox.composer.waitFor()
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
