import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Inbox list')
})

/** Returns the conversation's id. */
async function visitorSays(text: string): Promise<string> {
  const line = await visitorLine(service, organization.provider.id)
  const { conversation_id: id } = await line.say(text)
  await line.close()
  return id
}

async function owner(): Promise<Profile> {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  return profile
}

const searchField = (page: Page) => page.getByLabel('Search names and messages')
const searched = (page: Page) => new URL(page.url()).searchParams.get('q')

it('a list whose loaded conversations have all left shows the older ones, not that there are none', async () => {
  const ids: string[] = []
  for (const text of ['Oldest', 'Older', 'Newest']) ids.push(await visitorSays(text))
  const profile = await owner()
  profile.expectErrors(/403 \(Forbidden\)/)
  const page = await profile.context.newPage()
  let refusesMore = true
  await page.route(/\/conversations\?view=open/, (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('cursor') && refusesMore)
      return route.fulfill({ status: 403, json: { code: 'forbidden', message: 'Not now' } })
    url.searchParams.set('max', '2')
    return route.continue({ url: url.href })
  })
  await page.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await inbox.rows.count()).toBe(2)
  await page.getByRole('status').filter({ hasText: 'First 2 conversations' }).waitFor({ state: 'attached' })

  for (const id of ids.slice(1))
    await organization.call(organization.owner, 'POST', `/conversations/${id}/close`)
  await expect.poll(() => inbox.rows.count()).toBe(0)
  await retry.waitFor()
  expect(await page.getByText('No open conversations').count()).toBe(0)
  await visitorSays('Meanwhile')
  await inbox.row('Meanwhile').waitFor()
  refusesMore = false
  await retry.click()
  await inbox.row('Oldest').waitFor()
  expect(await inbox.rows.count()).toBe(2)
})

it('a letter typed while a search is being opened stays in the field', async () => {
  const profile = await owner()
  await profile.context.addInitScript(() => {
    const replaceState = history.replaceState.bind(history)
    history.replaceState = (data, unused, url) => {
      replaceState(data, unused, url)
      if (String(url).endsWith('q=tea')) dispatchEvent(new Event('search-opens'))
    }
  })
  const page = await profile.open(organization.panel('/inbox/open'))
  await searchField(page).waitFor()
  const shown = await searchField(page).evaluateHandle((field: HTMLInputElement) => {
    const shown: string[] = []
    const look = () => {
      if (shown.at(-1) !== field.value) shown.push(field.value)
      requestAnimationFrame(look)
    }
    addEventListener('search-opens', () => {
      field.setSelectionRange(3, 3)
      document.execCommand('insertText', false, 'p')
      look()
    })
    return shown
  })
  await searchField(page).fill('tea')
  await expect.poll(() => searched(page)).toBe('teap')
  await page.getByText('No results for “teap”').waitFor()
  expect(await shown.jsonValue()).toEqual(['teap'])
})

it('a search typed just before another view is opened applies to that view', async () => {
  const page = await (await owner()).open(organization.panel('/inbox/open'))
  await searchField(page).fill('nothing')
  await page.getByText('No results for “nothing”').waitFor()
  const closed = await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Closed' })
    .elementHandle()
  await searchField(page).focus()
  await page.evaluate((link) => {
    document.execCommand('insertText', false, '!')
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }, closed)
  await expect.poll(() => searched(page)).toBe('nothing!')
  expect(new URL(page.url()).pathname).toMatch(/\/inbox\/closed$/)
})

it('many messages at once reload the counts at most every 400 ms', async () => {
  const profile = await owner()
  await profile.context.addInitScript(() => {
    const request = fetch
    const starts: number[] = []
    Object.assign(globalThis, { starts })
    globalThis.fetch = (url, options) => {
      if (typeof url === 'string' && url.endsWith('/conversations/counts')) starts.push(performance.now())
      return request(url, options)
    }
  })
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  const counts = () => page.evaluate(() => [...(globalThis as unknown as { starts: number[] }).starts])
  const line = await visitorLine(service, organization.provider.id)
  for (const text of ['Hello', 'Is it open?']) {
    await line.say(text)
    await inbox.row(text).waitFor()
  }
  const before = (await counts()).length
  for (let count = 1; count <= 10; count += 1) await line.say(`Message ${count}`)
  await expect.poll(async () => (await counts()).length).toBeGreaterThan(before)
  await line.say('Good bye')
  await expect.poll(async () => (await counts()).length).toBeGreaterThan(before + 1)
  await line.close()
  const [first = 0, ...later] = (await counts()).slice(before)
  let last = first
  for (const start of later) {
    // A request may start a little after its timer.
    expect(start - last).toBeGreaterThan(300)
    last = start
  }
})

