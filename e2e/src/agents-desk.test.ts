import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { visitorLine, type VisitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization
let colleague: Person
let visitors: VisitorLine[] = []

beforeEach(async () => {
  organization = await foundOrganization(service, 'Desk')
  colleague = await organization.join('Carl Colleague', 'agent')
})
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.close()
})

/** A new visitor sends the text. Returns the conversation that it starts. */
async function visitorSays(
  text: string,
): Promise<{ visitor: VisitorLine; conversation: string; customer: string }> {
  const visitor = await visitorLine(service, organization.provider.id)
  visitors.push(visitor)
  const sent = await visitor.say(text)
  return { visitor, conversation: sent.conversation_id, customer: sent.customer_id }
}

async function desk(
  path: string,
  person = organization.owner,
): Promise<{ profile: Profile; page: Page; inbox: Inbox }> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel(path))
  return { profile, page, inbox: inboxOn(page) }
}

const act = (conversation: string, action: string, body: object = {}, person = organization.owner) =>
  organization.call(person, 'POST', `/conversations/${conversation}/${action}`, body)

describe('the inbox', () => {
  it('sorts conversations into views and counts them, updated live', async () => {
    const mine = await visitorSays('This is for Olivia')
    await visitorSays('This is for whoever has time')
    const closed = await visitorSays('This is done')
    await act(mine.conversation, 'take-over')
    await act(closed.conversation, 'close')
    const { page, inbox } = await desk('/inbox/mine')
    const views = page.getByRole('navigation', { name: 'Views' })
    const counts = async () => {
      const texts = await views.getByRole('link').allTextContents()
      return texts.map((text) => text.replace(/(\d+)(.*)/, '$2 $1'))
    }
    await inbox.row('This is for Olivia').waitFor()
    await expect.poll(counts).toEqual(['Mine 1', 'Unassigned 1', 'All open 2', 'Closed 1'])
    await inbox.view('Closed')
    await inbox.row('This is done').waitFor()
    expect(await inbox.rows.count()).toBe(1)

    await inbox.view('Unassigned')
    await inbox.row('This is for whoever has time').waitFor()
    await visitorSays('I am new')
    await inbox.row('I am new').waitFor()
    expect(await inbox.rows.allTextContents()).toEqual([
      expect.stringContaining('I am new'),
      expect.stringContaining('This is for whoever has time'),
    ])
    await expect.poll(counts).toEqual(['Mine 1', 'Unassigned 2', 'All open 3', 'Closed 1'])
    await saveScreenshot(page, 'panel-inbox')
  })

  it('finds conversations by text and name; the search is part of the URL', async () => {
    const teapot = await visitorSays('Do you repair teapots?')
    await visitorSays('Where is my order?')
    await teapot.visitor.say('It is cracked at the spout.')
    await organization.call(organization.owner, 'PATCH', `/customers/${teapot.customer}`, {
      first_name: 'Nora',
      last_name: 'Ødegård',
    })
    const { page, inbox } = await desk('/inbox/open')
    const field = page.getByLabel('Search names and messages')
    for (const words of ['spout', 'Ødegård', 'nora']) {
      await field.fill(words)
      await expect.poll(() => inbox.rows.allTextContents()).toEqual([expect.stringContaining('Nora Ødegård')])
      await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(words)
    }
    await page.reload()
    await inbox.row('Nora Ødegård').waitFor()
    expect(await field.inputValue()).toBe('nora')
    await saveScreenshot(page, 'panel-search')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await inbox.row('Where is my order?').waitFor()
  })

  it('shows in the tab title on every page how many of my conversations wait', async () => {
    const { visitor, conversation } = await visitorSays('Hello')
    await act(conversation, 'take-over')
    const { page } = await desk('/settings/team')
    await visitor.say('Are you there?')
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await inboxOn(page).openRow('Are you there?')
    await expect.poll(() => page.title()).not.toMatch(/^\(/)
  })
})

describe('a URL', () => {
  it('of a conversation opens it in any tab', async () => {
    const { conversation } = await visitorSays('Deep in the inbox')
    const { inbox } = await desk(`/inbox/open/${conversation}`)
    await inbox.message('Deep in the inbox').waitFor()
  })

  it('of another organization’s conversation shows that it does not exist', async () => {
    const stranger = await foundOrganization(service, 'Next door')
    const theirs = await visitorLine(service, stranger.provider.id)
    const { conversation_id: conversation } = await theirs.say('A secret')
    const profile = await browser.profile()
    // The browser logs the refused request.
    profile.expectErrors(/404 \(Not Found\)/)
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel(`/inbox/open/${conversation}`))
    await page.getByText('This conversation does not exist or you do not have access.').waitFor()
    expect(await page.getByText('A secret').count()).toBe(0)
    await theirs.close()
  })
})

describe('the customer beside the conversation', () => {
  it('is renamed, which every list and every colleague shows at once', async () => {
    const { conversation } = await visitorSays('My name is Nora')
    const { page, inbox, profile: own } = await desk(`/inbox/open/${conversation}`)
    // The browser logs requests that the service refuses.
    own.expectErrors(/400 \(Bad Request\)/)
    const carl = await desk('/inbox/open', colleague)
    await carl.inbox.openRow('My name is Nora')

    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Edit' }).click()
    await profile.getByLabel('First name').fill('Nora')
    await profile.getByLabel('Last name').fill('Berg')
    await profile.getByLabel('E-mail').fill('nora')
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('This is not a valid e-mail address.').waitFor()
    await saveScreenshot(page, 'panel-customer-edit')
    await profile.getByLabel('E-mail').fill('nora@example.com')
    await profile.getByRole('button', { name: 'Save' }).click()

    for (const side of [inbox, carl.inbox]) {
      await side.conversation.getByRole('heading', { name: 'Nora Berg' }).waitFor()
      await side.row('Nora Berg').waitFor()
    }
    await carl.page.getByRole('link', { name: 'nora@example.com' }).waitFor()
    await saveScreenshot(carl.page, 'panel-customer-named')
  })

  it('can have a dedicated agent, who gets the next conversation', async () => {
    const { visitor, conversation } = await visitorSays('I liked talking to Carl')
    const { page, inbox } = await desk(`/inbox/open/${conversation}`)
    const dedicated = page.getByRole('region', { name: 'Dedicated agent' })
    await dedicated.getByRole('button').click()
    await page.getByRole('option', { name: /Carl Colleague/ }).click()
    await dedicated.getByRole('button', { name: /Carl Colleague/ }).waitFor()
    await inbox.action('Close').click()
    await inbox.conversation.getByText('This conversation is closed.').waitFor()

    const carl = await desk('/inbox/mine', colleague)
    await visitor.say('Here I am again')
    await carl.inbox.openRow('Here I am again')
    await carl.inbox.conversation.getByRole('button', { name: 'Assigned to Carl Colleague' }).waitFor()

    const earlier = carl.page.getByRole('region', { name: 'Conversations' }).getByRole('link')
    await expect.poll(() => earlier.count()).toBe(2)
    // One is open, and the other is not.
    await expect
      .poll(async () => (await earlier.allTextContents()).filter((text) => text.includes('Open now')))
      .toHaveLength(1)
    await saveScreenshot(carl.page, 'panel-earlier-conversations')
  })
})

describe('the palette', () => {
  it('opens every page with a few letters', async () => {
    const { page } = await desk('/inbox/open')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    // Typed into the focused field: until the palette takes the focus, two fields match.
    await page.keyboard.type('people')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('option', { name: 'People' }).first().waitFor()
    await saveScreenshot(page, 'panel-palette')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  })
})
