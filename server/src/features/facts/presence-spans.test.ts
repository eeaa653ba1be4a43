import type { LiveReport, Report } from '@parley/protocol/reports'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteAgent } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'

const shop = useShop()
/** An agent without a socket: what is connected is what the test says. */
let ada = ''
beforeAll(async () => {
  ada = (await inviteAgent(shop.service, shop.organization, 'Ada')).agentId
})
/** Time passes only in `pass`. */
const start = Math.floor(Date.now() / 1000) * 1000
let now = start
const at = (seconds = 0) => new Date(now + seconds * 1000).toISOString()
/** Processes continue to send heartbeats. */
async function pass(seconds: number): Promise<void> {
  now += seconds * 1000
  await shop.database.query('update presence_process set seen_at = seen_at + make_interval(secs => $1)', [
    seconds,
  ])
}

const record = () => shop.service.app.facts.recordPresence(sql`${at()}::timestamptz`)

/** A heartbeat of a process, this many seconds ago, that has these agents. */
async function heartbeat(process: string, agents: string[], secondsAgo = 0): Promise<void> {
  await shop.database.query(
    `insert into presence_process values ($1, 1, $2) on conflict (id) do update set seen_at = excluded.seen_at`,
    [process, at(-secondsAgo)],
  )
  await shop.database.query('delete from agent_presence where process_id = $1', [process])
  for (const agent of agents)
    await shop.database.query('insert into agent_presence values ($1, $2, $3)', [
      process,
      shop.organization.id,
      agent,
    ])
}

/** State, seconds and whether it lasts, oldest first. */
async function spans(): Promise<[string, number, boolean][]> {
  const { rows } = await shop.database.query<{ state: string; seconds: number; open: boolean }>(
    `select state, extract(epoch from coalesce(to_at, $2) - from_at)::float8 as seconds, to_at is null as open
     from presence_span where agent_id = $1 order by from_at`,
    [ada, at()],
  )
  return rows.map(({ state, seconds, open }) => [state, seconds, open])
}

const setAway = (away: boolean, agentId = ada) =>
  shop.database.query(
    `insert into agent_desk (agent_id, organization_id, availability, away_because, idle_since, changed_at)
     values ($1, $2, $3, $4, now(), now())
     on conflict (agent_id) do update set availability = excluded.availability, away_because = excluded.away_because`,
    [agentId, shop.organization.id, away ? 'away' : 'available', away ? 'chosen' : null],
  )

let process = randomUUID()
beforeEach(async () => {
  process = randomUUID()
  await setAway(false)
  await shop.database.query('delete from agent_presence')
  await shop.database.query('delete from presence_process')
  now = start
  await shop.database.query('delete from presence_span')
  await shop.database.query('update presence_record set seen_at = $1', [at(-5)])
})

describe('presence is recorded', () => {
  test('not without a connection', async () => {
    await record()
    expect(await spans()).toEqual([])
  })

  test('as spans of a state, while connected', async () => {
    await heartbeat(process, [ada])
    await record()
    await pass(30)
    await record()
    expect(await spans()).toEqual([['online', 30, true]])
    await setAway(true)
    await pass(10)
    await record()
    await pass(20)
    await heartbeat(process, [])
    await record()
    await setAway(false)
    expect(await spans()).toEqual([
      ['online', 40, false],
      ['away', 20, false],
    ])
  })

  test('to the last heartbeat of a killed process', async () => {
    await heartbeat(process, [ada])
    await record()
    await pass(50)
    await heartbeat(process, [ada], 20)
    await record()
    expect(await spans()).toEqual([['online', 30, false]])
  })

  test('on in another process that has the agent, too', async () => {
    const other = randomUUID()
    await heartbeat(process, [ada])
    await record()
    await pass(50)
    await heartbeat(process, [ada], 20)
    await heartbeat(other, [ada])
    await record()
    expect(await spans()).toEqual([['online', 50, true]])
  })

  test('without a break while a page reloads', async () => {
    await heartbeat(process, [ada])
    await record()
    await pass(30)
    await heartbeat(process, [])
    await record()
    await pass(6)
    await heartbeat(process, [ada])
    await record()
    expect(await spans()).toEqual([['online', 36, true]])
    // Longer than a reload: a break.
    await heartbeat(process, [])
    await pass(6)
    await record()
    await pass(30)
    await heartbeat(process, [ada])
    await record()
    expect(await spans()).toEqual([
      ['online', 42, false],
      ['online', 0, true],
    ])
  })

  test('never for a time in which nothing ran', async () => {
    await heartbeat(process, [ada])
    await record()
    await pass(10)
    await record()
    await pass(600)
    await heartbeat(process, [ada])
    await record()
    expect(await spans()).toEqual([
      ['online', 10, false],
      ['online', 0, true],
    ])
  })

  test('once by several processes', async () => {
    await heartbeat(process, [ada])
    await Promise.all([record(), record(), record(), record()])
    await pass(10)
    await Promise.all([record(), record(), record()])
    expect(await spans()).toEqual([['online', 10, true]])
  })
})

