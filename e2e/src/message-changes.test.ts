import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { choose } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn } from './harness/inbox.ts'
import { agentLine } from './harness/line.ts'
import type { Network } from './harness/network.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startUnsteadyService, type UnsteadyService } from './harness/unsteady-service.ts'

const browser = useBrowser()
const site = useHostSite()
let unsteady: UnsteadyService
let service: UnsteadyService['service']
let network: Network
let organization: Organization
let colleague: Person

beforeAll(async () => {
  unsteady = await startUnsteadyService()
  ;({ service, network } = unsteady)
  organization = await foundOrganization(service, 'Changes')
  colleague = await organization.join('Carl Colleague', 'agent')
})
afterEach(() => network.heal())
afterAll(() => unsteady.remove())

const lost = [/WebSocket connection to .* failed/, /net::ERR_/]

/** Everything that the page receives on sockets. Call before the page connects. */
function framesOf(page: Page): string[] {
  const frames: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void frames.push(payload.toString())),
  )
  return frames
}

async function visitorWho(says: string) {
  const profile = await browser.profile()
  profile.expectErrors(...lost)
  const page = await profile.context.newPage()
  const frames = framesOf(page)
  await page.goto(site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })))
  const chat = chatOn(page)
  await chat.open()
  await chat.say(says)
  return { page, chat, frames }
}

