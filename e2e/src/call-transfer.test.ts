import { beforeEach, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type BrowserOfTests } from './harness/browser.ts'
import { panelOn } from './harness/call-scene.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { heardIn, watchConnections } from './harness/tone.ts'
import { widgetCallOn } from './harness/widget-call.ts'

/** Hold and transfer between the widget and two panels, each with a microphone of its own tone. */

const service = inject('service')
const tones = { customer: 1000, agent: 600, colleague: 800, hold: 440 }
const customers = useBrowser(() => microphoneOf(tones.customer))
const agents = useBrowser(() => microphoneOf(tones.agent))
const colleagues = useBrowser(() => microphoneOf(tones.colleague))
const site = useHostSite()
let organization: Organization
/** The service refuses `call.hold`. */
let holdFails = false

beforeEach(async () => {
  holdFails = false
  organization = await foundOrganization(service, 'Transfers')
  // Screenshots are taken while it rings.
  await organization.change({ calls: { offer_seconds: 45 } })
})

async function openPanel(browser: BrowserOfTests, person: Person) {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await watchConnections(profile.context)
  await profile.context.routeWebSocket(/\/v1\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const { id, method } = JSON.parse(String(frame)) as { id?: unknown; method?: string }
      if (!holdFails || method !== 'call.hold') return server.send(frame)
      const error = { code: -32000, message: 'refused', data: { code: 'unavailable' } }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    })
  })
  await profile.context.grantPermissions(['microphone', 'camera'], { origin: service.url })
  await signIn(profile, service, person)
  const panel = panelOn(await profile.open(organization.panel('/calls')), profile)
  await panel.untilState('Available')
  return panel
}

/** A call of the widget that the owner has answered, and a colleague who has come since. */
async function talking() {
  const agent = await openPanel(agents, organization.owner)
  const profile = await customers.profile()
  await watchConnections(profile.context)
  const address = site.put('/transfer', shopPage({ base: service.url, providerId: organization.provider.id }))
  const page = await profile.open(address)
  const widget = widgetCallOn(page)
  await widget.ring()
  await agent.accept.click()
  await widget.title.getByText(`In a call with ${organization.owner.name}`).waitFor()
  const person = await organization.join('Cora Colleague', 'agent')
  const colleague = await openPanel(colleagues, person)
  const button = (name: string) => agent.bar.getByRole('button', { name, exact: true })
  return {
    agent,
    colleague,
    customer: { page, widget },
    incoming: colleague.page.getByRole('region', { name: 'Incoming transfer' }),
    button,
    async transfer(how: string) {
      await button('Transfer call').click()
      await agent.page.getByRole('button', { name: how }).click()
    },
  }
}

const hears = (page: Parameters<typeof heardIn>[0], hertz: number, connection?: number) =>
  expect
    .poll(() => heardIn(page, connection))
    .toSatisfy((heard: number) => Math.abs(heard - hertz) < 20, `hears ${hertz} Hz`)