test('the live report says since when an agent has been connected, in any state', async () => {
  const owner = shop.organization.ownerId
  const online = async () => {
    const { body } = await shop.service.call(
      'GET',
      `/v1/organizations/${shop.organization.id}/reports/live`,
      {
        cookie: shop.organization.cookie,
      },
    )
    return (body as LiveReport).agents.find(({ agent }) => agent.id === owner)?.online_since
  }
  expect(await online()).toBeNull()
  await heartbeat(process, [owner])
  await record()
  await pass(50)
  await setAway(true, owner)
  await heartbeat(process, [owner])
  await record()
  expect(Date.parse((await online()) ?? '')).toBe(start)
})

describe('the report of agents', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const figures = async (query = '') => {
    const { body } = await shop.service.call(
      'GET',
      `/v1/organizations/${shop.organization.id}/reports/agents?from=${day(-3)}&to=${day(1)}${query}`,
      { cookie: shop.organization.cookie },
    )
    const { totals, groups, series } = body as Report
    return { totals, groups, series }
  }
  const hour = (hours: number) => at(hours * 3600)
  const span = (state: string, hoursAgo: number, hours: number | null) =>
    shop.database.query(
      `insert into presence_span (organization_id, agent_id, state, from_at, to_at)
       values ($1, $2, $3, $4, $5)`,
      [shop.organization.id, ada, state, hour(-hoursAgo), hours === null ? null : hour(hours - hoursAgo)],
    )

  test('has the time online, and the share of it with work', async () => {
    await span('online', 40, 4)
    await span('in_call', 36, 1)
    await span('away', 35, 3)
    // Two hours of work in two conversations at once, one of them online; and another one before.
    for (const position of [0, 1])
      await shop.database.query(
        `insert into handling (organization_id, customer_id, started_seq, position, conversation_id, provider_id, channel,
           label_ids, agent_id, ended_at, seconds, seconds_open, active)
         values ($1, $2, 1, $3, $2, $4, 'widget', '{}', $5, $6, 7200, 7200,
           tstzmultirange(tstzrange($7, $8), tstzrange($9, $10)))`,
        [
          shop.organization.id,
          randomUUID(),
          position,
          shop.organization.providerId,
          ada,
          ...[-30, -38, -37, -60, -59].map(hour),
        ],
      )
    const { totals, groups, series } = await figures()
    expect(totals.online?.count).toBe(8 * 3600)
    expect(totals.occupancy?.mean).toBe(2 / 8)
    expect(groups.map(({ key, figures: own }) => [key, own.online?.count])).toEqual([[ada, 8 * 3600]])
    expect(series.reduce((sum, point) => sum + (point.figures.online?.count ?? 0), 0)).toEqual(8 * 3600)
    expect((await figures(`&agent=${randomUUID()}`)).totals.online?.count).toBe(0)
    expect((await figures(`&team=none`)).totals.online?.count).toBe(0)
  })

  test('counts a span that lasts up to the last record', async () => {
    await span('online', 10, null)
    await shop.database.query('update presence_record set seen_at = $1', [hour(-7)])
    expect((await figures()).totals.online?.count).toBe(3 * 3600)
  })

  test('has no list behind the time online', async () => {
    const { status, body } = await shop.service.call(
      'GET',
      `/v1/organizations/${shop.organization.id}/reports/agents/items?from=${day(-3)}&to=${day(1)}&metric=online`,
      { cookie: shop.organization.cookie },
    )
    expect([status, (body as { code: string }).code]).toEqual([422, 'report_metric_unknown'])
  })
})
