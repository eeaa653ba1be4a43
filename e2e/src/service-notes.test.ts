import type { WebSocketRoute } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { agentLine } from './harness/line.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()

/**
 * A visitor whose connection can be lost. `onRequest` returns false to lose it instead of sending this request. `receive` changes what
 * the service sends.
 */
async function visit(
  organization: Organization,
  onRequest: (method: string) => boolean = () => true,
  receive = (frame: string) => frame,
) {
  const profile = await browser.profile()
  let live: WebSocketRoute | undefined
  const answered: string[] = []
  const held: (() => void)[] = []
  let holds: string | undefined
  let fails: string | undefined
  const lose = () => void live?.close({ code: 1012 })
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    const server = socket.connectToServer()
    const methods = new Map<number, string>()
    live = socket
    socket.onMessage((frame) => {
      const { id, method } = JSON.parse(String(frame))
      methods.set(id, method)
      if (onRequest(method)) server.send(frame)
      else lose()
    })
    server.onMessage((message) => {
      const frame = receive(String(message))
      const method = methods.get(JSON.parse(frame).id) ?? ''
      const fail = method && method === fails
      if (fail) fails = undefined
      const pass = () => {
        socket.send(fail ? unavailable(JSON.parse(frame).id) : frame)
        answered.push(method)
      }
      if (method && method === holds) held.push(pass)
      else pass()
    })
  })
  const page = await profile.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  const chat = chatOn(page)
  await chat.launcher.click()
  const composer = chat.window.getByRole('textbox', { name: 'Write a message' })
  await composer.fill('Is anybody there?')
  await composer.press('Enter')
  await chat.message('Is anybody there?').getByRole('img', { name: 'Sent' }).waitFor()
  return {
    page,
    chat,
    lose,
    answers: (method: string) => answered.filter((one) => one === method).length,
    /** Holds back the responses to a method, in `held`. */
    hold: (method: string) => void (holds = method),
    held,
    /** Replaces the next response to a method by an error that is worth a retry. */
    fail: (method: string) => void (fails = method),
    /** Sends a notification as the service. */
    notify: (method: string, params: unknown) =>
      live?.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
  }
}

const unavailable = (id: number) => {
  const data = { code: 'unavailable', retry_after: 1 }
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'Unavailable', data } })
}

/** Closes the visitor's conversation, after an agent's message. */
async function close(organization: Organization) {
  const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=open')
  const { id, customer } = data[0]
  const line = await agentLine(service, organization.id, organization.owner, customer.id)
  await line.say('Now we are')
  await line.close()
  await organization.call(organization.owner, 'POST', `/conversations/${id}/close`)
}

/** Closed on every day. */
const hours = {
  time_zone: 'UTC',
  week: [[], [], [], [], [], [], []],
  exceptions: [],
}

it('keeps the e-mail address that is being entered when the team opens', async () => {
  const organization = await foundOrganization(service, 'Opens')
  const setHours = (enabled: boolean) =>
    organization.call(organization.owner, 'PUT', '/business-hours', { enabled, ...hours })
  await setHours(true)
  const { chat, answers } = await visit(organization)
  const field = chat.window.getByLabel(/^Your e-mail/)
  await field.pressSequentially('ada@')
  const closed = chat.window.getByRole('status').filter({ hasText: 'Closed right now' })
  await closed.waitFor()
  await setHours(false)
  await closed.waitFor({ state: 'detached' })
  await field.pressSequentially('example.com')
  expect(await field.inputValue()).toBe('ada@example.com')
  await field.press('Enter')
  await expect.poll(() => answers('customer.email')).toBe(1)
  await field.waitFor({ state: 'detached' })
  await chat.window.getByText('We can reach you at ada@example.com.').waitFor({ state: 'detached' })
})

it('asks for the e-mail address after a reconnect if the connection was lost when it was due', async () => {
  const organization = await foundOrganization(service, 'Closed')
  await organization.call(organization.owner, 'PUT', '/business-hours', { enabled: true, ...hours })
  let lost = false
  const { chat } = await visit(organization, (method) => {
    if (method !== 'customer.contact' || lost) return true
    lost = true
    return false
  })
  await chat.window.getByLabel(/^Your e-mail/).waitFor()
  expect(lost).toBe(true)
})

it('asks for the e-mail address after the service was busy when it was due', async () => {
  const organization = await foundOrganization(service, 'Busy')
  const setHours = (enabled: boolean) =>
    organization.call(organization.owner, 'PUT', '/business-hours', { enabled, ...hours })
  const { chat, fail } = await visit(organization)
  fail('customer.contact')
  await setHours(true)
  await chat.window.getByLabel(/^Your e-mail/).waitFor()
})

it('asks for a rating after the service was busy when it was due', async () => {
  const organization = await foundOrganization(service, 'Busy at the end')
  await organization.change({ survey: { on: true } })
  const { chat, fail, answers } = await visit(organization)
  const before = answers('survey.read')
  fail('survey.read')
  await close(organization)
  await chat.window.getByRole('region', { name: 'Rating' }).waitFor()
  expect(answers('survey.read')).toBe(before + 2)
})

