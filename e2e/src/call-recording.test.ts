import type { Call, CallDetail } from '@parley/protocol/call'
import { openDatabase, type DatabaseHandle } from '@parley/server/core/database'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ring, talk, untilCall, useCallPages } from './call-engine/call-pages.ts'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { listenTo } from './harness/recordings.ts'
import { startService, type Service } from './harness/service.ts'
import { microphoneOf } from './harness/microphone.ts'

const customers = useBrowser(() => microphoneOf(1000))
const agents = useBrowser(() => microphoneOf(600))
const pages = useCallPages()
let service: Service
let database: DatabaseHandle
let organization: Organization

beforeAll(async () => {
  service = await startService({ environment: { PARLEY_SIGNUP: 'open' } })
  database = openDatabase(await service.databaseUrl())
})
beforeEach(async () => {
  organization = await foundOrganization(service, 'Recorded')
  await organization.change({ calls: { recording: 'notify', grace_seconds: 10 } })
})
afterAll(async () => {
  await database.close()
  await service.remove()
})

async function open() {
  const profile = await agents.profile()
  profile.expectErrors(/net::ERR_FAILED/)
  const agent = await pages.agent(profile, service, organization)
  const customer = await pages.customer(await customers.profile(), service, organization.provider.id)
  return { agent, customer, profile }
}

/** Waits until the service has stored this many recording chunks of the organization. */
async function untilStored(pieces: number): Promise<void> {
  const stored = async () => {
    const { rows } = await database.pool.query<{ pieces: string }>(
      'select coalesce(sum(chunks), 0) as pieces from recording where organization_id = $1',
      [organization.id],
    )
    return Number(rows[0]?.pieces)
  }
  await expect.poll(stored).toBeGreaterThanOrEqual(pieces)
}

async function detail(): Promise<CallDetail> {
  const { data }: { data: Call[] } = await organization.call(organization.owner, 'GET', '/calls')
  return organization.call(organization.owner, 'GET', `/calls/${data[0]!.id}`)
}

/** The recordings of the organization's only call, once they are ready. */
async function ready(timeout = 20_000): Promise<CallDetail['recordings']> {
  await expect
    .poll(
      async () => {
        const { rows } = await database.pool.query(
          `select 1 from event_log where type = 'call.recording_ready' and data->>'id' = $1`,
          [(await detail()).id],
        )
        return rows.length
      },
      { timeout, interval: 500 },
    )
    .toBe(1)
  return (await detail()).recordings
}

it('both voices are in the file, which is ready soon after the call', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  await customer.waitForFunction(() => window.calls.call.get()?.recording.state === 'on')
  await untilStored(3)
  await customer.evaluate(() => window.calls.hangUp())
  await untilCall(agent, 'over')
  const files = await ready()
  expect(files).toHaveLength(1)
  const heard = await listenTo(files[0]!.url)
  expect(heard.frequencies).toEqual(expect.arrayContaining([600, 1000]))
  expect(heard.seconds).toBeGreaterThanOrEqual(3)
  expect(await agent.evaluate(() => window.calls.uploads.get())).toEqual({ chunks: 0, bytes: 0 })
})

it('nothing is recorded while it is paused, which both sides see', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  await untilStored(1)
  await agent.evaluate(() => window.calls.pauseRecording())
  await customer.waitForFunction(() => window.calls.call.get()?.recording.state === 'paused')
  expect(await agent.evaluate(() => window.calls.recording.get())).toEqual({ name: 'paused' })
  const paused = Date.now()
  await untilTalked(customer, 6)
  await agent.evaluate(() => window.calls.resumeRecording())
  await customer.waitForFunction(() => window.calls.call.get()?.recording.state === 'on')
  const silence = (Date.now() - paused) / 1000
  await untilTalked(customer, 9)
  const talked = await customer.evaluate(secondsOf)
  await agent.evaluate(() => window.calls.hangUp())
  const [file] = await ready()
  const { seconds } = await listenTo(file!.url)
  expect(seconds).toBeLessThan(talked - silence + 2)
  expect(seconds).toBeGreaterThan(talked - silence - 2)
})

it('[C14] a customer who has declined is not recorded', async () => {
  await organization.change({ calls: { recording: 'ask' } })
  const { agent, customer } = await open()
  const puts: string[] = []
  agent.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())))
  await ring(customer, agent, 'declined')
  await agent.evaluate(() => window.calls.accept())
  await Promise.all([untilCall(customer, 'active'), untilCall(agent, 'active')])
  await untilTalked(customer, 4)
  expect(await agent.evaluate(() => window.calls.recording.get())).toEqual({ name: 'off' })
  await customer.evaluate(() => window.calls.hangUp())
  await untilCall(agent, 'over')
  expect(puts).toEqual([])
  expect((await detail()).recordings).toEqual([])
})

