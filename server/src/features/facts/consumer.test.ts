import type { LiveReport, Report } from '@parley/protocol/reports'
import { beforeAll, expect, test } from 'vitest'
import { timestamp } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { connectAgent, connectVisitor } from '../../testing/test-service.ts'
import { sendText, useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { openSeconds } from '../business-hours/open-time.ts'
import { createFacts } from './facts.ts'

let ahead = 0
const shop = useShop({ clock: () => Date.parse('2026-03-02T10:00:00Z') + ahead })
const minute = 60_000

const call = <T>(method: string, path: string, body?: object) =>
  shop.service
    .call(method, `/v1/organizations/${shop.organization.id}${path}`, {
      cookie: shop.organization.cookie,
      ...(body && { body }),
    })
    .then((answer) => answer.body as T)
const report = (kind: string) => call<Report>('GET', `/reports/${kind}?from=2026-03-02&to=2026-03-02`)

beforeAll(() => shop.service.app.logConsumers.start())

/** On a socket of its own: after a jump of the clock, earlier sockets are closed as silent. */
const agentNow = () => connectAgent(shop.service, shop.organization.id, shop.organization.cookie)

async function answer(customerId: string): Promise<void> {
  const agent = await agentNow()
  await sendText(agent, 'Hello', { customer_id: customerId })
  await agent.leave()
}

async function caughtUp(): Promise<void> {
  await shop.service.app.logConsumers.look()
  await shop.service.app.logConsumers.settled()
}

// Twelve steps with all consumers running: slow beside other files.
test(
  'an open conversation is in the reports, its replies after a refresh, and its end at once',
  {
    timeout: 60_000,
  },
  async () => {
    const { socket, key, customerId, conversationId } = await visitorWhoWrote(shop)
    await caughtUp()
    expect((await report('conversations')).totals).toMatchObject({
      started: { count: 1 },
      closed: { count: 0 },
    })

    ahead += 3 * minute
    await answer(customerId)
    await shop.service.app.facts.refresh()
    expect((await report('response')).totals.first_response).toMatchObject({
      count: 1,
      median: 180,
      p90: 180,
    })

    ahead += 2 * minute
    const again = await connectVisitor(shop.service, shop.organization.providerId, { key })
    await sendText(again.socket, 'One more thing')
    await again.socket.leave()
    const agent = await agentNow()
    const live = await call<LiveReport>('GET', '/reports/live')
    expect(live).toMatchObject({ open: 1, unassigned: 0, waiting: 1, snoozed: 0 })
    expect(live.waiting_since).toBe('2026-03-02T10:05:00.000+00:00')
    expect(live.agents).toMatchObject([
      { agent: { id: shop.organization.ownerId }, online: true, open: 1, waiting: 1 },
    ])
    await agent.leave()

    ahead += 5 * minute
    await call('POST', `/conversations/${conversationId}/close`)
    await caughtUp()
    const { totals } = await report('response')
    expect(totals).toMatchObject({
      resolution: { count: 1, median: 600 },
      reply_time: { count: 1, median: 180 },
      // Assigned by the reply after three minutes; until the close.
      handling: { count: 1, median: 420 },
    })
    await call('POST', `/conversations/${conversationId}/reopen`)
    await caughtUp()
    expect((await report('conversations')).totals).toMatchObject({
      started: { count: 2 },
      reopened: { count: 1 },
      closed: { count: 1 },
    })
    await socket.leave()
  },
)

test('business hours apply from when they were saved', async () => {
  const { socket, customerId } = await visitorWhoWrote(shop)
  const closedDay = { enabled: true, time_zone: 'UTC', week: [[], [], [], [], [], [], []], exceptions: [] }
  ahead += 10 * minute
  await call('PUT', '/business-hours', closedDay)
  ahead += 10 * minute
  await answer(customerId)
  await caughtUp()
  await shop.service.app.facts.refresh()
  const { data } = await call<{ data: { seconds: number }[] }>(
    'GET',
    '/reports/response/items?from=2026-03-02&to=2026-03-02&metric=first_response&clock=business_hours',
  )
  expect(data.map(({ seconds }) => seconds)).toEqual([600, 180])
  await socket.leave()
})

test('the backlog of an hour is recorded once', async () => {
  const { socket } = await visitorWhoWrote(shop)
  const { recordBacklog } = shop.service.app.facts
  const recorded = async () =>
    (await shop.database.query('select hour, open, waiting, longest_wait from backlog_hour order by hour'))
      .rows
  const { open, waiting } = await call<LiveReport>('GET', '/reports/live')
  expect(waiting).toBeGreaterThan(0)
  await recordBacklog()
  const [first] = await recorded()
  expect(first).toMatchObject({ hour: new Date('2026-03-02T10:00:00Z'), open, waiting })
  ahead += minute
  await recordBacklog()
  expect(await recorded()).toEqual([first])
  await socket.leave()
})

test('a report says so while the log from before is still being counted', async () => {
  const completeAfter = async (walkAfter: string | null) => {
    await shop.database.query(`update log_consumer_range set walk_after = $1 where consumer = 'facts'`, [
      walkAfter,
    ])
    return (await report('conversations')).complete
  }
  // The running consumer stores its own progress every two seconds.
  await expect.poll(() => completeAfter('77777777-7777-7777-7777-777777777777')).toBe(false)
  await expect.poll(() => completeAfter(null)).toBe(true)
})

test('a period that is not over is compared up to the same time', async () => {
  const { socket } = await visitorWhoWrote(shop)
  await caughtUp()
  const before = async () => {
    const { previous } = await call<Report>(
      'GET',
      '/reports/conversations?from=2026-03-03&to=2026-03-03&compare=previous',
    )
    return { to: previous?.to, started: previous?.totals.started?.count, points: previous?.series.length }
  }
  const now = Date.parse('2026-03-02T10:00:00Z') + ahead
  ahead += 24 * 60 * minute - minute / 2
  const earlier = await before()
  expect(earlier.to).toBe(timestamp(now - minute / 2))
  ahead += minute
  expect(await before()).toEqual({
    to: timestamp(now + minute / 2),
    started: (earlier.started ?? 0) + 1,
    points: 24,
  })
  await socket.leave()
})

test('conversations of a team count in its own hours, those of others in the hours of the organization', async () => {
  const team = await call<{ id: string }>('POST', '/teams', { name: 'Night shift' })
  const night = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }])
  await call('PUT', `/teams/${team.id}/business-hours`, {
    enabled: true,
    time_zone: 'UTC',
    week: night,
    exceptions: [],
  })
  ahead += minute
  const ofTeam = await visitorWhoWrote(shop)
  const ofNobody = await visitorWhoWrote(shop)
  await call('PUT', `/conversations/${ofTeam.conversationId}/team`, { team_id: team.id })
  ahead += 10 * minute
  await answer(ofTeam.customerId)
  await answer(ofNobody.customerId)
  await caughtUp()
  await shop.service.app.facts.refresh()
  const { rows } = await shop.database.query<{ conversation_id: string; first_response_open: number }>(
    'select conversation_id, first_response_open from episode where conversation_id = any($1)',
    [[ofTeam.conversationId, ofNobody.conversationId]],
  )
  const open = new Map(rows.map((row) => [row.conversation_id, row.first_response_open]))
  // The organization has been closed since an earlier test.
  expect([open.get(ofTeam.conversationId), open.get(ofNobody.conversationId)]).toEqual([600, 0])
  await ofTeam.socket.leave()
  await ofNobody.socket.leave()
})

