import { findChromium } from '@parley/e2e/find-chromium'
import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Locator } from 'playwright-core'
import type { BenchOptions } from '../arguments.ts'
import { clientId, startProduct, type ProductServer } from '../chat/product.ts'
import { openVisitor } from '../chat/wire.ts'
import { fixed, median, percentile, row } from '../figures.ts'
import { measureFloor, watchSelection, type Selection, type Window } from './selection-times.ts'

const messagesEach = 40

/**
 * `npm run bench -- selection`: from the press on a conversation's row to the frame that shows its last message, in the
 * panel. The floor is a press that changes one text of the same page.
 */
export async function benchSelection(options: BenchOptions): Promise<void> {
  const found = await findChromium()
  if (!found) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-database-'))
  const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: console.warn } })
  const people = options.quick ? 6 : 30
  const product = await startProduct(database.url)
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    await converse(product, people)
    console.log(
      `\nselecting a conversation of ${messagesEach} messages, ${people} conversations; ms from the press to the frame that shows it`,
    )
    row('', 'p50', 'p95', 'max', 'main thread')
    const open = async () => openInbox(await browser.newContext(), product)
    const hovered = await open()
    report('floor: one text changes', await measureFloor(hovered, people))
    report('pointer rested on the row', await select(hovered, people, (link) => link.hover()))
    report('selected again', await select(hovered, people, async () => {}))
    report('pressed at once', await select(await open(), people, async () => {}))
  } finally {
    await browser.close()
    await product.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Every person writes their messages; the last one has their number. */
async function converse({ base, providerId }: ProductServer, people: number): Promise<void> {
  for (let person = 1; person <= people; person++) {
    const wire = await openVisitor(base, providerId)
    for (let text = 1; text <= messagesEach; text++) {
      const content = text < messagesEach ? `Line ${text} with some words.` : lastMessage(person)
      await wire.request('message.send', { client_id: clientId(), content })
    }
    wire.close()
  }
}

const lastMessage = (person: number) => `Person ${person} is speaking.`

async function openInbox(
  context: BrowserContext,
  { base, cookie, organizationId }: ProductServer,
): Promise<Window> {
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  await context.addCookies([{ name, value, url: base, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`${base}/panel/o/${organizationId}/inbox/open`)
  await page.getByRole('list', { name: /^Conversations/ }).waitFor()
  return { page, session }
}

/** Selects each conversation once. */
async function select(
  window: Window,
  people: number,
  before: (link: Locator) => Promise<unknown>,
): Promise<Selection[]> {
  const { page } = window
  const times: Selection[] = []
  const rows = page.getByRole('list', { name: /^Conversations/ }).getByRole('link')
  for (let person = 1; person <= people; person++) {
    const link = rows.filter({ hasText: lastMessage(person) })
    await link.scrollIntoViewIfNeeded()
    await before(link)
    // A person presses about 200 ms after the pointer came to rest.
    await page.waitForTimeout(200)
    times.push(await watchSelection(window, link, lastMessage(person)))
  }
  return times
}

function report(title: string, selections: Selection[]): void {
  const times = selections.map(({ untilShown }) => untilShown)
  row(
    title,
    fixed(percentile(times, 0.5)),
    fixed(percentile(times, 0.95)),
    fixed(percentile(times, 1)),
    fixed(median(selections.map(({ mainThread }) => mainThread))),
  )
}
