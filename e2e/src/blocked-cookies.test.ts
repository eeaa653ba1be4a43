import { describe, expect, inject, it } from 'vitest'
import { chatOn } from './harness/chat.ts'
import { isFirefoxHere, useFirefox } from './harness/firefox.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { agentLine } from './harness/line.ts'
import { foundOrganization } from './harness/people.ts'

/** Firefox denies BroadcastChannel, IndexedDB, localStorage and locks to a site whose cookies are blocked. */
describe.runIf(isFirefoxHere())('in Firefox with blocked cookies', () => {
  const service = inject('service')
  const firefox = useFirefox(440, { 'network.cookie.cookieBehavior': 2 })
  const site = useHostSite()

  it('a visitor can open the chat and write, and hears an answer', async () => {
    const organization = await foundOrganization(service, 'Blocked cookies')
    const profile = await firefox.profile()
    const page = await profile.open(
      site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
    )
    const denied = await page.evaluate(() => {
      try {
        return new BroadcastChannel('name').close()
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(denied).toBe('SecurityError')
    const chat = chatOn(page)
    await chat.open()
    await chat.say('Do you ship to Norway?')
    await chat.message('Do you ship to Norway?').getByRole('img', { name: 'Sent' }).waitFor()

    await page.evaluate(() => {
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (when) {
        document.title = 'A tone'
        start.call(this, when)
      }
    })
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    const { data } = await organization.call(organization.owner, 'GET', '/conversations?view=open')
    const line = await agentLine(service, organization.id, organization.owner, data[0].customer.id)
    await line.say('We do')
    await line.close()
    await page.waitForFunction(() => document.title.includes('A tone'))
  })
})
