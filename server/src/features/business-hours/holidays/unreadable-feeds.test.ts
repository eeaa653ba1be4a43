import type { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import { beforeEach, expect, test } from 'vitest'
import { createSecrets } from '../../../core/secrets.ts'
import { calendarService, eventOf, useCalendar } from '../../../testing/test-calendar.ts'
import { useShop } from '../../../testing/test-shop.ts'

/** Calendars whose address cannot be decrypted, as after a restore without the secret. */

const hourMs = 3_600_000
let now = Date.parse('2026-11-23T10:00:00+01:00')
const shop = useShop({ clock: () => now, ...calendarService })
const calendar = useCalendar()

const call = (method: string, path: string, body?: object) =>
  shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
    cookie: shop.organization.cookie,
    ...(body && { body }),
  }) as Promise<{ status: number; body: BusinessHours & TeamHours & { id: string } }>
const office = [{ from: '09:00', to: '17:00' }]
const hours: BusinessHoursInput = {
  enabled: true,
  time_zone: 'Europe/Berlin',
  week: [office, office, office, office, office, [], []],
  exceptions: [],
}
const save = (change: Partial<BusinessHoursInput>) => call('PUT', '/business-hours', { ...hours, ...change })
const feedNow = async () => (await call('GET', '/business-hours')).body.holiday_feed
const sweep = () => shop.service.app.businessHours.sweepFeeds()
const unreadable = { url: null, problem: 'url_unreadable', holidays: [{ date: '2026-11-24' }] }

/** Returns the address as it was stored. */
async function loseSecret(): Promise<string> {
  const { rows } = await shop.database.query<{ hours_id: string; url: string }>(
    'select hours_id, url from holiday_feed',
  )
  const [feed] = rows
  if (!feed) throw new Error('There is no calendar.')
  const other = createSecrets('the secret before the restore')
  await store(other.seal(calendar.url, `holiday_feed ${feed.hours_id} url`))
  return feed.url
}
const store = (url: string) => shop.database.query('update holiday_feed set url = $1', [url])

async function newTeam(name: string): Promise<string> {
  const { body } = await call('POST', '/teams', { name, provider_ids: [] })
  return `/teams/${body.id}/business-hours`
}

beforeEach(async () => {
  // The limit of requests fills again.
  now += hourMs / 6
  await save({ holiday_feed: null })
  calendar.put(eventOf('Stocktaking', '20261124'))
  await save({ holiday_feed: calendar.url })
})

test('a calendar keeps its dates until its address is entered again', async () => {
  await loseSecret()
  expect(await feedNow()).toMatchObject(unreadable)
  const { status, body } = await save({ time_zone: 'UTC' })
  expect([status, body.time_zone]).toEqual([200, 'UTC'])
  expect(body.holiday_feed).toMatchObject(unreadable)
  const readNow = await call('POST', '/business-hours/read-holidays')
  expect([readNow.status, readNow.body.holiday_feed]).toMatchObject([200, unreadable])
  expect(calendar.requests).toHaveLength(1)
  const entered = await save({ holiday_feed: calendar.url })
  expect([entered.status, entered.body.holiday_feed]).toMatchObject([
    200,
    { url: calendar.url, problem: null, holidays: [{ date: '2026-11-24' }] },
  ])
  expect(calendar.requests).toHaveLength(2)
})

test('a calendar is as before once the secret is back, and is read within an hour', async () => {
  const address = await loseSecret()
  now += 24 * hourMs
  for (let hour = 0; hour < 4; hour += 1) {
    await sweep()
    now += hourMs + 60_000
  }
  await sweep()
  expect(await feedNow()).toMatchObject(unreadable)
  await store(address)
  expect(await feedNow()).toMatchObject({ url: calendar.url, problem: null })
  expect(calendar.requests).toHaveLength(1)
  now += hourMs + 60_000
  await sweep()
  expect(calendar.requests).toHaveLength(2)
  now -= 29 * hourMs + 5 * 60_000
})

test('the calendar of the organization is copied to new hours of a team, and not to saved ones', async () => {
  await loseSecret()
  const path = await newTeam('Night')
  const own = async (change: Partial<BusinessHoursInput>) =>
    (await call('PUT', path, { ...hours, ...change })).body.hours.holiday_feed
  expect(await own({})).toMatchObject(unreadable)
  expect(await own({ time_zone: 'UTC' })).toMatchObject(unreadable)
  expect(await own({ holiday_feed: null })).toBeNull()
  expect(await own({})).toBeNull()
  expect(await feedNow()).toMatchObject(unreadable)
  await call('DELETE', path)
  expect(await own({ holiday_feed: null })).toBeNull()
})

test('a calendar that can be read is copied to new hours of a team only with its address', async () => {
  const { body } = await call('PUT', await newTeam('Day'), hours)
  expect(body.hours.holiday_feed).toBeNull()
})
