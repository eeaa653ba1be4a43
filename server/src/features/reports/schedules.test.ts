import type { ReportSchedule, ReportSchedules } from '@parley/protocol/report-schedule'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { confirmAddresses } from '../../testing/confirmed-addresses.ts'
import { startSmtpServer } from '../../testing/smtp-server.ts'
import { sendText } from '../../testing/test-shop.ts'
import type { TestSocket } from '../../testing/test-socket.ts'
import {
  connectVisitor,
  foundOrganization,
  inviteAgent,
  startTestService,
  type TestOrganization,
  type TestService,
} from '../../testing/test-service.ts'
import { claimSchedule, planNext } from './schedule-store.ts'

const hourMs = 3600 * 1000
/** From now to tomorrow's noon: the same time of the day in every run. Sessions last seven days of real time. */
const toNoon = (Math.floor(Date.now() / (24 * hourMs)) + 1.5) * 24 * hourMs - Date.now()
let ahead = 0
const clock = () => Date.now() + toNoon + ahead
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let service: TestService
let shop: TestOrganization

beforeAll(async () => {
  smtp = await startSmtpServer()
})
afterAll(() => smtp.stop())
// A service of its own for each test: schedules of an earlier test would be due as well.
beforeEach(async () => {
  ahead = 0
  smtp.mails.length = 0
  service = await startTestService({
    clock,
    env: { PARLEY_SMTP_URL: smtp.url, PARLEY_MAIL_FROM: 'Parley <parley@example.com>' },
  })
  await confirmAddresses(service)
  shop = await foundOrganization(service, 'Shop')
})
afterEach(() => service.stop())
afterEach(() => void vi.useRealTimers())

const api = (method: string, path: string, body?: object, as: { cookie: string } = shop) =>
  service.call(method, `/v1/organizations/${shop.id}/report-schedules${path}`, {
    cookie: as.cookie,
    ...(body && { body }),
  })
const input = (agentIds: string[], more: object = {}) => ({
  report: 'conversations',
  cadence: 'daily',
  hour: 8,
  agent_ids: agentIds,
  language: 'en',
  ...more,
})
async function schedule(agentIds: string[], more: object = {}): Promise<ReportSchedule> {
  const { status, body } = await api('POST', '', input(agentIds, more))
  expect(status).toBe(201)
  return body
}
async function sentAfter(hours: number) {
  ahead += hours * hourMs
  await service.app.reports.sweepSchedules()
  await service.app.mails.sendDue()
  return smtp.mails
}

test('a schedule is refused for agents, strangers, unknown reports and more than 20', async () => {
  const agent = await inviteAgent(service, shop, 'Agent')
  expect((await api('POST', '', input([shop.ownerId]), agent)).status).toBe(403)
  expect((await api('GET', '', undefined, agent)).status).toBe(403)
  const elsewhere = await foundOrganization(service, 'Elsewhere')
  for (const id of [agent.agentId, elsewhere.ownerId, newId()])
    expect(await api('POST', '', input([shop.ownerId, id]))).toMatchObject({ status: 404 })
  for (const wrong of [{ hour: 24 }, { cadence: 'hourly' }, { report: 'live' }, { agent_ids: [] }])
    expect((await api('POST', '', input([shop.ownerId], wrong))).status).toBe(400)
  for (let count = 0; count < 20; count += 1) await schedule([shop.ownerId])
  expect(await api('POST', '', input([shop.ownerId]))).toMatchObject({
    status: 409,
    body: { code: 'report_schedule_limit' },
  })
})

test('a report is sent once at its time, as CSV, to those who may read reports at that moment', async () => {
  const admin = await inviteAgent(service, shop, 'Admin', 'admin')
  const demoted = await inviteAgent(service, shop, 'Demoted', 'admin')
  const removed = await inviteAgent(service, shop, 'Removed', 'admin')
  const { next_at: nextAt } = await schedule([admin.agentId, demoted.agentId, removed.agentId], {
    report: 'teams',
  })
  await service.call('PATCH', `/v1/organizations/${shop.id}/agents/${demoted.agentId}`, {
    cookie: shop.cookie,
    body: { role: 'agent' },
  })
  await service.call('DELETE', `/v1/organizations/${shop.id}/agents/${removed.agentId}`, {
    cookie: shop.cookie,
  })
  expect(await sentAfter(0)).toEqual([])
  const hours = (Date.parse(nextAt) - clock()) / hourMs
  const mails = await sentAfter(hours + 0.01)
  expect(mails).toHaveLength(1)
  const day = new Date(Date.parse(nextAt) - 24 * hourMs).toISOString().slice(0, 10)
  expect(mails[0]?.subject).toBe(`Shop: Teams, ${day}`)
  expect(mails[0]?.attachments.map(({ name }) => name)).toEqual([
    `teams-${day}-${day}-groups.csv`,
    `teams-${day}-${day}-series.csv`,
  ])
  expect(mails[0]?.text).toContain(`/panel/o/${shop.id}/reports/teams?from=${day}&to=${day}`)
  expect(mails[0]?.attachments[1]?.content).toMatch(/^\ufeff"start \(UTC\)","started"/)
  await Promise.all([service.app.reports.sweepSchedules(), service.app.reports.sweepSchedules()])
  expect(await sentAfter(0)).toHaveLength(1)
  const { data } = (await api('GET', '')).body as ReportSchedules
  expect(Date.parse(data[0]?.next_at ?? '')).toBe(Date.parse(nextAt) + 24 * hourMs)
  expect(data[0]?.last_sent_at).not.toBeNull()
})

