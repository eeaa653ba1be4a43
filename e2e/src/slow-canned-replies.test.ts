import type { BrowserContext } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Slow replies')
  await addReply('refund', 'It takes a day.')
  await addReply('status', '/status lists your orders.')
  await addReply('dear', 'Dear {{customer.last_name}}, thank you.')
})

const addReply = (shortcut: string, content: string) =>
  organization.call(organization.owner, 'POST', '/canned-replies', {
    shortcut,
    content,
    visibility: { type: 'organization' },
  })

async function ownerInInbox(prepare = async (_context: BrowserContext) => {}) {
  const profile = await browser.profile()
  await prepare(profile.context)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  return { page, inbox: inboxOn(page), profile }
}

/** Timers of 2 s, the panel's wait for values, never run: on a busy machine the steps of a test may take longer. */
async function withoutTimeout(context: BrowserContext) {
  await context.addInitScript(() => {
    const start = window.setTimeout.bind(window)
    const never = 2 ** 31 - 1
    Object.assign(window, {
      setTimeout: (run: () => void, delayMs?: number) => start(run, delayMs === 2000 ? never : delayMs),
    })
  })
}

/** The conversation of a visitor, before the customer's data for the variables has been loaded. */
async function withoutCustomer(greeting: string, prepare = withoutTimeout) {
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox } = await ownerInInbox(prepare)
  const customer = await holdRequest(page, 'GET', /\/customers\/[^/?]+$/)
  await inbox.openRow(greeting)
  await customer.asked
  async function choose(shortcut: string) {
    await inbox.composer.pressSequentially(`/${shortcut}`)
    await page.getByRole('option', { name: `/${shortcut}` }).waitFor()
    await inbox.composer.press('Enter')
  }
  return { page, inbox, chat, customer, choose }
}

it('a canned reply that is chosen again while it waits for the customer is inserted once', async () => {
  const { inbox, customer, choose } = await withoutCustomer('Which command lists my orders?')
  await choose('status')
  await inbox.composer.press('Enter')
  await customer.release()
  await expect.poll(() => inbox.composer.inputValue()).toBe('/status lists your orders.')
})

it('a canned reply is inserted without the values of a customer who does not load', async () => {
  const { page, inbox, choose } = await withoutCustomer('Did you get my letter?', async () => {})
  await choose('dear')
  await page.getByText('This variable was not filled in.').waitFor()
  expect(await inbox.composer.inputValue()).toBe('Dear {{customer.last_name}}, thank you.')
})

it('a canned reply whose shortcut was sent while it waited is not inserted into the next message', async () => {
  const { inbox, chat, customer, choose } = await withoutCustomer('Is that a command?')
  await choose('refund')
  await inbox.composer.press('Escape')
  await inbox.composer.press('Enter')
  await inbox.composer.pressSequentially('As above')
  await customer.release()
  await chat.message('/refund').waitFor()
  await inbox.composer.press('Enter')
  await chat.message('As above').waitFor()
  expect(await inbox.composer.inputValue()).toBe('')
  expect(await chat.log.innerText()).not.toContain('It takes a day.')
})

it('a canned reply whose conversation was left while it waited is not inserted', async () => {
  const other = 'Where is the entrance?'
  await visitorWho(organization, other)
  const greeting = 'Where is the exit?'
  const { inbox, customer, choose } = await withoutCustomer(greeting)
  await choose('refund')
  await inbox.openRow(other)
  await customer.release()
  await inbox.openRow(greeting)
  expect(await inbox.composer.inputValue()).toBe('/refund')
})

const heldNote = 'Canned replies could not be loaded. Press Enter again to send it as text.'

it('a shortcut is sent as text only after a second Enter if the canned replies cannot be loaded', async () => {
  const greeting = 'Are you refunding?'
  const { chat } = await visitorWho(organization, greeting)
  const { page, inbox, profile } = await ownerInInbox()
  profile.expectErrors(/403/)
  await page.route(/\/canned-replies\?/, (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden' } }),
  )
  await inbox.openRow(greeting)
  await inbox.composer.pressSequentially('/refund')
  await page.getByText('Canned replies could not be loaded.').waitFor()
  await inbox.composer.press('Enter')
  await page.getByText(heldNote).waitFor()
  expect(await inbox.composer.inputValue()).toBe('/refund')
  await inbox.composer.press('Enter')
  await chat.message('/refund').waitFor()
})

it('a shortcut that was held offline completes once the canned replies have been loaded', async () => {
  const greeting = 'Is the refund a voucher?'
  await visitorWho(organization, greeting)
  const { page, inbox, profile } = await ownerInInbox()
  profile.expectErrors(/ERR_INTERNET_DISCONNECTED/, /WebSocket/)
  await inbox.openRow(greeting)
  await profile.context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await inbox.composer.pressSequentially('/refund')
  await inbox.composer.press('Enter')
  await page.getByText(heldNote).waitFor()
  expect(await inbox.composer.inputValue()).toBe('/refund')
  await profile.context.setOffline(false)
  await page.getByRole('option', { name: '/refund' }).waitFor()
  await inbox.composer.press('Enter')
  await expect.poll(() => inbox.composer.inputValue()).toBe('It takes a day.')
})
