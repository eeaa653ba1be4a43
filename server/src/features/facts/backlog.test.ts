import type { Report } from '@parley/protocol/reports'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { openDatabase } from '../../core/database.ts'
import { foundOrganization } from '../../testing/test-service.ts'
import { useShop } from '../../testing/test-shop.ts'
import { createBacklog } from './backlog.ts'

const shop = useShop()
const [sales, support] = [randomUUID(), randomUUID()]
let other = ''

const call = (path: string) =>
  shop.service.call('GET', `/v1/organizations/${shop.organization.id}/reports/conversations${path}`, {
    cookie: shop.organization.cookie,
  })
const report = async (query: string) => (await call(`?from=2026-03-02&to=2026-03-02${query}`)).body as Report

beforeAll(async () => {
  const { database, organization } = shop
  other = (await foundOrganization(shop.service, 'Neighbour')).id
  await database.query(`update organization set created_at = '2026-03-02T08:00Z' where id = $1`, [
    organization.id,
  ])
  const at = (hour: number) => `2026-03-02T${`${hour}`.padStart(2, '0')}:00Z`
  // 12 is missing: no process ran.
  for (const hour of [7, 8, 9, 10, 11, 13])
    await database.query('insert into backlog_recorded values ($1)', [at(hour)])
  const open = async (organizationId: string, team: string | null, hour: number, counts: number[]) =>
    database.query(
      `insert into backlog_hour (organization_id, team_id, hour, open, unassigned, waiting, snoozed)
       values ($1, $2, $3, $4, $5, $6, 9)`,
      [organizationId, team, at(hour), ...counts],
    )
  await open(organization.id, sales, 9, [4, 2, 1])
  await open(organization.id, support, 9, [6, 0, 3])
  await open(organization.id, null, 10, [3, 3, 3])
  await open(organization.id, sales, 11, [2, 1, 0])
  await open(other, null, 9, [100, 100, 100])
})

test('the backlog by hour: gaps are gaps, and hours without open conversations are zero', async () => {
  const { series } = await report('&interval=hour')
  const levels = series
    .slice(7, 15)
    .map(({ figures: { backlog_open: open, backlog_waiting: waiting } }) => [
      open?.count,
      open?.median,
      waiting?.median,
    ])
  expect(levels).toEqual([
    // Recorded for others, before the organization existed.
    [0, null, null],
    [1, 0, 0],
    [1, 10, 4],
    [1, 3, 3],
    [1, 2, 0],
    [0, null, null],
    [1, 0, 0],
    [0, null, null],
  ])
})

test('longer intervals have the median and the 90th percentile of their hours', async () => {
  const { totals, series } = await report('')
  expect(totals.backlog_open).toEqual({ count: 5, median: 2, p90: 10, mean: null })
  const days = (await report('&interval=day')).series
  expect(days.map(({ figures }) => figures.backlog_open)).toEqual([totals.backlog_open])
  expect(series.length).toBe(24)
})

test('the backlog can be filtered and broken down by team', async () => {
  expect((await report(`&team=${support}&interval=day`)).totals.backlog_open).toMatchObject({
    count: 5,
    p90: 6,
  })
  const { groups } = await report('&group=team')
  const levels = groups.map(({ key, figures }) => [
    key,
    [figures.backlog_open?.median, figures.backlog_open?.p90],
  ])
  expect(Object.fromEntries(levels)).toEqual({ [sales]: [0, 4], [support]: [0, 6], none: [0, 3] })
})

test('other filters have no backlog, and a level has no list', async () => {
  const nothing = { count: 0, median: null }
  expect((await report('&agent=none')).totals.backlog_open).toMatchObject(nothing)
  expect((await report('&channel=widget')).totals.backlog_open).toMatchObject(nothing)
  expect((await report('&group=agent')).groups).toEqual([])
  const items = await call('/items?from=2026-03-02&to=2026-03-02&metric=backlog_open')
  expect([items.status, (items.body as { code: string }).code]).toEqual([422, 'report_metric_unknown'])
})

test('the table as CSV leaves gaps empty', async () => {
  const answer = await shop.service.app.http.inject({
    url: `/v1/organizations/${shop.organization.id}/reports/conversations/export?from=2026-03-02&to=2026-03-02&table=series`,
    headers: { cookie: shop.organization.cookie },
  })
  const [head = '', ...lines] = answer.body.split('\r\n')
  const column = head.split(',').indexOf('"backlog_open_median"')
  expect(lines.slice(8, 14).map((line) => line.split(',')[column])).toEqual([
    '"0"',
    '"10"',
    '"3"',
    '"2"',
    '""',
    '"0"',
  ])
})

test('an hour is recorded in its first five minutes only', async () => {
  const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  const recordedAt = async (minute: number) => {
    const ahead = hour + minute * 60_000 - Date.now()
    await createBacklog({ db, clock: () => Date.now() + ahead, counts: async () => [] })()
    const { rows } = await shop.database.query('select hour from backlog_recorded where hour = $1', [
      new Date(hour),
    ])
    return rows.length
  }
  expect(await recordedAt(6)).toBe(0)
  expect(await recordedAt(4)).toBe(1)
  await close()
})

test('the hour is that of the database, also if the clock of this machine is behind', async () => {
  const { db, close } = openDatabase(shop.service.databaseUrl, { connections: 1 })
  const { rows } = await shop.database.query<{ hour: Date }>(`select date_trunc('hour', now()) as hour`)
  // The first one of an installation is recorded at any minute.
  await shop.database.query('delete from backlog_recorded')
  const present = Date.now
  const machine = vi.spyOn(Date, 'now').mockImplementation(() => present() - 3_600_000)
  await createBacklog({ db, clock: systemClock, counts: async () => [] })()
  machine.mockRestore()
  await close()
  const recorded = await shop.database.query<{ hour: Date }>('select max(hour) as hour from backlog_recorded')
  expect(recorded.rows[0]?.hour.getTime()).toBeGreaterThanOrEqual(rows[0]?.hour.getTime() ?? Infinity)
})

test('an hour is recorded once, also without open conversations', async () => {
  const { recordBacklog } = shop.service.app.facts
  const count = async () =>
    (await shop.database.query<{ n: number }>('select count(*)::int as n from backlog_recorded')).rows[0]?.n
  await shop.database.query('delete from backlog_recorded')
  await Promise.all([recordBacklog(), recordBacklog()])
  expect(await count()).toBe(1)
})