test('a conversation that is reopened after its team was deleted counts for no team, also after a rebuild', async () => {
  const team = await call<{ id: string }>('POST', '/teams', { name: 'Given up' })
  const { socket, conversationId } = await visitorWhoWrote(shop)
  await call('PUT', `/conversations/${conversationId}/team`, { team_id: team.id })
  await call('POST', `/conversations/${conversationId}/close`)
  await call('DELETE', `/teams/${team.id}`)
  await call('POST', `/conversations/${conversationId}/reopen`)
  const teams = async () => {
    const { rows } = await shop.database.query<{ team_id: string | null }>(
      'select team_id from episode where conversation_id = $1 order by started_seq',
      [conversationId],
    )
    return rows.map((row) => row.team_id)
  }
  await caughtUp()
  expect(await teams()).toEqual([team.id, null])
  const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
  await createFacts({ db, openSeconds }).rebuild()
  await close()
  expect(await teams()).toEqual([team.id, null])
  await socket.leave()
})

test('hours that a process saves whose clock is behind apply, also after a removal', async () => {
  const day = { enabled: true, time_zone: 'UTC', week: Array.from({ length: 7 }, () => []) }
  const exception = (name: string) => [{ date: '2026-03-09', name, periods: [] }]
  const team = await call<{ id: string }>('POST', '/teams', { name: 'Early shift' })
  const owners = ['/business-hours', `/teams/${team.id}/business-hours`]
  const save = async (name: string) => {
    for (const owner of owners) await call('PUT', owner, { ...day, exceptions: exception(name) })
    await shop.service.app.facts.refresh()
  }
  const inForce = async () => {
    const { rows } = await shop.database.query<{ name: string; removed: boolean }>(
      `select distinct on (team_id) exceptions->0->>'name' as name, removed from hours_version
       where organization_id = $1 and (team_id is null or team_id = $2) order by team_id, from_at desc`,
      [shop.organization.id, team.id],
    )
    return rows
  }
  await save('First')
  ahead -= 4_000
  await save('Second')
  const second = { name: 'Second', removed: false }
  expect(await inForce()).toEqual([second, second])
  await call('DELETE', `/teams/${team.id}/business-hours`)
  await shop.service.app.facts.refresh()
  expect(await inForce()).toEqual([{ ...second, removed: true }, second])
  await save('Second')
  expect(await inForce()).toEqual([second, second])
  ahead += 4_000
})

test('hours that are saved again and again add four versions per hour, and the last ones are in force', async () => {
  const save = async (name: string) => {
    const week = Array.from({ length: 7 }, () => [])
    const exceptions = [{ date: '2026-03-10', name, periods: [] }]
    await call('PUT', '/business-hours', { enabled: true, time_zone: 'UTC', week, exceptions })
    await shop.service.app.facts.refresh()
  }
  const versionsAfter = async (from: number) => {
    const { rows } = await shop.database.query<{ name: string }>(
      `select exceptions->0->>'name' as name from hours_version
       where organization_id = $1 and team_id is null and from_at >= $2 order by from_at`,
      [shop.organization.id, timestamp(from)],
    )
    return rows.map(({ name }) => name)
  }
  ahead += 120 * minute
  const begin = Date.parse('2026-03-02T10:00:00Z') + ahead
  for (let count = 1; count <= 50; count += 1) {
    ahead += minute / 2
    await save(`Hours ${count}`)
  }
  expect(await versionsAfter(begin)).toEqual(['Hours 1', 'Hours 2', 'Hours 3', 'Hours 50'])
  ahead += 60 * minute
  await save('An hour later')
  expect(await versionsAfter(begin)).toEqual(['Hours 1', 'Hours 2', 'Hours 3', 'Hours 50', 'An hour later'])
})