it('a call is held, moved after a private talk, and heard at all three ends', async () => {
  const { agent, colleague, customer, incoming, button, transfer } = await talking()
  await hears(agent.page, tones.customer)
  await hears(customer.page, tones.agent)

  await button('Hold').click()
  await customer.widget.panel.getByText('On hold').waitFor()
  await agent.bar.getByRole('timer', { name: 'Time on hold' }).waitFor()
  await hears(customer.page, tones.hold)
  await hears(agent.page, 0)
  await saveScreenshot(agent.page, 'panel-call-held')
  await saveScreenshot(customer.page, 'widget-call-held')
  await agent.page.reload()
  await agent.bar.getByRole('timer', { name: 'Time on hold' }).waitFor()
  await customer.page.reload()
  await customer.widget.panel.getByText('On hold').waitFor()
  await hears(customer.page, tones.hold)
  await hears(agent.page, 0)
  await button('Resume call').click()
  await customer.widget.panel.getByText('On hold').waitFor({ state: 'detached' })
  await hears(agent.page, tones.customer)
  await hears(customer.page, tones.agent)

  await transfer('Talk to Cora Colleague first')
  await agent.bar.getByText('Ringing Cora Colleague').waitFor()
  await incoming.getByText(/wants to talk to you about the call with/).waitFor()
  await saveScreenshot(colleague.page, 'panel-transfer-rings')
  expect(await findBarriers(colleague.page)).toEqual([])
  await incoming.getByRole('button', { name: 'Accept' }).click()
  await colleague.bar.getByText(/^Private talk with/).waitFor()
  await agent.bar.getByText(/^Private talk with Cora Colleague/).waitFor()
  await hears(agent.page, tones.colleague)
  await hears(colleague.page, tones.agent)
  await hears(customer.page, tones.hold)
  // The connection to the customer, who is on hold.
  await hears(agent.page, 0, -2)
  await saveScreenshot(agent.page, 'panel-transfer-talk')
  await saveScreenshot(colleague.page, 'panel-transfer-talk-colleague')
  expect(await findBarriers(agent.page)).toEqual([])

  for (const { bar, page } of [agent, colleague]) {
    await bar.getByRole('button', { name: 'Devices', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Devices', exact: true })
    await menu.getByLabel('Microphone').waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  }

  await button('Complete transfer').click()
  await customer.widget.title.getByText('In a call with Cora Colleague').waitFor()
  await agent.bar.getByText(/transferred to Cora Colleague/).waitFor()
  await hears(colleague.page, tones.customer)
  await hears(customer.page, tones.colleague)
  await customer.widget.panel.getByText('On hold').waitFor({ state: 'detached' })
  await expect
    .poll(() => agent.page.evaluate(() => window.rtcConnections.map((one) => one.connectionState)))
    .toEqual(expect.not.arrayContaining(['connected']))
  await saveScreenshot(agent.page, 'panel-transferred')

  await colleague.hangUp.click()
  await customer.widget.title.getByText(/^Call ended after/).waitFor()
  await agent.history.getByRole('link').click()
  await agent.sheet.getByText('Olivia Owner to Cora Colleague').waitFor()
  await agent.sheet.getByText(/Transferred \(after a private talk\)/).waitFor()
  await saveScreenshot(agent.page, 'panel-transfer-record')
})

it('a call that a colleague declines stays with the agent, and moves when they accept', async () => {
  const { agent, colleague, customer, incoming, button, transfer } = await talking()
  await transfer('Transfer now to Cora Colleague')
  await customer.widget.panel.getByText('On hold').waitFor()
  await incoming.getByRole('button', { name: 'Decline' }).click()
  await agent.bar.getByText('Cora Colleague declined the transfer.').waitFor()
  holdFails = true
  await agent.bar.getByRole('button', { name: 'Resume call' }).last().click()
  await agent.page.getByText('The call could not be put on hold or resumed.').waitFor()
  holdFails = false
  await agent.bar.getByRole('button', { name: 'Resume call' }).last().click()
  await customer.widget.panel.getByText('On hold').waitFor({ state: 'detached' })
  await hears(customer.page, tones.agent)

  await transfer('Transfer now to Cora Colleague')
  await incoming.getByRole('button', { name: 'Accept' }).click()
  await agent.bar.getByText(/transferred to Cora Colleague/).waitFor()
  await customer.widget.title.getByText('In a call with Cora Colleague').waitFor()
  await hears(colleague.page, tones.customer)
  await hears(customer.page, tones.colleague)
  // The new agent's page rejoins the call like the first one's.
  await colleague.page.reload()
  await colleague.bar.getByRole('timer').waitFor()
  await hears(colleague.page, tones.customer)
  await hears(customer.page, tones.colleague)
  await customer.widget.hangUp.click()
  await colleague.bar.getByText('The customer hung up.').waitFor()
  expect(await button('Hold').count()).toBe(0)
})
