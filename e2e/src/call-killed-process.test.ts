import type { Call, CallDetail } from '@parley/protocol/call'
import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { startProcesses, type Processes } from './harness/processes.ts'
import { listenTo } from './harness/recordings.ts'
import { busOfRun } from './harness/run-options.ts'
import { heardIn } from './harness/tone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let service: Processes
let database: DatabaseHandle
let organization: Organization

beforeAll(async () => {
  service = await startProcesses({
    environment: { PARLEY_SIGNUP: 'open' },
    bus: busOfRun() ?? 'postgres',
  })
  database = openDatabase(await service.databaseUrl())
  organization = await foundOrganization(service, 'Killed processes')
  await organization.change({ calls: { recording: 'notify', grace_seconds: 10 } })
})
afterAll(async () => {
  await database?.close()
  await service.remove()
})

const connectionsOf = (page: Page) => page.evaluate(() => window.rtcConnections.length)

/** Starts waiting for the next socket of a page, and returns a function that waits until it is ready. */
function nextSocket(page: Page): () => Promise<unknown> {
  const opened = page.waitForEvent('websocket', { timeout: 60_000 })
  return async () => {
    await opened
    await page.waitForFunction(() => window.session.state.get().name === 'ready')
  }
}

async function storedChunks(): Promise<number> {
  const { rows } = await database.pool.query<{ chunks: string }>(
    'select coalesce(sum(chunks), 0) as chunks from recording where organization_id = $1',
    [organization.id],
  )
  return Number(rows[0]?.chunks)
}

it(
  '[C7] [C8] a call and its recording continue when the process of either side is killed',
  { timeout: 180_000 },
  async () => {
    const profiles = await Promise.all([agents.profile(), customers.profile()])
    for (const profile of profiles)
      profile.expectErrors(/WebSocket connection to .* failed/, /net::ERR_/, /status of 503/)
    const agent = await pages.agent(profiles[0], service, organization)
    const customer = await pages.customer(profiles[1], service, organization.provider.id)
    await talk(customer, agent)
    await expect.poll(storedChunks).toBeGreaterThanOrEqual(1)
    const connections = await Promise.all([connectionsOf(customer), connectionsOf(agent)])

    async function expectCall() {
      await customer.evaluate(() => window.calls.media.setMicrophone(false))
      await agent.waitForFunction(() => !window.calls.media.view.get().remoteSending.microphone)
      await customer.evaluate(() => window.calls.media.setMicrophone(true))
      await agent.waitForFunction(() => window.calls.media.view.get().remoteSending.microphone)
      await expect.poll(() => heardIn(agent)).toBeCloseTo(1000, -1.5)
      await expect.poll(() => heardIn(customer)).toBeCloseTo(600, -1.5)
      const before = await storedChunks()
      await expect.poll(storedChunks).toBeGreaterThan(before)
      expect(await Promise.all([connectionsOf(customer), connectionsOf(agent)])).toEqual(connections)
    }

    const agentBack = nextSocket(agent)
    await service.agents.kill()
    await agentBack()
    await expectCall()

    // Now both sides are connected to the process of visitors.
    await service.agents.start()
    const back = [nextSocket(agent), nextSocket(customer)]
    await service.visitors.kill()
    await Promise.all(back.map((isReady) => isReady()))
    await expectCall()

    await customer.evaluate(() => window.calls.hangUp())
    await untilCall(agent, 'over')
    const isReady = async () => {
      const { rows } = await database.pool.query(
        `select 1 from event_log where organization_id = $1 and type = 'call.recording_ready'`,
        [organization.id],
      )
      return rows.length
    }
    await expect.poll(isReady).toBe(1)
    const { data }: { data: Call[] } = await organization.call(organization.owner, 'GET', '/calls')
    const call: CallDetail = await organization.call(organization.owner, 'GET', `/calls/${data[0]!.id}`)
    expect(call).toMatchObject({ status: 'ended', recordings: [{ name: expect.any(String) }] })
    const { frequencies, seconds } = await listenTo(call.recordings[0]!.url)
    expect(frequencies).toEqual(expect.arrayContaining([600, 1000]))
    expect(seconds).toBeGreaterThan(call.talk_duration! - 3)
  },
)
