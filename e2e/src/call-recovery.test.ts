import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ring, talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import type { Network } from './harness/network.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startUnsteadyService, type UnsteadyService } from './harness/unsteady-service.ts'
import { microphoneOf } from './harness/microphone.ts'
import { heardIn } from './harness/tone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let unsteady: UnsteadyService
let service: UnsteadyService['service']
let network: Network
let organization: Organization

beforeAll(async () => {
  unsteady = await startUnsteadyService()
  ;({ service, network } = unsteady)
})
beforeEach(async () => {
  organization = await foundOrganization(service, 'Unsteady calls')
})
afterEach(() => network.heal())
afterAll(() => unsteady.remove())

async function open() {
  const profiles = await Promise.all([agents.profile(), customers.profile()])
  for (const profile of profiles) profile.expectErrors(/WebSocket connection to .* failed/, /net::ERR_/)
  const agent = await pages.agent(profiles[0], service, organization)
  const customer = await pages.customer(profiles[1], service, organization.provider.id)
  return { agent, customer }
}

const connectionsOf = (page: Page) => page.evaluate(() => window.rtcConnections.length)

it('[C8] a call continues over the same connection for 20 s without the service, and can be ended after', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  const before = await Promise.all([connectionsOf(customer), connectionsOf(agent)])
  await network.cut()
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
    expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
  }
  await network.heal()
  await Promise.all(
    [agent, customer].map((page) => page.waitForFunction(() => window.session.state.get().name === 'ready')),
  )
  // The current sockets deliver.
  await customer.evaluate(() => window.calls.media.setMicrophone(false))
  await agent.waitForFunction(() => !window.calls.media.view.get().remoteSending.microphone)
  expect(await Promise.all([connectionsOf(customer), connectionsOf(agent)])).toEqual(before)
  await agent.evaluate(() => window.calls.hangUp())
  await untilCall(customer, 'over')
})

it('hanging up without the service ends the call at once, and is reported when it is back', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  await network.cut()
  await customer.evaluate(() => window.calls.hangUp())
  await untilCall(customer, 'over')
  await network.heal()
  await untilCall(agent, 'over')
})

it('a socket that breaks while connecting only delays the call', async () => {
  const { agent, customer } = await open()
  await ring(customer, agent)
  await agent.evaluate(() => window.calls.accept())
  await untilCall(agent, 'connecting', 'active')
  await network.cut()
  await network.heal()
  await Promise.all([untilCall(customer, 'active'), untilCall(agent, 'active')])
  await expect.poll(() => heardIn(agent)).toBeCloseTo(1000, -1.5)
})

it('both sides may restart ICE at the same time', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  const connections = () => Promise.all([connectionsOf(customer), connectionsOf(agent)])
  const before = await connections()
  for (let round = 0; round < 3; round++) {
    const [formerUfrag] = await Promise.all(
      [customer, agent].map((page) =>
        page.evaluate(() => {
          const connection = window.rtcConnections.at(-1)!
          const ufrag = /ice-ufrag:(.*)/.exec(connection.localDescription?.sdp ?? '')?.[1]
          connection.restartIce()
          return ufrag
        }),
      ),
    )
    await customer.waitForFunction((former) => {
      const connection = window.rtcConnections.at(-1)!
      const ufrag = /ice-ufrag:(.*)/.exec(connection.localDescription?.sdp ?? '')?.[1]
      return (
        ufrag !== former &&
        connection.signalingState === 'stable' &&
        connection.connectionState === 'connected'
      )
    }, formerUfrag)
  }
  expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
  expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
  expect(await connections()).toEqual(before)
})

/**
 * Makes the first connection of each page loaded from now on gather no candidates, like Chromium after losing the network
 * list: the state stays `gathering`, even after an ICE restart.
 */
async function loseCandidates(page: Page) {
  await page.addInitScript(() => {
    const Working = RTCPeerConnection
    let isFirst = true
    window.RTCPeerConnection = class extends Working {
      readonly isDeaf = isFirst
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        isFirst = false
        if (!this.isDeaf) return
        this.addEventListener('icecandidate', (event) => event.stopImmediatePropagation())
        // Connectivity checks would reveal this side's candidates to the other side.
        this.addIceCandidate = async () => {}
      }
      override get iceGatheringState() {
        return this.isDeaf && super.localDescription ? 'gathering' : super.iceGatheringState
      }
      override get localDescription() {
        const description = super.localDescription
        if (!this.isDeaf || !description) return description
        const sdp = description.sdp.replaceAll(/^a=(candidate|end-of-candidates).*\r\n/gm, '')
        return new RTCSessionDescription({ type: description.type, sdp })
      }
    }
  })
}

it.for([
  { side: 'the customer', deaf: ['customer'] },
  { side: 'the agent', deaf: ['agent'] },
  { side: 'both at once', deaf: ['customer', 'agent'] },
] as const)('a connection that gathers no candidates for 3 s is replaced: of $side', async ({ deaf }) => {
  const both = await open()
  const { agent, customer } = both
  await talk(customer, agent)
  await Promise.all(deaf.map((who) => loseCandidates(both[who])))
  await Promise.all(deaf.map((who) => both[who].reload()))
  for (const page of [agent, customer]) {
    await page.waitForFunction(() => window.rtcConnections.at(-1)?.connectionState === 'connected')
  }
  for (const who of deaf) expect(await connectionsOf(both[who])).toBeGreaterThan(1)
  expect(await heardIn(agent)).toBeCloseTo(1000, -1.5)
  expect(await heardIn(customer)).toBeCloseTo(600, -1.5)
  await customer.evaluate(() => window.calls.hangUp())
  await untilCall(agent, 'over')
})