test('a report that the mail server has not accepted yet is not sent to those who may no longer read it', async () => {
  const [kept, demoted, removed] = [
    await inviteAgent(service, shop, 'Kept', 'admin'),
    await inviteAgent(service, shop, 'Demoted', 'admin'),
    await inviteAgent(service, shop, 'Removed', 'admin'),
  ]
  await schedule([kept.agentId, demoted.agentId, removed.agentId])
  smtp.become('full')
  expect(await sentAfter(24)).toEqual([])
  const agents = `/v1/organizations/${shop.id}/agents`
  await service.call('PATCH', `${agents}/${demoted.agentId}`, {
    cookie: shop.cookie,
    body: { role: 'agent' },
  })
  await service.call('DELETE', `${agents}/${removed.agentId}`, { cookie: shop.cookie })
  smtp.become('accept')
  const { data } = (await service.call('GET', agents, { cookie: shop.cookie })).body as {
    data: { id: string; email: string }[]
  }
  expect((await sentAfter(1)).map(({ to }) => to)).toEqual([
    data.find(({ id }) => id === kept.agentId)?.email,
  ])
})

test('a process whose clock is ahead plans no report late, and sends none early', async () => {
  const { next_at: nextAt } = await schedule([shop.ownerId])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 48 * hourMs })
  expect((await schedule([shop.ownerId])).next_at).toBe(nextAt)
  expect(await sentAfter(0)).toEqual([])
  const { data } = (await api('GET', '')).body as ReportSchedules
  expect(data).toMatchObject([{ next_at: nextAt }, { next_at: nextAt }])
})

test('a report of midnight waits three minutes for the last figures of its period', async () => {
  const { next_at: nextAt } = await schedule([shop.ownerId], { hour: 0 })
  ahead += Date.parse(nextAt) - clock() + 120_000
  expect(await sentAfter(0)).toEqual([])
  expect(await sentAfter(61 / 3600)).toHaveLength(1)
})

test('a report of a midnight that exists twice waits for the second one', async () => {
  ahead += Date.parse('2025-10-25T12:00Z') - clock()
  expect(await moveTo('Atlantic/Azores')).toMatchObject({ status: 200 })
  const { next_at: nextAt } = await schedule([shop.ownerId], { hour: 0 })
  expect(Date.parse(nextAt)).toBe(Date.parse('2025-10-26T00:00Z'))
  ahead += Date.parse(nextAt) - clock() + 240_000
  expect(await sentAfter(0)).toEqual([])
  expect(await sentAfter(0.9)).toEqual([])
  expect((await sentAfter(0.4)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('2025-10-25'),
  ])
})

/** Moves to 8:00, when a report is due of the day before, in which something has not been counted. */
async function toReportWithUncounted(write: (visitor: TestSocket) => Promise<unknown>): Promise<void> {
  const { next_at: nextAt } = await schedule([shop.ownerId])
  const { socket } = await connectVisitor(service, shop.providerId)
  await write(socket)
  await socket.leave()
  ahead += Date.parse(nextAt) - clock() + 1000
  expect(await sentAfter(0)).toEqual([])
}
const writeTwice = async (visitor: TestSocket) => {
  await sendText(visitor, 'Hello')
  await service.app.facts.rebuild()
  await sendText(visitor, 'Anybody there?')
}

test('a report waits until the messages of its days are counted', async () => {
  await toReportWithUncounted(writeTwice)
  await service.app.facts.refresh()
  expect(await sentAfter(0.26)).toHaveLength(1)
})

test('a report waits until conversations that began while no worker ran are counted', async () => {
  const { db, close } = openDatabase(service.databaseUrl, { connections: 1 })
  await sql`insert into log_consumer_range (consumer, range, discovered)
    select 'facts', range, pg_current_snapshot() from generate_series(0, 15) range`.execute(db)
  await close()
  await toReportWithUncounted((visitor) => sendText(visitor, 'Hello'))
  await service.app.logConsumers.start()
  await service.app.logConsumers.settled()
  expect(await sentAfter(0.26)).toHaveLength(1)
})

test('a report waits no longer than until noon for messages that cannot be counted', async () => {
  await toReportWithUncounted(writeTwice)
  expect(await sentAfter(3.9)).toEqual([])
  expect(await sentAfter(0.3)).toHaveLength(1)
})