async function inboxOf(person: Person, row: string, view = 'open') {
  const profile = await browser.profile()
  profile.expectErrors(...lost, /Failed to load resource/)
  await signIn(profile, service, person)
  const page = await profile.open(organization.panel(`/inbox/${view}`))
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  const choose = async (text: string, action: string) => {
    const message = inbox.message(text)
    await message.hover()
    await message.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  return { page, inbox, choose, editor: page.getByRole('textbox', { name: 'Edit message' }) }
}

it('an edit is shown to the customer at once, marked, and its earlier text to agents only', async () => {
  const visitor = await visitorWho('When do you open?')
  const { page, inbox, choose, editor } = await inboxOf(organization.owner, 'When do you open?')
  await inbox.say('At 8.')
  await visitor.chat.message('At 8.').waitFor()

  await choose('At 8.', 'Edit message')
  await expect.poll(() => editor.evaluate((element) => element === document.activeElement)).toBe(true)
  await saveScreenshot(page, 'panel-message-edit')
  expect(await findBarriers(page)).toEqual([])
  await editor.fill('At 9.')
  await editor.press('Enter')
  await visitor.chat.message('At 9.').getByText('Edited').waitFor()
  expect(await visitor.chat.log.innerText()).not.toContain('At 8.')
  await saveScreenshot(visitor.page, 'widget-message-edited')
  await expect.poll(() => inbox.composer.evaluate((element) => element === document.activeElement)).toBe(true)
  await inbox.row('At 9.').waitFor()

  const carl = await inboxOf(colleague, 'At 9.')
  const message = carl.inbox.message('At 9.')
  // The buttons of all messages appear together.
  await message.hover()
  await message.getByRole('button', { name: /^Reply to/ }).waitFor()
  expect(await message.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  await message.getByRole('button', { name: 'Edited' }).click()
  await carl.page.getByRole('dialog', { name: 'Earlier versions' }).getByText('At 8.').waitFor()
  await saveScreenshot(carl.page, 'panel-message-versions')
})

it('arrow up edits the last own message; Escape cancels', async () => {
  const visitor = await visitorWho('Which colours are there?')
  const { page, inbox, editor } = await inboxOf(organization.owner, 'Which colours')
  await inbox.composer.press('ArrowUp')
  expect(await editor.count()).toBe(0)
  await inbox.say('Red and blu')
  // Messages that are still being sent cannot be edited.
  await inbox
    .message('Red and blu')
    .getByText(/Delivered|Read/)
    .waitFor()
  await inbox.composer.press('ArrowUp')
  await editor.waitFor()
  await page.keyboard.type('e?')
  await page.keyboard.press('Escape')
  await inbox.message('Red and blu').waitFor()
  expect(await editor.count()).toBe(0)
  await inbox.composer.press('ArrowUp')
  await page.keyboard.type('e')
  await page.keyboard.press('Enter')
  await visitor.chat.message('Red and blue').getByText('Edited').waitFor()
})

it('a deleted message leaves a notice, its file cannot be downloaded, and agents can read the text', async () => {
  const visitor = await visitorWho('Can I see the contract?')
  const { page, inbox, choose: act } = await inboxOf(organization.owner, 'Can I see the contract?')
  await choose(page, page.getByRole('button', { name: 'Attach files' }), {
    name: 'contract-of-somebody-else.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('private'),
  })
  await inbox.composer.fill('Here it is')
  // Enabled once the upload is complete.
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const link = visitor.chat.message('Here it is').getByRole('link', { name: /contract/ })
  const url = (await link.getAttribute('href')) ?? ''
  expect((await fetch(url)).status).toBe(200)

  await act('Here it is', 'Delete message')
  const question = page.getByRole('dialog', { name: 'Delete this message?' })
  await saveScreenshot(page, 'panel-message-delete')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await visitor.chat.message('Here it is').waitFor()
  await act('Here it is', 'Delete message')
  await question.getByRole('button', { name: 'Delete message' }).click()
  await visitor.chat.message('Message deleted').waitFor()
  expect(await visitor.chat.log.innerText()).not.toMatch(/Here it is|contract-of/)
  expect((await fetch(url)).status).toBe(404)
  await saveScreenshot(visitor.page, 'widget-message-deleted')
  expect(await findBarriers(visitor.page, 'parley-widget')).toEqual([])

  await inbox.row('Message deleted').waitFor()
  await inbox.message('Message deleted').getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await versions.getByText('Here it is').waitFor()
  await versions.getByText('contract-of-somebody-else.txt').waitFor()
  await saveScreenshot(page, 'panel-message-deleted')
  await page.keyboard.press('Escape')
  await versions.waitFor({ state: 'hidden' })
  expect(await findBarriers(page)).toEqual([])
})

it('a customer who was offline during the change never receives the old text, nor after a reload', async () => {
  const visitor = await visitorWho('Is it in stock?')
  const { page, inbox, choose, editor } = await inboxOf(organization.owner, 'Is it in stock?')
  const { data } = await organization.call(
    organization.owner,
    'GET',
    `/conversations?view=open&q=${encodeURIComponent('in stock')}`,
  )
  const line = await agentLine(service, organization.id, organization.owner, data[0].customer.id)
  const first = await line.say('Marker one')
  const second = await line.say('Marker two')
  await line.close()
  await visitor.chat.message('Marker two').waitFor()
  await inbox.message('Marker two').waitFor()

  // The editor keeps its text while the service cannot be reached.
  await choose('Marker one', 'Edit message')
  await editor.fill('Yes, two pieces')
  await network.cut()
  await editor.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
  expect(await editor.inputValue()).toBe('Yes, two pieces')
  await saveScreenshot(page, 'panel-message-edit-offline')

  const direct = async (method: string, path: string, body?: object) => {
    const url = `http://localhost:${service.port}/v1/organizations/${organization.id}${path}`
    const response = await fetch(url, {
      method,
      headers: {
        origin: service.url,
        cookie: organization.owner.cookie,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const messages = `/conversations/${first.conversation_id}/messages`
  await direct('PATCH', `${messages}/${first.id}`, { content: 'Marker between' })
  await direct('PATCH', `${messages}/${first.id}`, { content: 'Yes, one piece' })
  await direct('DELETE', `${messages}/${second.id}`)

  const before = visitor.frames.length
  await network.heal()
  await visitor.chat.message('Yes, one piece').waitFor()
  await visitor.chat.message('Message deleted').waitFor()
  await visitor.page.reload()
  await visitor.chat.message('Yes, one piece').waitFor()
  await visitor.chat.message('Message deleted').waitFor()
  const received = visitor.frames.slice(before).join('\n')
  expect(received).toContain('Yes, one piece')
  expect(received).not.toContain('Marker')

  // The agent's own attempt succeeds now.
  await editor.press('Enter')
  await visitor.chat.message('Yes, two pieces').waitFor()
})

it('an edit survives another conversation, and its failure there is reported', async () => {
  const greeting = 'How long is the guarantee?'
  const next = 'Is there a manual?'
  await visitorWho(greeting)
  await visitorWho(next)
  const { page, inbox, choose, editor } = await inboxOf(organization.owner, greeting)
  await inbox.say('One year.')
  await choose('One year.', 'Edit message')
  await editor.fill('Two years.')
  await inbox.row(next).click()
  await inbox.message(next).waitFor()
  await inbox.row('One year.').click()
  await expect.poll(() => editor.inputValue()).toBe('Two years.')
  // Enter in a restored editor would save it.
  expect(await editor.evaluate((element) => element === document.activeElement)).toBe(false)

  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const changes = '**/messages/*'
  await page.route(changes, async (route) => {
    asked.resolve()
    await release.promise
    await route.fulfill({ status: 503, json: { code: 'unavailable' } })
  })
  await editor.press('Enter')
  await asked.promise
  await inbox.row(next).click()
  await inbox.message(next).waitFor()
  release.resolve()
  const alert = page.getByRole('alert').filter({ hasText: 'Your edit of a message was not saved.' })
  await alert.getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => editor.inputValue()).toBe('Two years.')
  await page.unroute(changes)
  await editor.press('Enter')
  await inbox.message('Two years.').getByText('Edited').waitFor()
  await editor.waitFor({ state: 'detached' })
})

it('the editor of a message that was deleted elsewhere makes room for the notice', async () => {
  const greeting = 'Is the shop open at noon?'
  await visitorWho(greeting)
  const desk = await inboxOf(organization.owner, greeting)
  await desk.inbox.say('At noon, yes.')
  await desk.choose('At noon, yes.', 'Edit message')
  await desk.editor.fill('At noon, no.')
  const laptop = await inboxOf(organization.owner, 'At noon, yes.')
  await laptop.choose('At noon, yes.', 'Delete message')
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click()
  await desk.inbox.message('Message deleted').waitFor()
  expect(await desk.editor.count()).toBe(0)
})