it('asks again after a reopened conversation was closed again, also if the first survey was dismissed', async () => {
  const organization = await foundOrganization(service, 'Reopened')
  await organization.change({ survey: { on: true } })
  const { chat } = await visit(organization)
  await close(organization)
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('button', { name: 'Dismiss' }).click()
  await survey.waitFor({ state: 'detached' })
  const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=closed')
  await organization.call(organization.owner, 'POST', `/conversations/${data[0].id}/reopen`)
  await close(organization)
  await survey.waitFor()
})

it('asks about the next conversation after the first survey was dismissed if an older service omits their starts', async () => {
  const organization = await foundOrganization(service, 'Two conversations')
  await organization.change({ survey: { on: true } })
  const omitStart = (frame: string) =>
    frame.includes('"survey"') ? frame.replace(/"started_at":"[^"]*",/, '') : frame
  const { chat } = await visit(organization, undefined, omitStart)
  await close(organization)
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('button', { name: 'Dismiss' }).click()
  await survey.waitFor({ state: 'detached' })
  const composer = chat.window.getByRole('textbox', { name: 'Write a message' })
  await composer.fill('Something else')
  await composer.press('Enter')
  await chat.message('Something else').getByRole('img', { name: 'Sent' }).waitFor()
  await close(organization)
  await survey.waitFor()
})

it('saves only the rating at which a keyboard user stops', async () => {
  const organization = await foundOrganization(service, 'Rated by keyboard')
  await organization.change({ survey: { on: true } })
  const { page, chat, answers } = await visit(organization)
  await close(organization)
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('radio', { name: '1 of 5' }).focus()
  // No time passes for the page between the keys, however long they take.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 20_000)
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await page.clock.resume()
  await survey.getByLabel(/^What was good/).waitFor()
  expect(await survey.getByRole('radio', { name: '5 of 5' }).isChecked()).toBe(true)
  expect(answers('survey.answer')).toBe(1)
})

it('keeps a comment on the rating that is being typed when the connection is lost', async () => {
  const organization = await foundOrganization(service, 'Rated')
  await organization.change({ survey: { on: true } })
  const { page, chat, lose, answers } = await visit(organization)
  await close(organization)
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('radio', { name: '2 of 5' }).focus()
  await page.keyboard.press('Space')
  const comment = survey.getByLabel(/^What was good/)
  await comment.fill('Two days without an answer')
  const before = answers('survey.read')
  lose()
  await expect.poll(() => answers('survey.read')).toBeGreaterThan(before)
  await survey.getByRole('button', { name: 'Send' }).click()
  await survey.getByText('Thank you for your feedback.').waitFor()
  await survey.getByRole('button', { name: 'Change' }).click()
  expect(await comment.inputValue()).toBe('Two days without an answer')
})

it('lets a visitor choose another rating only once the comment on the first one is saved', async () => {
  const organization = await foundOrganization(service, 'Rated twice')
  await organization.change({ survey: { on: true } })
  const { page, chat, hold, held } = await visit(organization)
  await close(organization)
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('radio', { name: '2 of 5' }).focus()
  await page.keyboard.press('Space')
  const comment = survey.getByLabel(/^What was good/)
  await comment.fill('Two days without an answer')
  hold('survey.answer')
  await survey.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => held.length).toBe(1)
  expect(await survey.getByRole('radio', { name: '4 of 5' }).isDisabled()).toBe(true)
  held[0]?.()
  await survey.getByRole('button', { name: 'Change' }).click()
  expect(await survey.getByRole('radio', { name: '4 of 5' }).isDisabled()).toBe(false)
  expect(await comment.inputValue()).toBe('Two days without an answer')
})

it('keeps a comment on the rating that is being typed when two responses with the survey follow each other', async () => {
  const organization = await foundOrganization(service, 'Rated at once')
  await organization.change({ survey: { on: true } })
  const { page, chat, hold, held, notify, answers } = await visit(organization)
  const before = answers('survey.read')
  hold('survey.read')
  await close(organization)
  await expect.poll(() => held.length).toBe(1)
  notify('call.offering', null)
  await expect.poll(() => held.length).toBe(2)
  held[0]?.()
  const survey = chat.window.getByRole('region', { name: 'Rating' })
  await survey.getByRole('radio', { name: '2 of 5' }).focus()
  await page.keyboard.press('Space')
  const comment = survey.getByLabel(/^What was good/)
  await comment.fill('Two days without an answer')
  held[1]?.()
  await expect.poll(() => answers('survey.read')).toBe(before + 2)
  // Handled after the response.
  notify('call.offering', null)
  await expect.poll(() => held.length).toBe(3)
  expect(await comment.inputValue()).toBe('Two days without an answer')
})