it('keys go on into the search field when a conversation finishes loading', async () => {
  const id = await visitorSays('Loads slowly')
  const page = await (await owner()).open(organization.panel('/inbox/closed'))
  const held = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await page.route(`**/conversations/${id}`, hold)
  await page.goto(organization.panel(`/inbox/closed/${id}`))
  await searchField(page).waitFor()
  await searchField(page).focus()
  await page.keyboard.type('te')
  held.resolve()
  await inboxOn(page).message('Loads slowly').waitFor()
  await page.keyboard.type('apot')
  expect(await searchField(page).inputValue()).toBe('teapot')
})

it('a file dropped beside the messages does not replace the panel', async () => {
  const page = await (await owner()).open(organization.panel('/inbox/open'))
  const views = page.getByRole('navigation', { name: 'Views' })
  await views.waitFor()
  const refused = await views.evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['text'], 'list.txt'))
    const events = ['dragover', 'drop'].map(
      (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
    )
    return events.map((event) => !element.dispatchEvent(event))
  })
  expect(refused).toEqual([true, true])
})

it('the keyboard help returns the focus to the row, also when the palette opened it', async () => {
  await visitorSays('Read with keys')
  const page = await (await owner()).open(organization.panel('/inbox/open'))
  await inboxOn(page).row('Read with keys').waitFor()
  await page.keyboard.press('j')
  const focused = await page.evaluateHandle(() => document.activeElement)
  expect(await focused.evaluate((element) => element === document.body)).toBe(false)
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const returned = () => focused.evaluate((element) => element === document.activeElement)

  await page.keyboard.press('?')
  await help.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await expect.poll(returned).toBe(true)

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('Keyboard sh')
  await page.keyboard.press('Enter')
  await help.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await expect.poll(returned).toBe(true)
})

it('a page opened offline says so, and opens with its styles when the network is back', async () => {
  const profile = await owner()
  profile.expectErrors(
    /ERR_INTERNET_DISCONNECTED/,
    /Failed to fetch dynamically|Unable to preload CSS|network/,
  )
  const page = await profile.open(organization.panel('/inbox/open'))
  await searchField(page).waitFor()
  await page.waitForLoadState('networkidle')
  await profile.context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  await profile.context.setOffline(false)
  const column = page.getByRole('region', { name: 'Customers' })
  await column.waitFor()
  expect(await column.evaluate((element) => getComputedStyle(element).display)).toBe('flex')
})

it('a page opened while the service is down opens once it runs again, in the same panel', async () => {
  const profile = await owner()
  profile.expectErrors(/ERR_CONNECTION_REFUSED/, /Failed to fetch dynamically|Unable to preload CSS|network/)
  const page = await profile.open(organization.panel('/settings/labels'))
  await page.getByRole('heading', { level: 1, name: 'Labels' }).waitFor()
  await page.waitForLoadState('networkidle')
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  const files = '**/panel/**'
  await page.route(files, (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Business hours' }).click()
  await page.getByText('The service cannot be reached.').waitFor()
  // Any network makes the browser online.
  const check = page.waitForEvent('requestfailed', (request) => request.url() === `${service.url}/panel/`)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await check
  await page.unroute(files)
  await page.getByRole('heading', { level: 1, name: 'Business hours' }).waitFor()
  expect(loads).toBe(0)
})

it('keyboard help that failed to load offline opens with its styles when the network is back', async () => {
  const profile = await owner()
  profile.expectErrors(/ERR_INTERNET_DISCONNECTED/)
  const page = await profile.open(organization.panel('/inbox/open'))
  await searchField(page).waitFor()
  await page.waitForLoadState('networkidle')
  await profile.context.setOffline(true)
  await page.keyboard.press('?')
  await page.getByText('The service cannot be reached.').waitFor()
  await profile.context.setOffline(false)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  expect(
    await help
      .locator('dl > div')
      .first()
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('flex')
})
