import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization
let colleague: Person

beforeAll(async () => {
  organization = await foundOrganization(service, 'Reports')
  colleague = await organization.join('Carl Colleague', 'agent')
})

async function panelOf(person: Person, path: string): Promise<Page> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  return profile.open(organization.panel(path))
}

const dayMs = 86_400_000
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Waits until the facts of as many conversations are written. */
async function expectStarted(count: number, of = organization): Promise<void> {
  await expect
    .poll(async () => {
      const days = `from=${day(Date.now() - dayMs)}&to=${day(Date.now())}`
      const report = await of.call(of.owner, 'GET', `/reports/conversations?${days}`)
      return report.totals.started.count
    })
    .toBe(count)
}

it('agents have no reports', async () => {
  const page = await panelOf(colleague, '/reports')
  await page.getByRole('heading', { name: 'Admins only' }).waitFor()
  expect(await page.getByRole('link', { name: 'Reports', exact: true }).count()).toBe(0)
})

it('an admin reads figures, what is behind them, and their CSV', async () => {
  for (const words of ['Where is my parcel?', 'Do you have lids?']) {
    const line = await visitorLine(service, organization.provider.id)
    await line.say(words)
    await line.close()
  }
  await expectStarted(2)
  const page = await panelOf(organization.owner, '/customers')
  const sheet = page.getByRole('dialog')
  const table = page.getByRole('table', { name: 'Over time' })

  // The queue now.
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Live', exact: true }).waitFor()
  await page.getByRole('row', { name: /^Olivia Owner/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-reports-live')

  // The figures of a period: two conversations started today.
  const reports = page.getByRole('navigation', { name: 'Reports' })
  await reports.getByRole('link', { name: 'Conversations', exact: true }).click()
  await page.getByRole('heading', { name: 'Started and closed' }).waitFor()
  const started = page.getByRole('definition').first()
  await started.getByRole('link', { name: '2', exact: true }).waitFor()
  await page.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' })
  expect(await findBarriers(page)).toEqual([])
  await saveScreenshot(page, 'panel-reports-conversations')

  // The row of the day leads to both with the keyboard; the address holds the choice.
  await table.getByRole('link', { name: '2', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await sheet.getByText('2 results').waitFor()
  expect(await sheet.getByRole('listitem').count()).toBe(2)
  expect(new URL(page.url()).searchParams.get('metric')).toBe('started')
  await saveScreenshot(page, 'panel-reports-behind')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('metric')).toBe(false)

  // The file has the table's columns.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).last().click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^conversations-.+\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines.some((line) => line.includes('started'))).toBe(true)

  // A filter in the address that nothing matches.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Channel', exact: true }).selectOption('telegram')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'No figures for these filters' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter Channel: Telegram' }).waitFor()
  const mailbox = { id: crypto.randomUUID(), channel: 'email', name: 'Shop support' }
  await page.route(/\/channels\/names$/, (route) => route.fulfill({ json: { data: [mailbox] } }))
  await page.reload()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Widget', exact: true }).selectOption('Shop support')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter Widget: Shop support' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  // As of an imported conversation.
  const unnamed = { id: crypto.randomUUID(), name: '', avatar_url: null }
  await page.route(/\/reports\/conversations\/items/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({
      json: { ...rest, data: data.map((item: object) => ({ ...item, agent: unnamed })) },
    })
  })

  // From a figure to the conversation.
  await started.getByRole('link', { name: '2', exact: true }).click()
  await sheet.getByRole('listitem').filter({ hasText: '· Deleted' }).first().getByRole('link').click()
  await page.getByRole('log').waitFor()
})

it('charts that cannot be loaded are announced once, and again after each try', async () => {
  const charts = await foundOrganization(service, 'Charts')
  const line = await visitorLine(service, charts.provider.id)
  await line.say('Where is my parcel?')
  await line.close()
  await expectStarted(1, charts)
  const profile = await browser.profile()
  profile.expectErrors(/net::ERR_FAILED/)
  await signIn(profile, service, charts.owner)
  const page = await profile.context.newPage()
  const drawing = /\/plot-[\w-]{8}\.js/
  await page.route(drawing, (route) => route.abort())
  // Otherwise the missing code counts as that of a former build.
  await page.route(`${service.url}/panel/`, (route) => route.abort())
  await page.goto(charts.panel('/reports/conversations'))
  const retries = page.getByRole('main').getByRole('button', { name: 'Try again' })
  const announced = page.getByRole('main').getByRole('alert')
  await announced.getByText('The service cannot be reached.').waitFor()
  expect(await retries.count()).toBeGreaterThan(1)
  expect(await announced.count()).toBe(1)

  const first = await announced.elementHandle()
  await retries.last().click()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await announced.getByText('The service cannot be reached.').waitFor()
  expect(await announced.count()).toBe(1)
  await page.unroute(drawing)
  await retries.last().click()
  await page.locator('.recharts-surface').first().waitFor()
})
