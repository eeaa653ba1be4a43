import { findChromium } from '@parley/e2e/find-chromium'
import { chromium, type BrowserContext, type Locator } from 'playwright-core'
import type { MessageSent } from '@parley/protocol/message'
import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { clientId, startProduct, type ProductServer } from '../chat/product.ts'
import { openVisitor, openWire } from '../chat/wire.ts'
import { fixed, median, percentile, row } from '../figures.ts'
import { measureFloor, watchSelection, type Selection, type Window } from './selection-times.ts'

const messagesEach = 40
/** Before the "New" divider. */
const readEach = 10

/**
 * `npm run bench -- selection`: from the press on a conversation's row to the frame that shows the messages at which it opens, in
 * the panel: the first unread one, or the last one when all are answered. The floor is a press that changes one text of the same page.
 */
export async function benchSelection(options: BenchOptions): Promise<void> {
  const found = await findChromium()
  if (!found) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  const database = await startDatabase()
  const people = options.quick ? 6 : 30
  const product = await startProduct(database.url)
  const browser = await chromium.launch({ executablePath: found.path })
  try {
    const customers = await converse(product, people)
    console.log(
      `\nselecting a conversation of ${messagesEach} messages, ${people} conversations; ms from the press to the frame that shows it`,
    )
    row('', 'p50', 'p95', 'max', 'main thread')
    const open = async () => openInbox(await browser.newContext(), product)
    const hovered = await open()
    report('floor: one text changes', await measureFloor(hovered, people))
    const unread = { row: last, shown: firstUnread }
    report('unread, pointer rested', await select(hovered, people, unread, (link) => link.hover()))
    report('unread, selected again', await select(hovered, people, unread, async () => {}))
    report('unread, pressed at once', await select(await open(), people, unread, async () => {}))
    await say(product, customers, answer)
    const read = { row: answer, shown: answer }
    const answered = await open()
    report('read, pointer rested', await select(answered, people, read, (link) => link.hover()))
    report('read, selected again', await select(answered, people, read, async () => {}))
    report('read, pressed at once', await select(await open(), people, read, async () => {}))
  } finally {
    await browser.close()
    await product.stop()
    await database.stop()
  }
}

/** A text with the number of the person. */
type TextOf = (person: number) => string

const middle: TextOf = (person) => `Answer in the middle to person ${person}.`
const firstUnread: TextOf = (person) => `Person ${person} is back.`
const last: TextOf = (person) => `Person ${person} is speaking.`
const answer: TextOf = (person) => `Answer to person ${person}.`

/**
 * Every person writes their messages, which are answered in between.
 * @returns their ids
 */
async function converse(product: ProductServer, people: number): Promise<string[]> {
  const wires = await Promise.all(
    Array.from({ length: people }, () => openVisitor(product.base, product.providerId)),
  )
  const customers: string[] = []
  const write = async (from: number, to: number) => {
    for (const [index, wire] of wires.entries())
      for (let text = from; text <= to; text++) {
        const person = index + 1
        const content =
          text === readEach + 1
            ? firstUnread(person)
            : text === messagesEach
              ? last(person)
              : `Line ${text} with some words.`
        const sent = await wire.request<MessageSent>('message.send', { client_id: clientId(), content })
        customers[index] = sent.customer_id
      }
  }
  await write(1, readEach)
  await say(product, customers, middle)
  await write(readEach + 1, messagesEach)
  for (const wire of wires) wire.close()
  return customers
}

/** Sends every customer a message of the agent. */
async function say(product: ProductServer, customers: string[], textOf: TextOf): Promise<void> {
  const { base, cookie, organizationId } = product
  const wire = await openWire(`${base.replace('http', 'ws')}/v1/socket`, { origin: base, cookie })
  await wire.request('agent.connect', { organization_id: organizationId })
  for (const [index, customerId] of customers.entries()) {
    const content = textOf(index + 1)
    await wire.request('message.send', { client_id: clientId(), content, customer_id: customerId })
  }
  wire.close()
}

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
  texts: { row: TextOf; shown: TextOf },
  before: (link: Locator) => Promise<unknown>,
): Promise<Selection[]> {
  const { page } = window
  const times: Selection[] = []
  const rows = page.getByRole('list', { name: /^Conversations/ }).getByRole('link')
  for (let person = 1; person <= people; person++) {
    const link = rows.filter({ hasText: texts.row(person) })
    await link.scrollIntoViewIfNeeded()
    await before(link)
    // A person presses about 200 ms after the pointer came to rest.
    await page.waitForTimeout(200)
    times.push(await watchSelection(window, link, texts.shown(person)))
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
