import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startRelay, type Relay } from './harness/relay.ts'
import { startService, type Service } from './harness/service.ts'
import { microphoneOf } from './harness/microphone.ts'
import { heardIn } from './harness/tone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let relay: Relay
let service: Service
let organization: Organization

beforeAll(async () => {
  relay = await startRelay()
  service = await startService({ environment: { PARLEY_SIGNUP: 'open', ...relay.environment } })
})
beforeEach(async () => {
  organization = await foundOrganization(service, 'Relayed')
  await organization.change({ calls: { relay_only: true } })
})
afterEach(async () => {
  await relay.kill()
  await relay.start()
})
afterAll(async () => {
  await service.remove()
  await relay.kill()
})

async function open() {
  const agent = await pages.agent(await agents.profile(), service, organization)
  const customer = await pages.customer(await customers.profile(), service, organization.provider.id)
  await talk(customer, agent)
  return { agent, customer }
}

/** Types of the ICE candidates that a page signaled, and the type of the selected one. */
async function kindsOf() {
  const connection = window.rtcConnections.at(-1)!
  const told = [...(connection.localDescription?.sdp ?? '').matchAll(/ typ (\w+)/g)].map(([, kind]) => kind)
  const stats = [...(await connection.getStats()).values()]
  const pair = stats.find(
    ({ type, nominated, state }) => type === 'candidate-pair' && nominated && state === 'succeeded',
  )
  return {
    told: [...new Set(told)],
    used: stats.find(({ id }) => id === pair?.localCandidateId)?.candidateType,
  }
}

it('neither side learns the other’s address if the provider allows only the relay', async () => {
  const { agent, customer } = await open()
  const relayed = { told: ['relay'], used: 'relay' }
  // The call becomes active for both sides when one of them is connected.
  for (const page of [customer, agent]) await expect.poll(() => page.evaluate(kindsOf)).toEqual(relayed)
  expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
  expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
  await agent.evaluate(() => window.calls.hangUp())
  await untilCall(customer, 'over')
})

it('a call continues after the relay is killed and restarted', async () => {
  const { agent, customer } = await open()
  await relay.kill()
  await Promise.all(
    [agent, customer].map((page) =>
      page.waitForFunction(() => window.calls.media.view.get().path === 'lost'),
    ),
  )
  await relay.start()
  await Promise.all(
    [agent, customer].map((page) =>
      page.waitForFunction(() => window.calls.media.view.get().path !== 'lost', undefined, {
        timeout: 30_000,
      }),
    ),
  )
  expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
  expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
  await agent.evaluate(() => window.calls.hangUp())
  await untilCall(customer, 'over')
})

it('a call ends with media_failed if no path is found again', { timeout: 120_000 }, async () => {
  const { agent, customer } = await open()
  await relay.kill()
  await Promise.all(
    [agent, customer].map((page) =>
      page.waitForFunction(() => window.calls.state.get().name === 'over', undefined, { timeout: 90_000 }),
    ),
  )
  const end = await customer.evaluate(() => {
    const shown = window.calls.state.get()
    return shown.name === 'over' ? shown.end : null
  })
  expect(end).toMatchObject({ status: 'ended', reason: 'media_failed' })
})
