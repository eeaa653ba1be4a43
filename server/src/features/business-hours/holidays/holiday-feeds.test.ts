import type { BusinessHours, BusinessHoursInput, TeamHours } from '@parley/protocol/business-hours'
import type { TeamStatus } from '@parley/protocol/session'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../core/database.ts'
import { createLogger } from '../../../core/logger.ts'
import { calendarOf, calendarService, eventOf, useCalendar } from '../../../testing/test-calendar.ts'
import { connectVisitor, inviteAgent } from '../../../testing/test-service.ts'
import { useShop } from '../../../testing/test-shop.ts'

const hourMs = 3_600_000
/** Monday in Berlin, 10:00. */
let now = Date.parse('2026-11-23T10:00:00+01:00')
const lines: string[] = []
const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
const shop = useShop({ clock: () => now, logger, ...calendarService })
const calendar = useCalendar()

const base = () => `/v1/organizations/${shop.organization.id}`
const request = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
  shop.service.call(method, `${base()}${path}`, { cookie, ...(body && { body }) }) as Promise<{
    status: number
    body: BusinessHours & { code?: string }
  }>
const office = [{ from: '09:00', to: '17:00' }]
const hours: BusinessHoursInput = {
  enabled: true,
  time_zone: 'Europe/Berlin',
  week: [office, office, office, office, office, [], []],
  exceptions: [],
}
const save = (holiday_feed?: string | null, more: object = {}) =>
  request('PUT', '/business-hours', {
    ...hours,
    ...(holiday_feed !== undefined && { holiday_feed }),
    ...more,
  })
const get = async () => (await request('GET', '/business-hours')).body
const dates = (found: BusinessHours) => found.holiday_feed?.holidays.map(({ date }) => date)
const sweep = () => shop.service.app.businessHours.sweepFeeds()
const tuesday = '20261124'

afterEach(() => void vi.useRealTimers())
beforeEach(async () => {
  // The limit of requests fills again.
  now += hourMs / 6
  await save(null)
  lines.length = 0
})

describe('an address is refused', () => {
  test.each([
    ['that is not complete', () => 'holidays.ics', 'holiday_feed_url_invalid'],
    ['without TLS', () => `http://feed.test:${calendar.port}/`, 'holiday_feed_url_invalid'],
    ['with a password', () => `https://me:secret@feed.test:${calendar.port}/`, 'holiday_feed_url_invalid'],
    ['of a private network', () => 'https://192.168.0.1/holidays.ics', 'holiday_feed_refused'],
    ['of a cloud’s metadata service', () => 'webcal://169.254.169.254/latest', 'holiday_feed_refused'],
    ['of another service’s port', () => 'https://feed.test:5432/', 'holiday_feed_refused'],
    ['whose name leads to a private network', () => 'https://intranet.test/', 'holiday_feed_refused'],
    ['whose name does not exist', () => 'https://nowhere.test/', 'holiday_feed_unreachable'],
  ])('%s', async (_, address, code) => {
    const { status, body } = await save(address())
    expect([status, body.code]).toEqual([422, code])
    expect(calendar.requests).toHaveLength(0)
    expect((await get()).holiday_feed).toBeNull()
  })

  test.each([
    ['that redirects to a private network', 302, '', 'holiday_feed_redirected'],
    ['that does not exist', 404, calendarOf(), 'holiday_feed_bad_status'],
    ['of a web page', 200, '<!doctype html>', 'holiday_feed_not_calendar'],
    ['of a calendar larger than 1 MiB', 200, calendarOf('X'.repeat(1_048_576)), 'holiday_feed_too_large'],
    [
      'of a calendar whose rules take too long',
      200,
      calendarOf(...Array.from({ length: 2500 }, () => eventOf('Day', '19000101', 'RRULE:FREQ=DAILY'))),
      'holiday_feed_too_large',
    ],
  ])('%s', async (_, status, content, code) => {
    calendar.answer((response) => response.writeHead(status, { location: 'https://10.0.0.1/' }).end(content))
    expect((await save(calendar.url)).body.code).toBe(code)
    expect(calendar.requests).toHaveLength(1)
    expect((await get()).holiday_feed).toBeNull()
  })

  test('that breaks off, with everything else that was to be saved', async () => {
    calendar.answer((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('BEGIN:VCALENDAR', () => response.destroy())
    })
    const { body } = await save(calendar.url, { time_zone: 'Asia/Tokyo' })
    expect(body.code).toBe('holiday_feed_unreachable')
    expect((await get()).time_zone).toBe('Europe/Berlin')
  })

  test('after ten attempts, and admitted again later', async () => {
    for (let count = 0; count < 10; count += 1) await save('https://nowhere.test/')
    expect((await save(calendar.url)).status).toBe(429)
    // What is saved already needs no request.
    expect((await save(null)).status).toBe(200)
    now += 60_000
    expect((await save(calendar.url)).status).toBe(200)
  })
})

