import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()
const site = useHostSite()
/** Not the shared one: these tests count its rows. */
let service: Service
let database: DatabaseHandle
let organization: Organization

/** A first visit of the shop. */
let profile: Profile
let page: Page
let chat: Chat
/** Requests of the page to the service. */
let requests: Request[]
let sockets: string[]
let rowsBefore: Record<string, number>

beforeAll(async () => {
  service = await startService({ environment: { PARLEY_DEMO: '0' } })
  database = openDatabase(await service.databaseUrl(), { connections: 1 })
  organization = await foundOrganization(service, 'Lightweight')
  // The service's own rows, which its first rounds of work insert.
  await vi.waitFor(
    async () => expect(await countRows()).toMatchObject({ presence_process: 1, presence_record: 1 }),
    { timeout: 60_000, interval: 500 },
  )
})
afterAll(async () => {
  await database.close()
  await service.remove()
})

beforeEach(async () => {
  rowsBefore = await countRows()
  profile = await browser.profile()
  page = await profile.context.newPage()
  chat = chatOn(page)
  requests = []
  sockets = []
  page.on('request', (request) => {
    if (request.url().startsWith(service.url)) requests.push(request)
  })
  page.on('websocket', (socket) => sockets.push(socket.url()))
  const { id: providerId } = organization.provider
  // Arabic is the largest language.
  await page.goto(site.put('/', shopPage({ base: service.url, providerId, lang: 'ar', dir: 'rtl' })))
  await chat.launcher.waitFor()
  await page.waitForLoadState('networkidle')
})

describe('a page that embeds the widget', () => {
  it('loads one script and one small response, 4 KB together', async () => {
    expect(paths()).toEqual(['/sdk.js', `/v1/public/providers/${organization.provider.id}/widget`])
    expect(await scriptEncodings()).toEqual(['br'])
    expect(await download(requests)).toBeLessThanOrEqual(4_000)
  })

  it('leaves no cookie, no storage and no database in the browser, and no row on the service', async () => {
    expect(sockets).toEqual([])
    expect(await profile.context.cookies()).toEqual([])
    expect(await storedBy(page)).toEqual({ databases: [], local: [], session: [], caches: [], frames: 0 })
    expect(await grownTables()).toEqual([])
  })

  it('only downloads the chat when the pointer approaches', async () => {
    await chat.launcher.hover()
    await page.waitForLoadState('networkidle')
    await expect.poll(paths).toHaveLength(4)
    expect(sockets).toEqual([])
    expect(await profile.context.cookies()).toEqual([])
    expect(await storedBy(page)).toMatchObject({ databases: [], local: [], session: [] })
    expect(await grownTables()).toEqual([])
  })
})

describe('the first opening', () => {
  it('downloads the chat and one language, 26.75 KB together', async () => {
    await chat.open()
    await chat.log.getByText('مرحبًا! كيف يمكننا مساعدتك؟').waitFor()
    await page.waitForLoadState('networkidle')
    expect(paths().slice(2)).toEqual([
      expect.stringMatching(/^\/widget\/chat-[\w-]+\.js$/),
      expect.stringMatching(/^\/widget\/ar-[\w-]+\.js$/),
    ])
    expect(sockets).toEqual([`${service.url.replace('http', 'ws')}/v1/public/socket`])
    expect(await scriptEncodings()).toEqual(['br', 'br', 'br'])
    expect(await download(requests.slice(2))).toBeLessThanOrEqual(26_750)
    // Visitors are identified without a cookie, also with the chat open.
    expect(await profile.context.cookies()).toEqual([])
  })

  it('downloads nothing again on the next page', async () => {
    await chat.open()
    requests = []
    await page.reload()
    await chat.composer.waitFor()
    await page.waitForLoadState('networkidle')
    const parts = requests.filter((request) => request.url().includes('/widget/'))
    expect(parts).toHaveLength(2)
    expect(await transfer(parts)).toBe(0)
  })
})

const paths = () => requests.map((request) => new URL(request.url()).pathname)

const scriptEncodings = () =>
  Promise.all(
    requests
      .filter((request) => request.resourceType() === 'script')
      .map(async (request) => (await request.response())?.headerValue('content-encoding')),
  )

/**
 * Bytes of the response bodies as transferred: the unit of the build's limits
 * (.size-limit.json), measured with a real service and a real browser.
 */
async function download(asked: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(asked.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** Including headers; responses from the browser's cache count 0. */
async function transfer(asked: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(asked.map((request) => request.sizes()))
  const heads = sizes.reduce((sum, { responseHeadersSize }) => sum + responseHeadersSize, 0)
  return heads + (await download(asked))
}

const storedBy = (page: Page) =>
  page.evaluate(async () => ({
    databases: await indexedDB.databases(),
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    frames: window.frames.length,
  }))

/** Ignores tables with fewer rows: data of other tests expires meanwhile. */
async function grownTables(): Promise<string[]> {
  const rows = Object.entries(await countRows())
  return rows.filter(([name, count]) => count > (rowsBefore[name] ?? 0)).map(([name]) => name)
}

/** Row count of each table, without what the service writes by schedule: its jobs and the hourly backlog. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ name: string; rows: number }>(`
    SELECT table_name AS name,
      (xpath('//rows/text()', query_to_xml(
        format('SELECT count(*) AS rows FROM %I.%I', table_schema, table_name), false, true, ''
      )))[1]::text::integer AS rows
    FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'jobs')
      AND table_name NOT IN ('backlog_recorded', 'backlog_hour')`)
  expect(rows.length).toBeGreaterThan(10)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
}
