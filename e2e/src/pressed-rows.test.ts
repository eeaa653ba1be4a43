import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Pressed rows')
})

async function visitorSays(text: string): Promise<void> {
  const line = await visitorLine(service, organization.provider.id)
  await line.say(text)
  await line.close()
}

/** A tab of the owner. */
async function newPage(): Promise<Page> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  return profile.context.newPage()
}

it.each(['left', 'middle'] as const)(
  'a pressed row opens, although another conversation enters above it before the %s button is released',
  async (button) => {
    const [pressed, entered] = [`Pressed with the ${button} button`, `Enters above the ${button} button`]
    await visitorSays(pressed)
    const page = await newPage()
    await page.goto(organization.panel('/inbox/open'))
    const inbox = inboxOn(page)
    const open = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'All open' })
    const count = async () => Number((await open.innerText()).replace(/\D/g, ''))
    await inbox.row(pressed).hover()
    await expect.poll(count).toBeGreaterThan(0)
    const before = await count()
    const opened = button === 'left' ? page : page.context().waitForEvent('page')
    await page.mouse.down({ button })
    await visitorSays(entered)
    await expect.poll(count).toBe(before + 1)
    await page.mouse.up({ button })
    await inboxOn(await opened)
      .message(pressed)
      .waitFor()
    await inbox.row(entered).waitFor()
  },
)

it('a list whose row was dragged shows what enters after the drop', async () => {
  await visitorSays('Dragged away')
  const page = await newPage()
  await page.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.row('Dragged away').dragTo(page.getByText('Choose a conversation'))
  await visitorSays('Enters after the drop')
  await inbox.row('Enters after the drop').waitFor()
})

it('a list with a pressed row loads no further page before the release', async () => {
  for (const text of ['Last page', 'Third page', 'Second page', 'First page']) await visitorSays(text)
  const page = await newPage()
  // A list that was loaded before the connection is ready is loaded again then, which ends the request for its next page.
  await page.goto(organization.panel('/customers'))
  await page.getByRole('button', { name: 'calls: No mic' }).waitFor()
  const released = Promise.withResolvers<void>()
  let pages = 0
  await page.route(/\/conversations\?view=open/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('max', '1')
    if (url.searchParams.has('cursor')) {
      pages += 1
      await released.promise
    }
    await route.continue({ url: url.href })
  })
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'All open' }).click()
  const inbox = inboxOn(page)
  await inbox.row('First page').hover()
  await expect.poll(() => pages).toBe(1)
  await page.mouse.down()
  const second = page.waitForResponse(/\/conversations\?view=open.*cursor/)
  released.resolve()
  await (await second).finished()
  // Takes longer than a request for the next page would.
  await organization.call(organization.owner, 'POST', '/views', {
    name: 'Shared meanwhile',
    visibility: { type: 'personal' },
    view: 'open',
    filter: {},
    sort: 'newest',
  })
  await page.getByRole('link', { name: 'Shared meanwhile' }).waitFor()
  expect(pages).toBe(1)
  await page.mouse.up()
  await inbox.message('First page').waitFor()
  await inbox.row('Last page').waitFor()
})
