import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAcknowledgements, type Acknowledgements } from './harness/acknowledgements.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { inboxOn } from './harness/inbox.ts'
import { sessionOf, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'
import { writeMany } from './harness/typist.ts'

const browser = useBrowser()
let service: Service
let database: DatabaseHandle
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  await database?.close()
  await service.remove()
})

/** Together 1,000: four visitors, and an agent who answers the first of them. */
const visitors = 4
const each = 200
const lost = [/WebSocket connection to .* failed/, /net::ERR_/, /status of 503/]
const numbered = (who: string) => Array.from({ length: each }, (_, index) => `${who} ${index + 1}`)

interface StoredMessage {
  id: string
  client_id: string
  seq: number
  content: string
}

/** Stored messages of the customer who wrote this, in log order. */
async function storedBeside(content: string): Promise<StoredMessage[]> {
  const { rows } = await database.pool.query<StoredMessage>(
    `select id, client_id, seq::int, content from message
      where customer_id = (select customer_id from message where content = $1) order by seq`,
    [content],
  )
  return rows
}

/** Every acknowledged message is stored as it was acknowledged. If a response was lost, the log entry confirms the message. */
function expectKept({ byClientId }: Acknowledgements, stored: readonly StoredMessage[]): void {
  expect(byClientId.size).toBeGreaterThan(each / 2)
  const kept = new Map(stored.map(({ client_id, id, seq }) => [client_id, { id, seq }]))
  for (const [clientId, { id, seq }] of byClientId) expect(kept.get(clientId)).toEqual({ id, seq })
}

it(
  '[S1] [S2] [S4] a SIGKILL in the middle of 1,000 messages loses none that was acknowledged, doubles none and keeps the order, on both sides',
  { timeout: 400_000 },
  async () => {
    const people = await Promise.all(
      Array.from({ length: visitors }, async (_, index) => {
        const profile = await browser.profile()
        profile.expectErrors(...lost)
        const page = await profile.context.newPage()
        const acknowledged = readAcknowledgements(page)
        await page.goto(`${service.url}/shop/`)
        const chat = chatOn(page)
        await chat.open()
        await chat.say(`visitor ${index + 1} is here`)
        return { name: `visitor ${index + 1}`, page, chat, acknowledged }
      }),
    )
    const [first] = people
    if (!first) throw new Error('There are no visitors')
    const profile = await browser.profile()
    profile.expectErrors(...lost)
    await signIn(profile, service, await sessionOf(service, await service.demo()))
    const panel = await profile.context.newPage()
    const agentAcknowledged = readAcknowledgements(panel)
    await panel.goto(`${service.url}/panel/`)
    const inbox = inboxOn(panel)
    await inbox.view('Unassigned')
    await inbox.openRow('visitor 1 is here')
    // Lost on a reload: proves that the page was not reloaded.
    await panel.evaluate(() => Object.assign(window, { untouched: true }))

    const writing = Promise.all([
      ...people.map(({ chat, name }) => writeMany(chat.composer, numbered(name))),
      writeMany(inbox.composer, numbered('agent')),
    ])
    const acknowledged = () => [...people.map((person) => person.acknowledged), agentAcknowledged]
    const count = () => acknowledged().reduce((sum, { byClientId }) => sum + byClientId.size, 0)
    await expect.poll(count, { timeout: 150_000, interval: 5 }).toBeGreaterThan(400)
    await service.kill()
    const before = count()
    expect(before).toBeLessThan(visitors * each + each)
    await writing
    await saveScreenshot(panel, 'panel-service-gone')
    await service.start()
    database = openDatabase(await service.databaseUrl())

    const stored = async () => (await database.pool.query('select id from message')).rowCount
    await expect.poll(stored, { timeout: 90_000 }).toBe(visitors + visitors * each + each)
    await saveScreenshot(panel, 'panel-service-back')

    for (const { name, chat, acknowledged } of people) {
      const stored = await storedBeside(`${name} is here`)
      const own = stored.filter(({ content }) => content.startsWith(name))
      expect(own.map(({ content }) => content)).toEqual([`${name} is here`, ...numbered(name)])
      expectKept(acknowledged, own)
      const shown = () => chat.texts.allTextContents()
      await expect.poll(shown).toEqual(stored.map(({ content }) => content))
    }

    const both = await storedBeside('visitor 1 is here')
    const ours = both.filter(({ content }) => content.startsWith('agent'))
    expect(ours.map(({ content }) => content)).toEqual(numbered('agent'))
    expectKept(agentAcknowledged, ours)
    await expect.poll(() => inbox.texts.allTextContents()).toEqual(both.map(({ content }) => content))
    expect(await panel.evaluate('untouched')).toBe(true)

    // The next page starts from the service's data, not from the page's memory.
    await first.page.reload()
    await expect
      .poll(async () => (await first.chat.texts.allTextContents()).at(-1))
      .toBe(both.at(-1)?.content)
  },
)
