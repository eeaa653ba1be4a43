import { expect, inject, it } from 'vitest'
import { untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization } from './harness/people.ts'
import { widgetCallOn } from './harness/widget-call.ts'

const service = inject('service')
const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
const site = useHostSite()

/** An available agent, and a visitor's tabs. */
async function scene(name: string) {
  const organization = await foundOrganization(service, name)
  const agent = await pages.agent(await agents.profile(), service, organization)
  await agent.waitForFunction(() => window.calls?.desk.get()?.state === 'idle')
  const profile = await customers.profile()
  const { id: providerId } = organization.provider
  const address = site.put('/', shopPage({ base: service.url, providerId }))
  const openTab = async () => {
    const page = await profile.open(address)
    return { page, ...widgetCallOn(page) }
  }
  return { agent, openTab }
}

it('the end of a call moves the focus of another tab only from the call', async () => {
  const { agent, openTab } = await scene('Several tabs')
  const [calling, reading, waiting] = [await openTab(), await openTab(), await openTab()]
  for (const { chat } of [reading, waiting]) await chat.open()
  await calling.ring()
  await agent.waitForFunction(() => window.calls.desk.get()?.offer)
  await agent.evaluate(() => window.calls.accept())
  await untilCall(agent, 'active')
  await waiting.panel.getByRole('button', { name: 'Move call here' }).focus()
  await reading.panel.waitFor()
  await reading.page.getByRole('heading', { name: 'Teapots' }).click()
  await calling.hangUp.click()
  const focusAfter = async ({ panel, chat }: typeof calling) => {
    await panel.waitFor({ state: 'hidden' })
    return chat.widget.evaluate(({ shadowRoot }) => shadowRoot?.activeElement?.getAttribute('aria-label'))
  }
  expect(await focusAfter(waiting)).toBe('Start a call')
  expect(await focusAfter(reading)).toBeUndefined()
})
