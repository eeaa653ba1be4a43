import type { CallJoined } from '@parley/protocol/call-view'
import { newId } from '@parley/server/core/ids'
import { describe, expect, inject, it } from 'vitest'
import { useCallScene } from './harness/call-scene.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const scene = useCallScene()

describe('the history of calls', () => {
  it('appears among the messages of a conversation and beside the customer, and links to the call', async () => {
    const panel = await scene.asOwner('/inbox/unassigned')
    await panel.untilState('Available')
    const customer = await scene.customer()
    await customer.page.evaluate(() =>
      window.session.request('message.send', { client_id: crypto.randomUUID(), content: 'May I call you?' }),
    )
    await panel.page.getByText('May I call you?').first().waitFor()
    await customer.call()
    await panel.accept.click()
    await panel.bar.getByRole('timer').waitFor()
    await panel.bar.getByRole('link', { name: /^Visitor/ }).click()
    const log = panel.page.getByRole('log')
    await log.getByText('May I call you?').waitFor()
    await customer.hangUp()
    await panel.bar.getByText('The customer hung up.').waitFor()
    await log.getByText(/Call with Olivia Owner, \d+:\d\d/).waitFor()
    const beside = panel.page.getByRole('complementary').getByRole('region', { name: 'Calls' })
    await beside.getByText('Answered').waitFor()
    await saveScreenshot(panel.page, 'panel-call-line')
    await log.getByRole('link', { name: 'Details' }).click()
    await panel.sheet.getByText('The customer hung up.').waitFor()
  })

  it('is filtered by outcome and customer, paginated, and reachable by URL', async () => {
    await scene.organization.change({ calls: { nobody: 'wait' } })
    const ids: string[] = []
    for (let made = 0; made < 52; made += 1) ids.push(await givenUp())
    const panel = await scene.asOwner('/calls?status=missed')
    await panel.history.nth(49).waitFor()
    await panel.history.last().scrollIntoViewIfNeeded()
    await panel.history.nth(51).waitFor()
    await panel.page.getByRole('button', { name: 'Answered' }).click()
    await panel.page.getByText('No matching calls').waitFor()
    await panel.page.goto(scene.organization.panel(`/calls/${ids[0]}`))
    await panel.sheet.getByText('The customer hung up before an agent answered.').waitFor()
    await panel.sheet.getByText('No agent was rung.').waitFor()
    await panel.sheet.getByRole('link', { name: /^Visitor/ }).click()
    await panel.page.getByRole('region', { name: 'Timeline' }).getByRole('link').click()
    await panel.sheet.waitFor()
    expect(new URL(panel.page.url()).searchParams.get('customer_id')).not.toBeNull()
    await panel.page.keyboard.press('Escape')
    await panel.page.getByRole('button', { name: /^Calls from Visitor/ }).waitFor()
    await expect.poll(() => panel.history.count()).toBe(1)
  })

  it('says that a recording is being processed until it is ready', async () => {
    await scene.organization.change({ calls: { nobody: 'wait' } })
    const id = await givenUp()
    const panel = await scene.asOwner('/calls')
    const recorded = { recording_mode: 'notify', recording_pending: true }
    await panel.page.route(new RegExp(`/v1/.*/calls/${id}$`), async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...recorded } })
    })
    await panel.page.goto(scene.organization.panel(`/calls/${id}`))
    await panel.sheet.getByText('The recording is being processed.').waitFor()
    recorded.recording_pending = false
    await panel.page.reload()
    await panel.sheet.getByText('No recording.').waitFor()
  })

  it('does not open a conversation that loads after the agent has left the page', async () => {
    await scene.organization.change({ calls: { nobody: 'wait' } })
    await givenUp()
    const { page } = await scene.asOwner('/calls?status=missed')
    const conversations = await holdRequest(page, 'GET', /\/customers\/[^/]+\/conversations/)
    await page.getByRole('button', { name: /^Call back: / }).click()
    await conversations.asked
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await conversations.release()
    await inboxOn(page).view('Closed')
    await page.getByText('No closed conversations').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/inbox\/closed$/)
  })

  it('does not open a conversation that loads after the agent has opened a call beside the table', async () => {
    await scene.organization.change({ calls: { nobody: 'wait' } })
    const id = await givenUp()
    const { page, sheet } = await scene.asOwner('/calls?status=missed')
    const conversations = await holdRequest(page, 'GET', /\/customers\/[^/]+\/conversations/)
    const row = page.locator('tr', { has: page.locator(`a[href*="${id}"]`) })
    await row.getByRole('button', { name: /^Call back: / }).click()
    await conversations.asked
    await row.getByRole('link').click()
    await sheet.waitFor()
    await conversations.release()
    await row.locator('button:not([data-loading])').waitFor()
    expect(new URL(page.url()).pathname).toContain(`/calls/${id}`)
    expect(await sheet.isVisible()).toBe(true)
  })
})

/** A call that a new visitor starts and cancels at once. */
async function givenUp(): Promise<string> {
  const visitor = await visitorLine(inject('service'), scene.organization.provider.id)
  const params = { client_id: newId(), peer: newId(), video: false, consent: null, recording: 'off' }
  const { call } = await visitor.socket.request<CallJoined>('call.start', params)
  await visitor.socket.request('call.end', { call_id: call.id })
  await visitor.close()
  return call.id
}
