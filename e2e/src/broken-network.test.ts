import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readAcknowledgements } from './harness/acknowledgements.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { bigFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import type { Network } from './harness/network.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startUnsteadyService, type UnsteadyService } from './harness/unsteady-service.ts'

const browser = useBrowser()
const site = useHostSite()
let unsteady: UnsteadyService
let service: UnsteadyService['service']
let network: Network
let database: DatabaseHandle
let organization: Organization

beforeAll(async () => {
  unsteady = await startUnsteadyService()
  ;({ service, network } = unsteady)
  database = openDatabase(await service.databaseUrl())
  organization = await foundOrganization(service, 'Unsteady')
})
afterEach(() => network.heal())
afterAll(async () => {
  await database.close()
  await unsteady.remove()
})

const lost = [/WebSocket connection to .* failed/, /net::ERR_/]

async function visitor() {
  const profile = await browser.profile()
  profile.expectErrors(...lost)
  const page = await profile.context.newPage()
  const acknowledged = readAcknowledgements(page)
  await page.goto(site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })))
  const chat = chatOn(page)
  await chat.open()
  return { profile, page, chat, acknowledged }
}

async function panel(path: string) {
  const profile = await browser.profile()
  profile.expectErrors(...lost)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel(path))
  // Lost on a reload: proves that the page was not reloaded.
  await page.evaluate(() => Object.assign(window, { untouched: true }))
  return { profile, page, inbox: inboxOn(page) }
}

/** All messages of the customer who wrote this, in log order. */
async function storedBeside(content: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ content: string }>(
    'select content from message where customer_id = (select customer_id from message where content = $1) order by seq',
    [content],
  )
  return rows.map((row) => row.content)
}

describe('a visitor whose network is cut', () => {
  it('[S2] [S4] keeps their messages, also across a reload, which are sent once and in order when the network is back', async () => {
    const { page, chat } = await visitor()
    await chat.say('Before the cut')
    await chat.message('Before the cut').getByRole('img', { name: 'Sent' }).waitFor()

    await network.cut()
    const written = ['First while offline', 'Second while offline', 'Third while offline']
    for (const text of written) await chat.say(text)
    await chat.window.getByText('Reconnecting…').waitFor()
    await chat.message('Third while offline').getByRole('img', { name: 'Sending' }).waitFor()
    await saveScreenshot(page, 'chat-cut')

    // Script and chat are in the browser's cache; the shop itself stays reachable.
    await page.reload()
    await chat.message('Third while offline').waitFor()
    await chat.window.getByText('Reconnecting…').waitFor()
    expect((await chat.texts.allTextContents()).slice(-3)).toEqual(written)
    await saveScreenshot(page, 'chat-cut-reloaded')

    await network.heal()
    // A retry of its own may connect before the click, and the button disappears.
    const sent = chat.message('Third while offline').getByRole('img', { name: 'Sent' }).waitFor()
    await Promise.race([chat.window.getByRole('button', { name: 'Try now' }).click(), sent])
    await sent
    await chat.window.getByText('Reconnecting…').waitFor({ state: 'hidden' })
    expect(await storedBeside('Before the cut')).toEqual(['Before the cut', ...written])
    expect(await chat.texts.allTextContents()).toEqual(['Before the cut', ...written])
  })

  it('sees that a file chosen while disconnected will be uploaded, and it is', async () => {
    const { page, chat } = await visitor()
    await chat.say('I have a picture of it')
    await chat.message('I have a picture of it').getByRole('img', { name: 'Sent' }).waitFor()
    await network.cut()
    await chat.window.getByText('Reconnecting…').waitFor()
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Blue, with a crack') }
    await chat.window.locator('input[type=file]').setInputFiles(notes)
    const notice = chat.window.getByText('The file will be uploaded when you reconnect.')
    await notice.waitFor()
    await saveScreenshot(page, 'chat-cut-file')
    await network.heal()
    await notice.waitFor({ state: 'hidden' })
    await chat.window.getByRole('button', { name: 'Send', exact: true }).click()
    await chat.log.getByRole('link', { name: 'notes.txt' }).waitFor()
  })

  it('sees that they are offline when the browser reports it', async () => {
    const { page, profile, chat } = await visitor()
    await profile.context.setOffline(true)
    await network.cut()
    await chat.window.getByText('You’re offline. Messages will be sent when you reconnect.').waitFor()
    await chat.say('Said into the void')
    await saveScreenshot(page, 'chat-offline')

    await network.heal()
    await profile.context.setOffline(false)
    await chat.message('Said into the void').getByRole('img', { name: 'Sent' }).waitFor()
    await chat.window.getByText('You are offline.').waitFor({ state: 'hidden' })
    expect(await storedBeside('Said into the void')).toEqual(['Said into the void'])
  })
})