test('a report is sent once its figures are complete', async () => {
  const { next_at: nextAt } = await schedule([shop.ownerId])
  const { db, close } = openDatabase(service.databaseUrl, { connections: 1 })
  await sql`
    insert into log_consumer_range (consumer, range, discovered, walk_after)
    values ('facts', 0, pg_current_snapshot(), '77777777-7777-7777-7777-777777777777')`.execute(db)
  ahead += Date.parse(nextAt) - clock() + 1000
  expect(await sentAfter(0)).toEqual([])
  expect((await api('GET', '')).body).toMatchObject({ data: [{ last_sent_at: null }] })
  await sql`update log_consumer_range set walk_after = null`.execute(db)
  await close()
  expect(await sentAfter(0)).toEqual([])
  expect(await sentAfter(0.26)).toHaveLength(1)
})

test('after days without the service one report is sent, and a deleted schedule sends nothing', async () => {
  const kept = await schedule([shop.ownerId])
  const deleted = await schedule([shop.ownerId], { report: 'calls' })
  expect((await api('DELETE', `/${deleted.id}`)).status).toBe(204)
  expect((await api('DELETE', `/${deleted.id}`)).status).toBe(404)
  const changed = await api('PUT', `/${kept.id}`, input([shop.ownerId], { hour: 9, report: 'response' }))
  expect(changed).toMatchObject({ status: 200, body: { hour: 9, report: 'response' } })
  const mails = await sentAfter(5 * 24)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Response')])
})

test('a report that is sent a night late is not sent again in the morning, also if it is changed meanwhile', async () => {
  const { id, next_at: nextAt } = await schedule([shop.ownerId])
  ahead += Date.parse(nextAt) - clock()
  expect(await sentAfter(18)).toHaveLength(1)
  expect(await api('PUT', `/${id}`, input([shop.ownerId]))).toMatchObject({ status: 200 })
  const { data } = (await api('GET', '')).body as ReportSchedules
  expect(Date.parse(data[0]?.next_at ?? '')).toBe(Date.parse(nextAt) + 48 * hourMs)
  expect(await sentAfter(7)).toHaveLength(1)
})

test('a due report whose recipients change is sent once, to the new ones', async () => {
  const admin = await inviteAgent(service, shop, 'Admin', 'admin')
  const { id, next_at: nextAt } = await schedule([admin.agentId, shop.ownerId])
  ahead += Date.parse(nextAt) - clock() + 1000
  const changed = await api('PUT', `/${id}`, input([shop.ownerId]))
  expect(changed).toMatchObject({ status: 200, body: { next_at: nextAt } })
  expect(await sentAfter(0)).toHaveLength(1)
  expect(await sentAfter(23)).toHaveLength(1)
})

test('a report whose recipients change while it is prepared is sent by the retry, to the new ones', async () => {
  const admin = await inviteAgent(service, shop, 'Admin', 'admin')
  const { id, next_at: nextAt } = await schedule([admin.agentId, shop.ownerId])
  ahead += Date.parse(nextAt) - clock() + 1000
  const { db, close } = openDatabase(service.databaseUrl, { connections: 1 })
  const until = new Date(clock() + 15 * 60_000).toISOString()
  const now = new Date(clock()).toISOString()
  const claimed = await claimSchedule(db, { now, settledBefore: now, until })
  if (!claimed) throw new Error('No schedule is due')
  expect(await api('PUT', `/${id}`, input([shop.ownerId]))).toMatchObject({ status: 200 })
  const sent = await db.transaction().execute((trx) => planNext(trx, claimed, { next_at: until }))
  await close()
  expect(sent).toBe(false)
  expect(await sentAfter(0)).toEqual([])
  expect(await sentAfter(0.3)).toHaveLength(1)
})

const moveTo = (time_zone: string) =>
  service.call('PUT', `/v1/organizations/${shop.id}/business-hours`, {
    cookie: shop.cookie,
    body: { enabled: false, time_zone, week: [[], [], [], [], [], [], []], exceptions: [] },
  })

test('a schedule keeps its local hour when the organization’s time zone changes, and repeats no report', async () => {
  // Sent at 8:00 UTC; then it is noon in UTC.
  const { next_at: nextAt } = await schedule([shop.ownerId])
  expect(await sentAfter(24)).toHaveLength(1)
  // UTC-5, without summer time.
  expect(await moveTo('America/Panama')).toMatchObject({ status: 200 })
  const { data } = (await api('GET', '')).body as ReportSchedules
  expect(Date.parse(data[0]?.next_at ?? '')).toBe(Date.parse(nextAt) + (24 + 5) * hourMs)
  expect(await sentAfter(24)).toHaveLength(1)
  expect(await sentAfter(24)).toHaveLength(2)
})

test('a report whose hour has passed in the new time zone is sent at once', async () => {
  const { id } = await schedule([shop.ownerId], { hour: 20 })
  // At noon in UTC it is 21:00 there.
  expect(await moveTo('Asia/Tokyo')).toMatchObject({ status: 200 })
  expect(await sentAfter(0.01)).toHaveLength(1)
  expect(await sentAfter(22)).toHaveLength(1)
  expect((await api('GET', '')).body).toMatchObject({ data: [{ id }] })
})
