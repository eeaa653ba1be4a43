import { expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { widgetCallOn } from './harness/widget-call.ts'

const service = inject('service')
const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser()
const site = useHostSite()

async function unanswered(profile: Profile, path: string) {
  const organization = await foundOrganization(service, 'Back')
  const address = site.put(
    path,
    shopPage({ base: service.url, providerId: organization.provider.id, head: '' }),
  )
  const page = await profile.open(address)
  const call = widgetCallOn(page)
  await call.chat.open()
  await call.button.click()
  await call.title.getByText('No one is available to take your call right now.').waitFor()
  return { organization, page, call, ask: call.panel.getByRole('button', { name: 'Ask for a call back' }) }
}

it('a customer asks for a call back, and the agent finds the request and its conversation', async () => {
  const { organization, page, call, ask } = await unanswered(await customers.profile(), '/call-back')
  await ask.click()
  await call.panel.getByText('We will get back to you.').waitFor()
  await call.chat.message('Please call me back.').waitFor()
  expect(await findBarriers(page, 'parley-widget')).toEqual([])
  await saveScreenshot(page, 'widget-call-back')
  await call.panel.getByRole('button', { name: 'Cancel request' }).click()
  await ask.click()
  await call.panel.getByText('We will get back to you.').waitFor()

  const agent = await agents.profile({ reducedMotion: 'reduce' })
  await signIn(agent, service, organization.owner)
  const panel = await agent.open(organization.panel('/calls'))
  const requests = panel.getByRole('region', { name: 'Call-back requests' })
  await requests.getByText('1 open request').waitFor()
  expect(await findBarriers(panel)).toEqual([])
  await saveScreenshot(panel, 'panel-call-backs')
  await requests.getByRole('link', { name: 'Call back' }).click()
  await panel.getByText('Please call me back.').first().waitFor()
  await panel.goBack()
  await requests.getByRole('button', { name: 'Mark as done' }).click()
  await requests.waitFor({ state: 'detached' })
})

it('repeated clicks on a slow line ask once, and a double click does not cancel the request', async () => {
  const profile = await customers.profile()
  const sent: string[] = []
  let held: (() => void)[] | null = null
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      sent.push(String(frame))
      if (held) held.push(() => server.send(frame))
      else server.send(frame)
    })
  })
  const { call, ask } = await unanswered(profile, '/call-back-twice')
  const cancel = call.panel.getByRole('button', { name: 'Cancel request' })
  const slow: (() => void)[] = []
  held = slow
  await ask.click()
  await ask.click()
  held = null
  for (const send of slow) send()
  await cancel.click()
  await ask.dblclick()
  await cancel.waitFor()
  await cancel.dispatchEvent('click', { detail: 2 })
  await call.chat.say('Thank you')
  const count = (text: string) => sent.filter((frame) => frame.includes(text)).length
  expect({ requests: count('call_back.request'), withdrawals: count('call_back.withdraw') }).toEqual({
    requests: 2,
    withdrawals: 1,
  })
  expect(await call.chat.message('Please call me back.').count()).toBe(2)
})

it('a request that could not be cancelled can still be cancelled', async () => {
  const profile = await customers.profile()
  let refuses = true
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      const { id, method } = JSON.parse(String(frame)) as { id: number; method: string }
      if (method !== 'call_back.withdraw' || !refuses) return server.send(frame)
      const error = {
        code: -32000,
        message: 'Unavailable',
        data: { code: 'unavailable', title: 'Unavailable' },
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error }))
    })
  })
  const { call, ask } = await unanswered(profile, '/call-back-refused')
  await ask.click()
  const cancel = call.panel.getByRole('button', { name: 'Cancel request' })
  await cancel.click()
  await call.panel.getByText('We cannot be reached right now.').waitFor()
  refuses = false
  await cancel.click()
  await ask.waitFor()
  expect(await call.chat.message('Please call me back.').count()).toBe(1)
})