describe('a stalled connection', () => {
  it('[S2] loses no message that did not arrive', async () => {
    const { chat } = await visitor()
    await chat.say('Heard')
    await chat.message('Heard').getByRole('img', { name: 'Sent' }).waitFor()
    network.stall()
    await chat.say('Swallowed')
    await network.cut()
    await network.heal()
    await chat.message('Swallowed').getByRole('img', { name: 'Sent' }).waitFor()
    expect(await storedBeside('Heard')).toEqual(['Heard', 'Swallowed'])
  })

  it('[S2] duplicates no message whose acknowledgement was lost', async () => {
    const { chat, acknowledged } = await visitor()
    await chat.say('Answered')
    await chat.message('Answered').getByRole('img', { name: 'Sent' }).waitFor()
    network.stall('answers')
    await chat.say('Stored, but nobody says so')
    await expect.poll(() => storedBeside('Answered')).toEqual(['Answered', 'Stored, but nobody says so'])
    await chat.say('After it')
    expect(acknowledged.byClientId.size).toBe(1)
    await network.cut()
    await network.heal()
    await chat.message('After it').getByRole('img', { name: 'Sent' }).waitFor()
    expect(await storedBeside('Answered')).toEqual(['Answered', 'Stored, but nobody says so', 'After it'])
    expect(await chat.texts.allTextContents()).toEqual(['Answered', 'Stored, but nobody says so', 'After it'])
  })

  it('leaves the log where the visitor has scrolled to when a message is acknowledged', async () => {
    const { page, chat } = await visitor()
    for (const number of [1, 2, 3]) await chat.say(`Pot number ${number}, ${'which I have '.repeat(60)}`)
    await chat.message('Pot number 3').getByRole('img', { name: 'Sent' }).waitFor()
    network.stall('answers')
    await chat.say('Are they all oven-safe?')
    await chat.log.evaluate((log) => (log.scrollTop = -300))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    await network.heal()
    await chat.message('oven-safe').getByRole('img', { name: 'Sent' }).waitFor()
    expect(await chat.log.evaluate((log) => log.scrollTop)).toBeLessThan(-250)
    await chat.say('And dishwasher-safe?')
    expect(await chat.log.evaluate((log) => log.scrollTop)).toBe(0)
  })
})