it(
  'the agent’s tab dies in the call: the file holds all but the last two seconds',
  { timeout: 90_000 },
  async () => {
    const { agent, customer } = await open()
    await talk(customer, agent)
    await untilStored(3)
    const talked = await customer.evaluate(secondsOf)
    await crash(agent)
    await customer.waitForFunction(() => window.calls.state.get().name === 'over', undefined, {
      timeout: 30_000,
    })
    expect(await customer.evaluate(() => window.calls.call.get()?.end?.reason)).toBe('agent_disconnected')
    // The service accepts more chunks for ten minutes, which no test waits for.
    const then = `created_at = created_at - interval '11 minutes', ended_at = ended_at - interval '11 minutes'`
    await database.pool.query(`update call set ${then} where organization_id = $1`, [organization.id])
    await database.pool.query(
      `update recording set last_chunk_at = last_chunk_at - interval '11 minutes' where organization_id = $1`,
      [organization.id],
    )
    const [file] = await ready()
    const heard = await listenTo(file!.url)
    expect(heard.frequencies).toEqual(expect.arrayContaining([600, 1000]))
    expect(heard.seconds).toBeGreaterThanOrEqual(talked - 2)
  },
)

it('the next tab uploads what a crashed tab had not sent', async () => {
  const { agent, customer, profile } = await open()
  await agent.route('**/chunks/**', (route) => route.abort())
  await talk(customer, agent)
  await agent.waitForFunction(() => window.calls.uploads.get().chunks >= 3)
  const talked = await customer.evaluate(secondsOf)
  await crash(agent)
  await customer.evaluate(() => window.calls.hangUp())
  await pages.agent(profile, service, organization)
  const [file] = await ready()
  expect((await listenTo(file!.url)).seconds).toBeGreaterThanOrEqual(talked - 2)
})

it('a reload of the agent’s page starts another file and keeps the previous one complete', async () => {
  const { agent, customer } = await open()
  await talk(customer, agent)
  await untilStored(2)
  await agent.reload()
  await agent.waitForFunction(() => window.calls?.recording.get().name === 'on')
  await untilStored(5)
  await customer.evaluate(() => window.calls.hangUp())
  const files = await ready()
  expect(files).toHaveLength(2)
  for (const file of files) {
    const heard = await listenTo(file.url)
    expect(heard.frequencies).toEqual([600, 1000])
    expect(heard.seconds).toBeGreaterThan(2)
  }
})

it('a reload of the agent’s page during video leaves no file without video', async () => {
  await organization.change({ calls: { mode: 'video' } })
  const { agent, customer } = await open()
  await talk(customer, agent)
  await untilStored(1)
  await customer.evaluate(() => window.calls.media.setCamera(true))
  await untilStored(3)
  await agent.reload()
  await agent.waitForFunction(() => window.calls?.recording.get().name === 'on')
  await untilStored(6)
  await customer.evaluate(() => window.calls.hangUp())
  const files = await ready()
  expect(files.map(({ mime }) => mime.split('/')[0])).toEqual(['audio', 'video', 'video'])
})

it('a camera that is turned on starts a file with video', async () => {
  await organization.change({ calls: { mode: 'video' } })
  const { agent, customer } = await open()
  await talk(customer, agent)
  await untilStored(1)
  await customer.evaluate(() => window.calls.media.setCamera(true))
  await untilStored(4)
  await customer.evaluate(() => window.calls.hangUp())
  const files = await ready()
  expect(files.map(({ mime }) => mime.split(';')[0])).toEqual(['audio/webm', 'video/webm'])
  const heard = await listenTo(files[1]!.url)
  expect(heard.frequencies).toEqual(expect.arrayContaining([600, 1000]))
  expect(heard.width).toBeGreaterThan(0)
})

/** Elapsed call time in seconds, as the page shows it. */
function secondsOf() {
  const shown = window.calls.state.get()
  return shown.name === 'active' ? (Date.now() - shown.since) / 1000 : 0
}

async function untilTalked(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const shown = window.calls.state.get()
    return shown.name === 'active' && (Date.now() - shown.since) / 1000 >= wanted
  }, seconds)
}

/** Kills a tab's process, as an out-of-memory condition would. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  void devtools.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