test('the address is hidden from agents, and appears in no log', async () => {
  calendar.put(eventOf('Stocktaking', tuesday))
  await save(calendar.url)
  calendar.answer((response) => response.writeHead(500).end())
  await request('POST', '/business-hours/read-holidays')
  const agent = await inviteAgent(shop.service, shop.organization, 'Ada')
  const { body } = await request('GET', '/business-hours', undefined, agent.cookie)
  expect(body.holiday_feed).toMatchObject({
    url: null,
    holidays: [{ date: '2026-11-24', name: 'Stocktaking' }],
  })
  expect((await request('POST', '/business-hours/read-holidays', undefined, agent.cookie)).status).toBe(403)
  const { rows } = await shop.database.query('select url from holiday_feed')
  expect(JSON.stringify([lines, rows])).not.toContain('feed.test')
  expect(lines.join('')).toContain('bad_status')
})

describe('a calendar', () => {
  test('closes its dates: for widgets, the next opening and the hours of the week', async () => {
    const { socket, connected } = await connectVisitor(shop.service, shop.organization.providerId)
    expect(connected.team.closed).toBeNull()
    calendar.put(
      eventOf('Works outing', '20261123'),
      eventOf('Stocktaking', tuesday, 'DTEND;VALUE=DATE:20261126'),
      eventOf('New Year', '20200101', 'RRULE:FREQ=YEARLY'),
    )
    const { status, body } = await save(calendar.url.replace('https:', 'webcal:'))
    expect([status, dates(body)]).toEqual([
      200,
      ['2026-01-01', '2026-11-23', '2026-11-24', '2026-11-25', '2027-01-01', '2028-01-01'],
    ])
    // Thursday.
    const opens = '2026-11-26T08:00:00.000+00:00'
    expect(body).toMatchObject({ open_now: false, opens_at: opens, exceptions: [] })
    expect(body.holiday_feed).toMatchObject({ url: calendar.url, problem: null })
    const told = await socket.next<TeamStatus>('team', ({ closed }) => closed !== null)
    expect(told.closed).toEqual({ opens_at: opens })
    const database = openDatabase(shop.service.databaseUrl)
    const time = await shop.service.app.businessHours.openTime(database.db, shop.organization.id, null)
    await database.close()
    expect(time.seconds(now, Date.parse('2026-11-26T10:00:00+01:00'))).toBe(3600)
    await save(null)
    await socket.next<TeamStatus>('team', ({ closed }) => closed === null)
    await socket.leave()
  })

  test('loses to the exception that a person has for the date', async () => {
    calendar.put(eventOf('Works outing', '20261123'), eventOf('Stocktaking', tuesday))
    const exceptions = [{ date: '2026-11-23', name: 'Open', periods: [{ from: '08:00', to: '20:00' }] }]
    const { body } = await save(calendar.url, { exceptions })
    expect(body).toMatchObject({ open_now: true, exceptions })
    expect(dates(body)).toEqual(['2026-11-23', '2026-11-24'])
    expect((await save(undefined, { exceptions: [] })).body).toMatchObject({ open_now: false })
  })

  test('is kept and not read again when other settings or the same address are saved', async () => {
    calendar.put(eventOf('Stocktaking', tuesday))
    await save(calendar.url)
    await save(undefined, { time_zone: 'UTC' })
    expect(dates((await save(calendar.url)).body)).toEqual(['2026-11-24'])
    expect(calendar.requests).toHaveLength(1)
    expect((await save(null)).body.holiday_feed).toBeNull()
  })

  test('that cannot be read any more keeps its dates, says why, and recovers', async () => {
    calendar.put(eventOf('Stocktaking', tuesday))
    const { read_at: readAt } = (await save(calendar.url)).body.holiday_feed ?? {}
    calendar.answer((response) => response.writeHead(410).end())
    now += 24 * hourMs
    await sweep()
    expect((await get()).holiday_feed).toMatchObject({
      problem: 'bad_status',
      read_at: readAt,
      holidays: [{ date: '2026-11-24' }],
    })
    // Not before an hour has passed.
    calendar.put(eventOf('Later', '20261201'))
    await sweep()
    expect(calendar.requests).toHaveLength(2)
    now += hourMs + 60_000
    await sweep()
    const recovered = await get()
    expect(recovered.holiday_feed).toMatchObject({ problem: null, holidays: [{ date: '2026-12-01' }] })
    now -= 25 * hourMs + 60_000
  })

  test('is read every day, with what it said of its version', async () => {
    const changes: boolean[] = []
    shop.service.app.businessHours.whenSaved(async () => () => void changes.push(true))
    calendar.answer((response, { headers }) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.setHeader('etag', '"one"').end(calendarOf(eventOf('Stocktaking', tuesday)))
    })
    await save(calendar.url)
    await sweep()
    expect(calendar.requests).toHaveLength(1)
    now += 24 * hourMs
    await sweep()
    expect(calendar.requests[1]).toMatchObject({ 'if-none-match': '"one"', 'accept-encoding': 'identity' })
    const { holiday_feed: feed } = await get()
    expect(feed).toMatchObject({ problem: null, holidays: [{ date: '2026-11-24' }] })
    expect(Date.parse(feed?.read_at ?? '')).toBe(now)
    // Only the saving changed hours.
    expect(changes).toHaveLength(1)
    now -= 24 * hourMs
  })

  test('is read a day later although a process whose clock was ahead has read it', async () => {
    calendar.put(eventOf('Stocktaking', tuesday))
    const aheadMs = 72 * hourMs
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
    now += aheadMs
    await save(calendar.url)
    vi.useRealTimers()
    now -= aheadMs
    now += 24 * hourMs
    await sweep()
    now -= 24 * hourMs
    expect(calendar.requests).toHaveLength(2)
  })

  test('is read again when an admin asks for it, and changes the hours of reports', async () => {
    await save(calendar.url)
    calendar.put(eventOf('Stocktaking', tuesday))
    const { status, body } = await request('POST', '/business-hours/read-holidays')
    expect([status, dates(body)]).toEqual([200, ['2026-11-24']])
    const { rows } = await shop.database.query(
      'select updated_at > $1 as newer, exceptions from saved_hours',
      [new Date(now - 1000)],
    )
    expect(rows).toEqual([
      { newer: true, exceptions: [{ date: '2026-11-24', name: 'Stocktaking', periods: [] }] },
    ])
    await save(null)
    expect((await request('POST', '/business-hours/read-holidays')).status).toBe(404)
  })

  test('of a team closes the dates of that team only, and is copied from one that is known', async () => {
    calendar.put(eventOf('Works outing', '20261123'))
    const team = (await request('POST', '/teams', { name: 'Night', provider_ids: [] })).body as unknown as {
      id: string
    }
    const path = `/teams/${team.id}/business-hours`
    expect((await request('POST', `${path}/read-holidays`)).status).toBe(404)
    const saved = await request('PUT', path, { ...hours, holiday_feed: calendar.url })
    const { hours: own } = saved.body as unknown as TeamHours
    expect([own.open_now, dates(own)]).toEqual([false, ['2026-11-23']])
    const { isOpen } = shop.service.app.businessHours
    expect(await isOpen(shop.organization.id, team.id)).toBe(false)
    expect(await isOpen(shop.organization.id, null)).toBe(true)
    expect(dates((await save(calendar.url)).body)).toEqual(['2026-11-23'])
    expect(calendar.requests).toHaveLength(1)
    expect((await request('POST', `${path}/read-holidays`)).status).toBe(200)
    expect((await request('DELETE', `/teams/${team.id}`)).status).toBeLessThan(300)
    const { rows } = await shop.database.query('select count(*)::int from holiday_feed')
    expect(rows).toEqual([{ count: 1 }])
  })
})