describe('an upload over a bad network', () => {
  it('resumes when the network is back, and the message waits for it', async () => {
    const { page, chat } = await visitor()
    const send = chat.window.getByRole('button', { name: 'Send', exact: true })
    // Hovering over the button loads the module that shows uploads.
    const arrived = Promise.all(
      [/\/widget\/tools-[\w-]{8}\.js/, /\/widget\/tools-en-/].map((file) => page.waitForResponse(file)),
    )
    await chat.window.getByRole('button', { name: 'Attach a file' }).hover()
    for (const response of await arrived) await response.finished()
    network.stall()
    await chat.window.locator('input[type=file]').setInputFiles(bigFile('plan.bin', 900_000))
    await chat.window.getByRole('progressbar', { name: 'Uploading plan.bin' }).waitFor()
    await chat.composer.fill('Here it is')
    await network.cut()
    await chat.window.getByText('Reconnecting…').waitFor()
    expect(await send.isEnabled()).toBe(false)
    await saveScreenshot(page, 'chat-upload-cut')

    await network.heal()
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    const message = chat.message('Here it is')
    await message.getByRole('img', { name: 'Sent' }).waitFor()
    await message.getByRole('link', { name: /plan\.bin/ }).waitFor()
  })

  it('that was interrupted is repeated when the network is back', async () => {
    const { page, chat } = await visitor()
    const interrupted = Promise.withResolvers<void>()
    const upload = '**/v1/public/media/*'
    const began = page.waitForRequest(upload)
    await page.route(
      upload,
      async (route) => {
        await interrupted.promise
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await chat.window.locator('input[type=file]').setInputFiles(bigFile('plan.bin', 900_000))
    await began
    await network.cut()
    await chat.window.getByText('Reconnecting…').waitFor()
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/media/'))
    interrupted.resolve()
    await failed
    await chat.window.getByText('The file will be uploaded when you reconnect.').waitFor()
    await network.heal()
    await expect
      .poll(() => chat.window.getByRole('button', { name: 'Send', exact: true }).isEnabled())
      .toBe(true)
    expect(await chat.window.getByRole('alert').count()).toBe(0)
  })

  it('that failed twice says so, and restarts with a click', async () => {
    const { page, chat } = await visitor()
    const send = chat.window.getByRole('button', { name: 'Send', exact: true })
    await page.route('**/v1/public/media/*', (route) => route.abort('connectionreset'), { times: 2 })
    await chat.window.locator('input[type=file]').setInputFiles(bigFile('plan.bin', 900_000))
    await chat.window.getByRole('alert').getByText('plan.bin could not be uploaded').waitFor()
    expect(await send.isEnabled()).toBe(false)
    await saveScreenshot(page, 'chat-upload-failed')

    await chat.window.getByRole('button', { name: 'Retry plan.bin' }).click()
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await chat.messages.getByRole('link', { name: /plan\.bin/ }).waitFor()
  })
})

describe('the panel whose network is cut', () => {
  it('[L2] shows it, and updates list, conversation and counts without a reload when it is back', async () => {
    const straight = { url: service.url, port: service.port }
    const known = await visitorLine(straight, organization.provider.id)
    await known.say('I was here before')
    const { page, inbox } = await panel('/inbox/open')
    await inbox.openRow('I was here before')

    await network.cut()
    await known.say('While you were away')
    const fresh = await visitorLine(straight, organization.provider.id)
    await fresh.say('I am new here')
    await page.getByText('Reconnecting …').waitFor()
    await saveScreenshot(page, 'panel-cut')
    expect(await inbox.message('While you were away').count()).toBe(0)

    await network.heal()
    await inbox.message('While you were away').waitFor()
    await inbox.row('I am new here').waitFor()
    await inbox.row('While you were away').waitFor()
    await page.getByText('Reconnecting …').waitFor({ state: 'hidden' })
    expect(await inbox.texts.allTextContents()).toEqual(['I was here before', 'While you were away'])
    expect(await page.evaluate('untouched')).toBe(true)
    await known.close()
    await fresh.close()
  })

  it('[S2] [S4] keeps the agent’s messages, and sends them once and in order', async () => {
    const line = await visitorLine({ url: service.url, port: service.port }, organization.provider.id)
    await line.say('Are you there?')
    const { page, inbox } = await panel('/inbox/open')
    await inbox.openRow('Are you there?')
    await network.cut()
    await inbox.say('Yes, but')
    await inbox.say('the line is bad')
    await page.getByText('Reconnecting …').waitFor()
    await inbox.message('the line is bad').getByText('Waiting for connection').waitFor()
    await saveScreenshot(page, 'panel-cut-unsent')

    await network.heal()
    await inbox
      .message('the line is bad')
      .getByText('Sent')
      .or(inbox.message('the line is bad').getByText('Delivered'))
      .first()
      .waitFor()
    expect(await storedBeside('Are you there?')).toEqual(['Are you there?', 'Yes, but', 'the line is bad'])
    expect(await inbox.texts.allTextContents()).toEqual(['Are you there?', 'Yes, but', 'the line is bad'])
    await line.close()
  })
})
