import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startService, type Service } from './harness/service.ts'
import { heardIn, microphoneOf } from './harness/tone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let service: Service
let organization: Organization

beforeAll(async () => {
  service = await startService({ environment: { PARLEY_SIGNUP: 'open' } })
  organization = await foundOrganization(service, 'Media')
})
afterAll(() => service.remove())

async function open() {
  const agent = await pages.agent(await agents.profile(), service, organization)
  const customer = await pages.customer(await customers.profile(), service, organization.provider.id)
  return { agent, customer }
}

describe('two people in a call', () => {
  it('hear each other, from the answer to the end, and nobody after', async () => {
    const { agent, customer } = await open()
    await talk(customer, agent)
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
    await agent.evaluate(() => window.calls.hangUp())
    await Promise.all([untilCall(customer, 'over'), untilCall(agent, 'over')])
  })
})
